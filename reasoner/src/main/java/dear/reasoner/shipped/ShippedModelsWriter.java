// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.shipped;

import dear.io.AtomicFile;
import dear.io.Sha256;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.training.Validation;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Writes a folder of models to ship, with the index that {@link ShippedModels} reads. Digest and
 * scores are computed from the bytes that are stored, so they cannot disagree with them.
 */
public final class ShippedModelsWriter {
  /** The paper's test. */
  private static final int NODES = 64;

  private static final int COUNT = 100;

  /** A check that is fast enough for a test. */
  private static final int CHECK_NODES = 32;

  private static final int CHECK_COUNT = 20;

  /** A stream that no setting of any model was chosen on; it is looked at once per model. */
  private static final long SEED = 2026;

  private final Path folder;

  /** Starts or extends the shelf in a folder, which is created if necessary. */
  public ShippedModelsWriter(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** Evaluates a model file and adds it to the shelf, replacing any model of the same name. */
  public ShippedModel add(String name, Path file, Workers workers) throws IOException {
    return add(name, file, Map.of(), workers);
  }

  /**
   * The same for a model that searches in another way from now on.
   *
   * @param search settings of the search that replace those of the file
   */
  public ShippedModel add(String name, Path file, Map<Setting, String> search, Workers workers)
      throws IOException {
    byte[] given = Files.readAllBytes(file);
    Model model = Model.load(file).searching(search); // also checks the manifest next to it
    byte[] bytes = search.isEmpty() ? given : model.bytes();
    List<ShippedModel> entries = new ArrayList<>(entries());
    ShippedModel entry =
        new ShippedModel(
            name,
            model.settings().algorithm(),
            Sha256.of(bytes),
            score(model, NODES, COUNT, workers),
            score(model, CHECK_NODES, CHECK_COUNT, workers),
            trainingSeconds(file, model, Sha256.of(given), entries),
            totalSteps(model.provenance(), Sha256.of(given), entries));
    int place = entries.stream().map(ShippedModel::name).toList().indexOf(name);
    if (place < 0) {
      entries.add(entry);
    } else {
      entries.set(place, entry);
    }
    AtomicFile.write(folder.resolve(entry.file()), bytes);
    ShippedModels.writeIndex(folder, entries);
    ShippedModels.in(folder).load(entry); // checks that the result can be read back
    return entry;
  }

  private List<ShippedModel> entries() throws IOException {
    return Files.exists(folder.resolve(ShippedModels.INDEX))
        ? ShippedModels.in(folder).all()
        : List.of();
  }

  /**
   * Returns how long a model was trained, if its file is still in its run folder or the same file
   * is on the shelf, scored anew.
   */
  private static OptionalDouble trainingSeconds(
      Path file, Model model, String digest, List<ShippedModel> shelf) throws IOException {
    Path run = file.toAbsolutePath().getParent();
    if (run == null || !Files.exists(run.resolve("config.json"))) {
      return shelf.stream()
          .filter(it -> it.sha256().equals(digest))
          .flatMapToDouble(it -> it.trainingSeconds().stream())
          .findFirst();
    }
    String step = model.provenance().fact("step");
    return Validation.read(run).stream()
        .filter(validation -> Integer.toString(validation.step()).equals(step))
        .mapToDouble(Validation::seconds)
        .findFirst();
  }

  /**
   * Returns how many steps a model was trained for in all. Model files know it, unless they
   * continue one of a time when they did not; then the shelf may know it, of the same file or of
   * that one.
   */
  private static OptionalInt totalSteps(Provenance model, String digest, List<ShippedModel> shelf) {
    OptionalInt known = totalSteps(digest, shelf);
    if (known.isEmpty()) {
      known = model.totalSteps();
    }
    return known.isPresent() || model.initialDigest().isEmpty()
        ? known
        : model.totalSteps(totalSteps(model.initialDigest().get(), shelf));
  }

  private static OptionalInt totalSteps(String digest, List<ShippedModel> shelf) {
    return shelf.stream()
        .filter(it -> it.sha256().equals(digest))
        .flatMapToInt(it -> it.totalSteps().stream())
        .findFirst();
  }

  private static RecordedScore score(Model model, int nodes, int count, Workers workers) {
    EvaluationReport report =
        TestGraphs.examine(model, TestGraphs.drawn(model, nodes, count, SEED), workers);
    return RecordedScore.of(report, nodes, count, SEED);
  }
}
