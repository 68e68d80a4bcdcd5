// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Metrics of the server, in the text format of Prometheus. */
public final class Telemetry {
  /** Upper bounds of the latency histogram, in seconds. */
  private static final double[] BOUNDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private final long started = System.nanoTime();
  private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
  private final LongAdder solveNanos = new LongAdder();
  private final LongAdder evaluations = new LongAdder();

  /** Metrics that are all zero. */
  public Telemetry() {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = new LongAdder();
    }
  }

  /** Called when a request begins. */
  void begin() {
    inFlight.incrementAndGet();
  }

  /** Called when a request ends; routes are few, so the number of labels is bounded. */
  void end(String route, int status) {
    inFlight.decrementAndGet();
    requests
        .computeIfAbsent(
            "route=\"%s\",status=\"%d\"".formatted(route, status), _ -> new LongAdder())
        .increment();
  }

  /** Called when a question was answered. */
  public void solved(long nanos, int evaluationCount) {
    int bucket = 0;
    while (bucket < BOUNDS.length && nanos / 1e9 > BOUNDS[bucket]) {
      bucket++;
    }
    buckets[bucket].increment();
    solveNanos.add(nanos);
    evaluations.add(evaluationCount);
  }

  /** All metrics, as text. */
  public String text() {
    StringBuilder out = new StringBuilder();
    head(out, "dear_http_requests_total", "counter", "Requests answered, by route and status.");
    requests.forEach((labels, count) -> line(out, "dear_http_requests_total", labels, count.sum()));
    head(out, "dear_http_requests_in_flight", "gauge", "Requests being answered.");
    line(out, "dear_http_requests_in_flight", "", inFlight.get());
    head(out, "dear_solve_seconds", "histogram", "From the arrival of a question to its answer.");
    long count = 0;
    for (int i = 0; i < buckets.length; i++) {
      count += buckets[i].sum();
      String bound = i < BOUNDS.length ? Double.toString(BOUNDS[i]) : "+Inf";
      line(out, "dear_solve_seconds_bucket", "le=\"" + bound + "\"", count);
    }
    seconds(out, "dear_solve_seconds_sum", solveNanos.sum());
    line(out, "dear_solve_seconds_count", "", count);
    head(out, "dear_evaluations_total", "counter", "Evaluations of processors.");
    line(out, "dear_evaluations_total", "", evaluations.sum());
    head(out, "dear_uptime_seconds", "gauge", "Time since the start.");
    seconds(out, "dear_uptime_seconds", System.nanoTime() - started);
    Runtime runtime = Runtime.getRuntime();
    head(out, "dear_memory_used_bytes", "gauge", "Heap in use, including garbage.");
    line(out, "dear_memory_used_bytes", "", runtime.totalMemory() - runtime.freeMemory());
    return out.toString();
  }

  private static void head(StringBuilder out, String name, String type, String help) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static void line(StringBuilder out, String name, String labels, String value) {
    out.append(name);
    if (!labels.isEmpty()) {
      out.append('{').append(labels).append('}');
    }
    out.append(' ').append(value).append('\n');
  }

  private static void line(StringBuilder out, String name, String labels, long value) {
    line(out, name, labels, Long.toString(value));
  }

  private static void seconds(StringBuilder out, String name, long nanos) {
    line(out, name, "", String.format(Locale.ROOT, "%.6f", nanos / 1e9));
  }
}
