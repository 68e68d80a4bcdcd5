// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.time.Duration;

/**
 * What a server of this size bears. The defaults fit two cores and one small heap.
 *
 * @param bodyBytes of a request
 * @param nodes of a question
 * @param solvers how many questions are worked on at a time
 * @param waiting how many more may wait; the next one gets 503
 * @param perClient requests of one address at a time; the next one gets 429
 * @param time for a question, waiting included; then it gets 503
 * @param requestTime to send a request; then the connection is closed
 * @param responseTime to take a response; then the connection is closed
 * @param connections open at a time; the next one is closed at once
 */
public record Limits(
    int bodyBytes,
    int nodes,
    int solvers,
    int waiting,
    int perClient,
    Duration time,
    Duration requestTime,
    Duration responseTime,
    int connections) {

  /** For a machine with so many cores. */
  public static Limits of(int cores) {
    return new Limits(
        1 << 18,
        64,
        Math.max(1, cores),
        32 * Math.max(1, cores),
        64 * Math.max(1, cores),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        2048);
  }
}
