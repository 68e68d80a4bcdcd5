// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.time.Duration;

/**
 * The limits of a server. The defaults fit two cores and a small heap.
 *
 * @param requests what clients may send
 * @param questions what models are asked to do
 */
public record Limits(Requests requests, Questions questions) {
  /**
   * The limits of connections and the requests on them.
   *
   * @param bodyBytes size of a request body
   * @param perClient concurrent requests per address; the next one gets 429
   * @param requestTime time to send a request; then it gets 408
   * @param responseTime time to receive a response; then the connection is closed
   * @param connections open connections; the next one is closed immediately
   */
  public record Requests(
      int bodyBytes, int perClient, Duration requestTime, Duration responseTime, int connections) {
    /** The time that requests in progress have to end when the server is stopped. */
    Duration drainTime() {
      return requestTime.plusSeconds(1);
    }
  }

  /**
   * The limits of questions to models.
   *
   * @param nodes nodes per question
   * @param solvers questions in progress at the same time
   * @param waiting questions in the queue; the next one gets 503
   * @param time time per question, including the queue; then it gets 503
   */
  public record Questions(int nodes, int solvers, int waiting, Duration time) {}

  /** The limits for a machine with this many cores. */
  public static Limits of(int cores) {
    int solvers = Math.max(1, cores);
    return new Limits(
        new Requests(1 << 18, 64 * solvers, Duration.ofSeconds(10), Duration.ofSeconds(60), 2048),
        new Questions(64, solvers, 32 * solvers, Duration.ofSeconds(10)));
  }
}
