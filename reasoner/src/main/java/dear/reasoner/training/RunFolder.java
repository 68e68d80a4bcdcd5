// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.io.AtomicFile;
import dear.io.Json;
import dear.io.JsonReader;
import dear.io.JsonWriter;
import dear.io.Sha256;
import dear.reasoner.model.Model;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Choices;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The folder of a training run. One process at a time holds it. Every file in it is complete at all
 * times, except for the last line of {@code metrics.jsonl}, which is trimmed on resumption.
 */
public final class RunFolder implements Closeable {
  private static final String CONFIG = "config.json";
  private static final String METRICS = "metrics.jsonl";
  private static final String LAST = "last.safetensors";
  private static final String BEST = "best.safetensors";

  /** The digests of the datasets that a run is trained and validated on. */
  private static final String DATA_DIGEST = "data_sha256";

  private static final String VALIDATION_DIGEST = "validation_data_sha256";

  private static final Set<String> MEMBERS = Set.of("algorithm", "settings", "data", "provenance");

  private final Path folder;
  private final Settings settings;
  private final FolderLock lock;
  private Provenance provenance;

  /** The contents of a run's configuration file. */
  private record Config(Settings settings, Provenance provenance) {
    void write(Path folder) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (JsonWriter json = JsonWriter.indented(bytes)) {
        json.beginObject();
        settings.write(json);
        ProblemSource.writeStreams(settings, json);
        provenance.write(json);
        json.endObject().endDocument();
      }
      AtomicFile.write(folder.resolve(CONFIG), bytes.toByteArray());
    }
  }

  private RunFolder(Path folder, Config config, FolderLock lock) {
    this.folder = folder;
    this.settings = config.settings();
    this.provenance = config.provenance();
    this.lock = lock;
  }

  /** Starts a run in an empty or new folder. */
  public static RunFolder create(Path folder, Settings settings, Provenance provenance)
      throws IOException {
    return create(folder, settings, provenance, Optional.empty());
  }

  /** Starts a run in an empty or new folder, from the weights of a model. */
  public static RunFolder create(
      Path folder, Settings settings, Provenance provenance, InitialWeights initial)
      throws IOException {
    return create(folder, settings, initial.addTo(provenance), Optional.of(initial));
  }

  private static RunFolder create(
      Path folder, Settings settings, Provenance provenance, Optional<InitialWeights> initial)
      throws IOException {
    ProblemSource.requireSizes(settings);
    Optional<TrainingState> start =
        initial.isPresent() ? Optional.of(initial.get().stateFor(settings)) : Optional.empty();
    try {
      Files.createDirectories(folder);
    } catch (FileSystemException e) {
      throw new IOException("cannot create the folder " + folder + ": " + e.getMessage(), e);
    }
    requireFree(folder); // before the lock, which leaves a file behind
    FolderLock lock = FolderLock.on(folder);
    try {
      requireFree(folder);
      removeFragments(folder);
      if (start.isPresent()) {
        start.get().save(folder.resolve(LAST)); // before the config, which makes it a run
      } else {
        Files.deleteIfExists(folder.resolve(LAST)); // of a run from other weights that never began
        Files.deleteIfExists(folder.resolve(LAST + ".sha256"));
      }
      Provenance known = provenance;
      for (Map.Entry<String, Path> it : datasets(settings).entrySet()) {
        known = known.with(it.getKey(), digest(it.getValue()));
      }
      Config config = new Config(settings, known);
      config.write(folder);
      return new RunFolder(folder, config, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** The datasets of a run by the names of their digests. */
  private static Map<String, Path> datasets(Settings settings) {
    Map<String, Path> datasets = new LinkedHashMap<>();
    settings.dataset().ifPresent(it -> datasets.put(DATA_DIGEST, it));
    settings.validationDataset().ifPresent(it -> datasets.put(VALIDATION_DIGEST, it));
    return datasets;
  }

  /** Checks that the datasets of the run, if it has any, are those that it began with. */
  void requireSameData() throws IOException {
    for (Map.Entry<String, Path> it : datasets(settings).entrySet()) {
      Optional<String> began = Optional.ofNullable(provenance.facts().get(it.getKey()));
      if (began.isPresent() && !digest(it.getValue()).equals(began.get())) {
        throw new IOException(
            "%s is not the dataset that the run in %s began with; put that one back, or start a new run"
                .formatted(it.getValue(), folder));
      }
    }
  }

  private static String digest(Path data) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = Files.newInputStream(data)) {
      in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    } catch (NoSuchFileException e) {
      throw new IOException("there is no dataset " + data, e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Opens the folder of an existing run and gives the run another length, longer or shorter. From
   * where it is, the run continues with the learning rates of a run of that length.
   *
   * @throws IllegalArgumentException if the run has already passed that many steps
   */
  public static RunFolder open(Path folder, int steps) throws IOException {
    RunFolder run = open(folder);
    try {
      int done = Files.exists(run.last()) ? TrainingState.step(run.last()) : 0;
      if (done > steps) {
        throw new IllegalArgumentException(
            "the run in %s was already trained on %d steps; it cannot end at %d"
                .formatted(folder, done, steps));
      }
      int before = run.settings.steps();
      if (before == steps) {
        return run;
      }
      Config config =
          new Config(
              run.settings.with(Setting.STEPS, Integer.toString(steps)),
              run.provenance.extended(before, steps, done));
      config.write(folder);
      return new RunFolder(folder, config, run.lock);
    } catch (IOException | RuntimeException e) {
      run.close();
      throw e;
    }
  }

  /** Opens the folder of an existing run. */
  public static RunFolder open(Path folder) throws IOException {
    if (!Files.exists(folder.resolve(CONFIG))) {
      throw new IOException(folder + " does not contain a training run: it has no " + CONFIG);
    }
    FolderLock lock = FolderLock.on(folder);
    try {
      removeFragments(folder);
      return new RunFolder(folder, read(folder), lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static void requireFree(Path folder) throws IOException {
    if (Files.exists(folder.resolve(CONFIG))) {
      throw new IOException(
          folder + " already contains a training run; resume it, or choose another folder");
    }
    List<Path> content;
    try (Stream<Path> files = Files.list(folder)) {
      content = files.toList();
    }
    boolean begun = content.stream().anyMatch(FolderLock::isLock);
    if (!content.stream().allMatch(file -> isUnfinished(file) || (begun && isFirst(file)))) {
      throw new IOException(folder + " is not empty; choose another folder");
    }
  }

  /** Returns whether a process that was killed before the config may have written the file. */
  private static boolean isFirst(Path file) {
    return FolderLock.isLock(file)
        || Set.of(LAST, LAST + ".sha256").contains(file.getFileName().toString());
  }

  /** Removes partial files left by a killed process. */
  private static void removeFragments(Path folder) throws IOException {
    for (Path fragment : fragments(folder)) {
      Files.deleteIfExists(fragment);
    }
  }

  /** Returns whether there are partial files, of a process that was killed or still writes them. */
  public static boolean hasFragments(Path folder) throws IOException {
    return !fragments(folder).isEmpty();
  }

  private static List<Path> fragments(Path folder) throws IOException {
    try (Stream<Path> content = Files.list(folder)) {
      return content.filter(RunFolder::isUnfinished).toList();
    }
  }

  private static boolean isUnfinished(Path file) {
    return AtomicFile.unfinished(file).isPresent();
  }

  /** Reads the settings of a run, whether or not it is being trained. */
  public static Settings readSettings(Path folder) throws IOException {
    return read(folder).settings();
  }

  private static Config read(Path folder) throws IOException {
    Path config = folder.resolve(CONFIG);
    try (JsonReader reader = new JsonReader(Files.newInputStream(config), config.toString())) {
      Json json = Json.parse(reader);
      if (reader.peek() != JsonReader.Token.END_OF_INPUT) {
        throw reader.error("unexpected text after the end of the document");
      }
      Settings settings = Settings.read(json, config.toString());
      for (String name : json.members().keySet()) {
        if (!MEMBERS.contains(name)) {
          throw new IOException(config + ": unknown member \"" + name + "\"");
        }
      }
      return new Config(settings, Provenance.read(json));
    } catch (IllegalArgumentException e) {
      throw new IOException(config + ": " + e.getMessage(), e);
    }
  }

  /** Returns the settings of the run. */
  public Settings settings() {
    return settings;
  }

  /** Returns the provenance of the program that started the run, and what happened to it since. */
  public Provenance provenance() {
    return provenance;
  }

  /** Records the program that trains the run from a step on, if it is another one than before. */
  void recordProgram(Provenance program, int step) throws IOException {
    Provenance more = provenance.continuedBy(program, step);
    if (!more.equals(provenance)) {
      new Config(settings, more).write(folder);
      provenance = more;
    }
  }

  /** Returns the file of the latest state, with everything needed to resume. */
  public Path last() {
    return folder.resolve(LAST);
  }

  /** Returns the file of the model with the lowest validation loss. */
  public Path best() {
    return folder.resolve(BEST);
  }

  /** Returns the file of the page with the curves. */
  public Path report() {
    return folder.resolve("report.html");
  }

  /** Appends a line to the metrics. */
  public void append(Metrics metrics) throws IOException {
    Path file = folder.resolve(METRICS);
    try {
      Files.write(
          file,
          metrics.line().getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      events().append(metrics, System.currentTimeMillis() / 1e3);
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** The same metrics for TensorBoard, which finds the file by its name. */
  private EventFile events() {
    return new EventFile(folder.resolve("events.out.tfevents.dear"));
  }

  /** Returns all metrics so far. */
  public List<Metrics> metrics() throws IOException {
    return readMetrics(folder);
  }

  /** Reads the metrics of a run, whether or not it is being trained. */
  public static List<Metrics> readMetrics(Path folder) throws IOException {
    Path file = folder.resolve(METRICS);
    return Files.exists(file) ? Metrics.read(file) : List.of();
  }

  /**
   * Reads the number of batches behind a run, whether or not it is being trained: the step that its
   * training would continue from. That is the step of the checkpoint. The metrics may be ahead of
   * it, because they are written first, and then the model, and a process may end in between.
   *
   * <p>A finished run may have come here without its checkpoint, which nobody needs any more. What
   * tells it from one that was killed before its first checkpoint are a validation at the last step
   * and the model that the validations call for.
   */
  public static int readStep(Path folder) throws IOException {
    Path last = folder.resolve(LAST);
    if (Files.exists(last)) {
      return TrainingState.step(last);
    }
    Path best = folder.resolve(BEST);
    if (!Files.exists(best)) {
      return 0;
    }
    Settings settings = readSettings(folder);
    NavigableMap<Integer, Double> losses = new TreeMap<>();
    for (Metrics line : readMetrics(folder)) {
      Optional.ofNullable(line.values().get("validation_loss"))
          .ifPresent(loss -> losses.put(line.step(), loss));
    }
    if (!losses.containsKey(settings.steps())) {
      return 0;
    }
    int kept =
        settings.keep() == Choices.Keep.LAST
            ? settings.steps()
            : Collections.min(losses.entrySet(), Map.Entry.comparingByValue()).getKey();
    String step = Model.load(best).provenance().fact("step");
    return step.equals(Integer.toString(kept)) ? settings.steps() : 0;
  }

  /** Drops the metrics of steps that will be repeated. */
  public void forgetMetricsAfter(int step) throws IOException {
    List<Metrics> kept = new ArrayList<>(metrics());
    kept.removeIf(metrics -> metrics.step() > step);
    StringBuilder lines = new StringBuilder();
    kept.forEach(metrics -> lines.append(metrics.line()));
    AtomicFile.write(folder.resolve(METRICS), lines.toString().getBytes(StandardCharsets.UTF_8));
    events().forgetAfter(step);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
