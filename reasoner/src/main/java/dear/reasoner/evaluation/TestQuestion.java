// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.data.Instance;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A question of a test: a problem with a known answer, in one or several equivalent phrasings. */
public final class TestQuestion {
  private final List<Phrasing> phrasings;

  TestQuestion(List<Phrasing> phrasings) {
    this.phrasings = List.copyOf(phrasings);
  }

  /** Returns a question that is asked once and scored where the network answers. */
  public static TestQuestion of(Problem problem) {
    int[] names = IntStream.range(0, problem.nodes()).toArray();
    return new TestQuestion(List.of(new Phrasing(problem, Optional.empty(), names)));
  }

  /**
   * Returns a question that is asked once; answers about pairs of nodes are scored on edges, where
   * the network answers, and between all pairs.
   *
   * @param solved a preprocessed instance
   */
  public static TestQuestion of(Network network, Instance solved) {
    return new TestQuestion(List.of(Phrasing.of(network, solved)));
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
