// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.data.Instance;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetReader;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.model.Model;
import dear.reasoner.problem.Problem;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The graphs that models are tested on, and the test itself. */
public final class TestGraphs {
  private TestGraphs() {}

  /**
   * Graphs from the test stream of a seed. They are the same for every model of the algorithm,
   * whatever its training seed, and never occur in training or validation.
   */
  public static List<Problem> drawn(Model model, int nodes, int count, long seed) {
    Settings settings = model.settings().with(Setting.SEED, Long.toString(seed));
    return new ProblemSource(settings, model.network()).fixed("test", nodes, count);
  }

  /** The instances of a dataset that satisfy a condition, with their positions unchanged. */
  public static List<Problem> read(Model model, Path data, Predicate<Instance> wanted)
      throws IOException {
    Preprocessing processing = new Preprocessing(true, true, false);
    List<Problem> problems = new ArrayList<>();
    try (DatasetReader reader = new DatasetReader(data)) {
      int line = 1;
      for (Optional<DatasetEntry> next = reader.next();
          next.isPresent();
          next = reader.next(), line++) {
        DatasetEntry entry = next.get();
        if (!model.answers(entry.algorithm())) {
          throw new IllegalArgumentException(
              "%s line %d is an instance of %s, but the model was trained on %s"
                  .formatted(data, line, entry.algorithm(), model.settings().algorithm()));
        }
        if (!wanted.test(entry.instance())) {
          continue;
        }
        try {
          Instance prepared =
              processing.apply(model.settings().algorithm(), entry.instance(), SplitStream.of(0));
          problems.add(model.network().problem(prepared));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "%s line %d: %s".formatted(data, line, e.getMessage()), e);
        }
      }
    }
    if (problems.isEmpty()) {
      throw new IllegalArgumentException(data + " contains no instance to score");
    }
    return problems;
  }

  /** Solves problems and scores the answers. */
  public static EvaluationReport examine(Model model, List<Problem> problems, Workers workers) {
    return new Evaluation(
            model.network(), model.parameters(), model.settings().inference(), workers)
        .run(problems);
  }
}
