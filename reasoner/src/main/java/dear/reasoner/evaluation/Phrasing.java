// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.reasoner.network.Network;
import dear.reasoner.problem.AnswerScope;
import dear.reasoner.problem.Problem;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One of several equivalent ways to ask a question.
 *
 * @param problem the question
 * @param overPairs the same with answers between all pairs of nodes, if an answer is about pairs
 *     and the network answers on edges only
 * @param names the number that each node of the first phrasing has in this one
 */
@SuppressWarnings("ArrayRecordComponent") // numbers to look up, never to compare
record Phrasing(Problem problem, Optional<Problem> overPairs, int[] names) {
  /** Returns the question as it was given. */
  static Phrasing of(Network network, Instance solved) {
    return new Phrasing(
        network.problem(solved),
        asksOnEdges(network) ? Optional.of(network.problemOverPairs(solved)) : Optional.empty(),
        IntStream.range(0, solved.nodes()).toArray());
  }

  /** Returns another phrasing, whose answer is known from the first. */
  static Phrasing of(Network network, Inputs inputs, int[] names, int steps) {
    return new Phrasing(
        network.problem(inputs).withSteps(steps),
        asksOnEdges(network)
            ? Optional.of(network.problemOverPairs(inputs).withSteps(steps))
            : Optional.empty(),
        names);
  }

  private static boolean asksOnEdges(Network network) {
    return network.options().scope() == AnswerScope.EDGES
        && network.outputs().stream().anyMatch(it -> it.location() == Location.EDGE);
  }
}
