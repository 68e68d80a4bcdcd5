// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.time.Duration;

/**
 * The limits of a server. The defaults fit two cores and a small heap.
 *
 * @param bodyBytes size of a request body
 * @param nodes nodes per question
 * @param solvers questions in progress at the same time
 * @param waiting questions in the queue; the next one gets 503
 * @param perClient concurrent requests per address; the next one gets 429
 * @param time time per question, including the queue; then it gets 503
 * @param requestTime time to send a request; then the connection is closed
 * @param responseTime time to receive a response; then the connection is closed
 * @param connections open connections; the next one is closed immediately
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

  /** The limits for a machine with this many cores. */
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
