// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.Algorithm;
import dear.clrs.certificate.Certificate;
import dear.clrs.certificate.Verdict;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.reasoner.inference.Prediction;
import dear.reasoner.model.AnswerFeatures;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A question of a test: a problem with a known answer, in one or several equivalent phrasings. */
public final class TestQuestion {
  /** What the first phrasing asks, for certificates. */
  record Source(Algorithm algorithm, Inputs inputs) {}

  private final List<Phrasing> phrasings;
  private final Optional<Source> source;

  TestQuestion(List<Phrasing> phrasings, Optional<Source> source) {
    this.phrasings = List.copyOf(phrasings);
    this.source = source;
  }

  /** Returns a question that is asked once and scored where the problem has answers. */
  public static TestQuestion of(Problem problem) {
    return once(problem, Optional.empty());
  }

  /**
   * Returns the same with a certificate for the answer.
   *
   * @param algorithm the algorithm whose answers are checked
   * @param inputs its inputs, as the problem has them
   */
  public static TestQuestion of(Problem problem, Algorithm algorithm, Inputs inputs) {
    return once(problem, Optional.of(new Source(algorithm, inputs)));
  }

  private static TestQuestion once(Problem problem, Optional<Source> source) {
    int[] names = IntStream.range(0, problem.nodes()).toArray();
    return new TestQuestion(List.of(new Phrasing(problem, Optional.empty(), names)), source);
  }

  /**
   * Returns a question that is asked once; answers about pairs of nodes are scored on edges, where
   * the network answers, and between all pairs.
   *
   * @param solved a preprocessed instance
   * @param algorithm the algorithm whose answers are checked
   */
  static TestQuestion of(Network network, Instance solved, Algorithm algorithm) {
    return new TestQuestion(
        List.of(Phrasing.of(network, solved)), Optional.of(new Source(algorithm, solved.inputs())));
  }

  /** Returns a question to a model, as {@link #of(Network, Instance, Algorithm)} does. */
  public static TestQuestion of(Model model, Instance solved) {
    return of(model.network(), solved, model.settings().algorithm());
  }

  /**
   * Returns the verdict of a certificate on an answer. Answers about pairs of nodes are judged as a
   * whole, since those on edges alone cannot be proved right.
   */
  Optional<Verdict> verdict(List<Prediction> predictions, List<Prediction> overPairs) {
    Problem judged = overPairs().orElse(problem());
    List<Prediction> said = overPairs().isPresent() ? overPairs : predictions;
    return source.map(it ->
        Certificate.check(
                it.algorithm(),
                it.inputs(),
                AnswerFeatures.of(it.algorithm(), it.inputs(), judged.answers(), said))
            .verdict());
  }

  /** Returns the problem as it was given. */
  Problem problem() {
    return phrasings.getFirst().problem();
  }

  Optional<Problem> overPairs() {
    return phrasings.getFirst().overPairs();
  }

  List<Phrasing> phrasings() {
    return phrasings;
  }
}
