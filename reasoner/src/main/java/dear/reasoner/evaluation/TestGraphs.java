// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.Algorithm;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.model.Model;
import dear.reasoner.problem.Problem;
import dear.reasoner.sampling.GivenInstances;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The graphs that models are tested on, and the test itself. */
public final class TestGraphs {
  private static final String SPLIT = "test";

  private TestGraphs() {}

  /**
   * Graphs from the test stream of a seed. They are the same for every model of the algorithm,
   * whatever its training seed, and never occur in training or validation.
   */
  public static List<Problem> drawn(Model model, int nodes, int count, long seed) {
    Settings settings = model.settings().with(Setting.SEED, Long.toString(seed));
    return new ProblemSource(settings, model.network()).fixed(SPLIT, nodes, count);
  }

  /** The instances of a dataset that satisfy a condition, with their positions unchanged. */
  public static List<Problem> read(Model model, Path data, Predicate<Instance> wanted)
      throws IOException {
    return read(Subject.of(model), data, wanted, model.network()::problem);
  }

  /**
   * Questions for a model. Answers about pairs of nodes are scored on edges and between all pairs.
   *
   * @param phrasings the number of equivalent ways to ask each
   */
  public static List<TestQuestion> questions(Model model, TestSource source, int phrasings)
      throws IOException {
    Settings settings = model.settings();
    Function<Instance, TestQuestion> once = it -> TestQuestion.of(model, it);
    if (source instanceof TestSource.Given given && given.parts() > 1) {
      return given.cut(questions(model, new TestSource.Given(given.data()), phrasings));
    }
    if (phrasings == 1 && source instanceof TestSource.Given given) {
      return read(Subject.of(model), given.data(), _ -> true, once); // errors name the line
    }
    List<Instance> graphs = instances(Subject.of(model), settings.preprocessing(), source);
    if (phrasings == 1) {
      return graphs.stream().map(once).toList();
    }
    SplitStream random = SplitStream.of(/* seed= */ 0).split("phrasings");
    List<TestQuestion> questions = new ArrayList<>();
    int first = source instanceof TestSource.Drawn drawn ? drawn.first() : 0;
    for (int k = 0; k < graphs.size(); k++) {
      questions.add(
          EquivalentQuestions.of(model, graphs.get(k), phrasings, random.split(first + k)));
    }
    return questions;
  }

  /**
   * What is tested.
   *
   * @param algorithm the algorithm that instances are prepared for
   * @param answers whether instances of another algorithm will do
   */
  record Subject(Algorithm algorithm, Predicate<Algorithm> answers) {
    static Subject of(Model model) {
      return new Subject(model.settings().algorithm(), model::answers);
    }

    static Subject of(Algorithm algorithm) {
      return new Subject(algorithm, algorithm::sameTaskAs);
    }
  }

  /**
   * Preprocessed instances to test something on.
   *
   * @param preprocessing as in training; the source decides about positions
   */
  static List<Instance> instances(Subject subject, Preprocessing preprocessing, TestSource source)
      throws IOException {
    return switch (source) {
      case TestSource.Drawn drawn ->
          ProblemSource.prepared(
              subject
                  .algorithm()
                  .samples(drawn.seed())
                  .split(SPLIT)
                  .size(drawn.nodes())
                  .options(drawn.options()),
              drawn.first(),
              drawn.count(),
              drawn.positions().in(preprocessing));
      case TestSource.Given given -> given.cut(read(subject, given.data(), _ -> true, it -> it));
    };
  }

  private static <T> List<T> read(
      Subject subject, Path data, Predicate<Instance> wanted, Function<Instance, T> prepared)
      throws IOException {
    return GivenInstances.read(data, subject.algorithm(), subject.answers(), wanted, prepared);
  }

  /** Solves problems and scores the answers. */
  public static EvaluationReport examine(Model model, List<Problem> problems, Workers workers) {
    return new Evaluation(
            model.network(), model.parameters(), model.settings().inference(), workers)
        .run(problems);
  }
}
