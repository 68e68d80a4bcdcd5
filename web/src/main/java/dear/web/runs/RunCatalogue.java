// SPDX-License-Identifier: Apache-2.0
package dear.web.runs;

import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.RunFolder;
import dear.web.http.Refusal;
import dear.web.http.Reply;
import dear.web.http.Request;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The run folders directly under one folder.
 *
 * <p>A name in a request never becomes part of a path: it is looked up in the listing of the
 * folder, which omits symbolic links, so that nothing outside can be reached.
 */
public final class RunCatalogue implements AutoCloseable {
  private static final int MOST_RUNS = 200;
  private static final int MOST_POINTS = 1500;
  private static final int MOST_LISTENERS = 32;

  /** A run that has written nothing for this long is not live. */
  private static final Duration QUIET = Duration.ofMinutes(3);

  /**
   * In bytes: a new listener also gets the last lines, since it read the curves a moment earlier.
   */
  private static final long OVERLAP = 4096;

  /** Answers that are kept: one has at most some hundred kilobytes. */
  private static final int MOST_KNOWN = 32;

  /** How long a request waits for others that are being read. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration POLL = Duration.ofMillis(500);

  /** In polls: how often an idle stream checks whether the client still listens. */
  private static final int PING_EVERY = 4;

  private final Path root;
  private final Duration streamTime;
  private final Semaphore listeners = new Semaphore(MOST_LISTENERS);
  private final Map<Path, Curves> known = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
  private final ReentrantLock reading = new ReentrantLock(/* fair= */ true);
  private volatile boolean closed;

  /** What was answered, and about which state of the files. */
  private record Curves(long size, FileTime changed, boolean live, Reply reply) {
    boolean isOf(MetricsFile metrics, boolean liveNow) throws IOException {
      return size == metrics.size() && changed.equals(metrics.changed()) && live == liveNow;
    }
  }

  /** A catalogue of a folder, which need not exist yet; streams end after the given time. */
  public RunCatalogue(Path root, Duration streamTime) {
    this.root = root;
    this.streamTime = streamTime;
  }

  /** Answers {@code GET /api/runs}. */
  public Reply list() throws IOException {
    List<Path> folders = folders();
    return Reply.json(json -> {
      json.beginArray();
      for (Path folder : folders) {
        writeSummary(folder, json);
      }
      json.endArray();
    });
  }

  /** Answers {@code GET /api/runs/NAME} and {@code GET /api/runs/NAME/events}. */
  public Reply one(Request request) throws IOException, InterruptedException {
    String rest = request.rest();
    boolean events = rest.endsWith("/events");
    String name = decode(events ? rest.substring(0, rest.length() - "/events".length()) : rest);
    Path folder =
        folders().stream()
            .filter(it -> it.getFileName().toString().equals(name))
            .findFirst()
            .orElseThrow(() -> Refusal.of(404, "no such run; /api/runs lists them"));
    MetricsFile metrics = new MetricsFile(folder);
    if (!events) {
      return curves(folder, metrics);
    }
    long from = request.lastEvent().map(RunCatalogue::position).orElse(metrics.size() - OVERLAP);
    if (!listeners.tryAcquire()) {
      throw Refusal.of(503, MOST_LISTENERS + " clients are already listening");
    }
    return new Reply.Events(sink -> {
      try {
        long position = from;
        long end = System.nanoTime() + streamTime.toNanos();
        sink.ping();
        for (int poll = 1; !closed && System.nanoTime() < end; poll++) {
          MetricsFile.Lines fresh = metrics.linesFrom(position);
          position = fresh.end();
          if (!fresh.lines().isEmpty()) {
            sink.send(
                Long.toString(position), "metrics", "[" + String.join(",", fresh.lines()) + "]");
          } else if (poll % PING_EVERY == 0) {
            sink.ping();
          }
          Thread.sleep(POLL);
        }
      } finally {
        listeners.release();
      }
    });
  }

  /** Ends all streams soon. */
  @Override
  public void close() {
    closed = true;
  }

