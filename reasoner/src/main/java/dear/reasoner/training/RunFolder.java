package dear.reasoner.training;

import dear.io.AtomicFile;
import dear.io.Json;
import dear.io.JsonReader;
import dear.io.JsonWriter;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a training run. One process at a time holds it; every file in it is whole at every
 * moment, but for the last line of {@code metrics.jsonl}, which is cut on resumption.
 */
public final class RunFolder implements Closeable {
  private static final String CONFIG = "config.json";
  private static final String METRICS = "metrics.jsonl";
  private static final String LOCK = "lock";

  private final Path folder;
  private final Settings settings;
  private final FileChannel lock;

  private RunFolder(Path folder, Settings settings, FileChannel lock) {
    this.folder = folder;
    this.settings = settings;
    this.lock = lock;
  }

  /** Starts a run in a folder that holds none. */
  public static RunFolder create(Path folder, Settings settings, Provenance provenance)
      throws IOException {
    Files.createDirectories(folder);
    FileChannel lock = lock(folder);
    try {
      if (Files.exists(folder.resolve(CONFIG))) {
        throw new IOException(
            folder + " holds a training run already; resume it, or choose another folder");
      }
      try (Stream<Path> content = Files.list(folder)) {
        if (content.anyMatch(file -> !file.getFileName().toString().equals(LOCK))) {
          throw new IOException(folder + " is not empty; choose another folder");
        }
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (JsonWriter json = JsonWriter.indented(bytes)) {
        json.beginObject();
        settings.write(json);
        provenance.write(json);
        json.endObject().endDocument();
      }
      AtomicFile.write(folder.resolve(CONFIG), bytes.toByteArray());
      return new RunFolder(folder, settings, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** Opens the folder of an earlier run. */
  public static RunFolder open(Path folder) throws IOException {
    if (!Files.exists(folder.resolve(CONFIG))) {
      throw new IOException(folder + " holds no training run: it has no " + CONFIG);
    }
    FileChannel lock = lock(folder);
    try {
      return new RunFolder(folder, readSettings(folder), lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** The settings of a run, whether someone trains in it or not. */
  public static Settings readSettings(Path folder) throws IOException {
    Path config = folder.resolve(CONFIG);
    try (JsonReader reader = new JsonReader(Files.newInputStream(config), config.toString())) {
      return Settings.read(Json.parse(reader), config.toString());
    }
  }

  /** What the run does. */
  public Settings settings() {
    return settings;
  }

  /** The newest state of the run, with everything that going on needs. */
  public Path last() {
    return folder.resolve("last.safetensors");
  }

  /** The model of the lowest validation loss. */
  public Path best() {
    return folder.resolve("best.safetensors");
  }

  /** The page with the curves. */
  public Path report() {
    return folder.resolve("report.html");
  }

  /** Adds a line to the metrics. */
  public void append(Metrics metrics) throws IOException {
    Files.write(
        folder.resolve(METRICS),
        metrics.line().getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** All metrics so far. */
  public List<Metrics> metrics() throws IOException {
    Path file = folder.resolve(METRICS);
    return Files.exists(file) ? Metrics.read(file) : List.of();
  }

  /** Drops the metrics of steps that will be made again. */
  public void forgetMetricsAfter(int step) throws IOException {
    List<Metrics> kept = new ArrayList<>(metrics());
    kept.removeIf(metrics -> metrics.step() > step);
    StringBuilder lines = new StringBuilder();
    kept.forEach(metrics -> lines.append(metrics.line()));
    AtomicFile.write(folder.resolve(METRICS), lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  private static FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    @Nullable FileLock held;
    try {
      held = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      held = null;
    }
    if (held == null) {
      channel.close();
      throw new IOException("another process is training in " + folder);
    }
    return channel;
  }
}