  /**
   * A file of curves has up to 8 MiB. One is parsed at a time, and only if it has changed: a
   * hundred requests then cost little more than one, and never more memory.
   */
  private Reply curves(Path folder, MetricsFile metrics) throws IOException, InterruptedException {
    if (!reading.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw Refusal.of(503, "too many runs are being read; try again soon");
    }
    try {
      boolean live = isLive(metrics, steps(folder));
      Curves last = known.get(folder);
      if (last != null && last.isOf(metrics, live)) {
        return last.reply();
      }
      long size = metrics.size();
      FileTime changed = metrics.changed();
      Reply reply = Reply.json(json -> writeRun(folder, metrics, json));
      known.put(folder, new Curves(size, changed, live, reply));
      if (known.size() > MOST_KNOWN) {
        known.remove(known.keySet().iterator().next());
      }
      return reply;
    } finally {
      reading.unlock();
    }
  }

  private static OptionalInt steps(Path folder) {
    try {
      return OptionalInt.of(RunFolder.readSettings(folder).steps());
    } catch (IOException e) {
      return OptionalInt.empty();
    }
  }

  private static long position(String id) {
    try {
      return Math.max(0, Long.parseLong(id));
    } catch (NumberFormatException e) {
      throw Refusal.unprocessable("Last-Event-ID", "must be the ID of an event that was sent");
    }
  }

  private static String decode(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.of(404, "no such run; /api/runs lists them");
    }
  }

  private List<Path> folders() throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> content = Files.list(root)) {
      return content
          .filter(it -> Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS))
          .filter(it -> Files.isRegularFile(it.resolve("config.json"), LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .limit(MOST_RUNS)
          .toList();
    }
  }

  private static void writeSummary(Path folder, JsonWriter json) throws IOException {
    MetricsFile metrics = new MetricsFile(folder);
    json.beginObject();
    json.name("name").value(folder.getFileName().toString());
    OptionalInt steps = writeSettings(folder, json);
    json.name("step").value(metrics.lastStep());
    json.name("live").value(isLive(metrics, steps));
    json.endObject();
  }

  /** Whether a run has steps left and has made some recently. */
  private static boolean isLive(MetricsFile metrics, OptionalInt steps) throws IOException {
    return metrics.lastStep() < steps.orElse(Integer.MAX_VALUE)
        && metrics.changedSince(Instant.now().minus(QUIET));
  }

  /**
   * Writes the facts of a run; a folder whose config cannot be read is listed with the error.
   *
   * @return the number of steps of the whole run, if it can be read
   */
  private static OptionalInt writeSettings(Path folder, JsonWriter json) throws IOException {
    Settings settings;
    try {
      settings = RunFolder.readSettings(folder);
    } catch (IOException e) {
      json.name("error").value(folder.getFileName() + ": this version cannot read its config.json");
      return OptionalInt.empty();
    }
    json.name("algorithm").value(settings.algorithm().name());
    json.name("mode").value(settings.text(Setting.MODE));
    int steps = settings.steps();
    json.name("steps").value(steps);
    return OptionalInt.of(steps);
  }

  private static void writeRun(Path folder, MetricsFile metrics, JsonWriter json)
      throws IOException {
    json.beginObject();
    json.name("name").value(folder.getFileName().toString());
    OptionalInt steps = writeSettings(folder, json);
    json.name("live").value(isLive(metrics, steps));
    MetricsFile.Lines all = metrics.linesFrom(0);
    json.name("position").value(all.end());
    json.name("metrics").beginArray();
    for (Json line : thinned(all.parsed())) {
      json.beginObject();
      for (Map.Entry<String, Json> value : line.members().entrySet()) {
        json.name(value.getKey()).value(value.getValue().number());
      }
      json.endObject();
    }
    json.endArray().endObject();
  }

  /** Every k-th line, and every line with a validation, of which there are few. */
  private static List<Json> thinned(List<Json> lines) {
    int stride = Math.max(1, lines.size() / MOST_POINTS);
    List<Json> kept = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (i % stride == 0 || i == lines.size() - 1 || lines.get(i).has("validation_loss")) {
        kept.add(lines.get(i));
      }
    }
    return kept;
  }
}
