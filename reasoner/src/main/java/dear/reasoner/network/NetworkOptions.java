// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.Algorithm;
import dear.reasoner.problem.AnswerScope;
import dear.reasoner.problem.Wiring;

/**
 * The options of a network.
 *
 * @param processor where the state lives
 * @param width the number of channels
 * @param wiring the edges along which messages flow
 * @param scope the pairs of nodes that answers may refer to
 * @param training how permutations are made in training
 * @param evaluation how permutations are made in evaluation
 */
public record NetworkOptions(
    ProcessorKind processor,
    int width,
    Wiring wiring,
    AnswerScope scope,
    Permutations training,
    Permutations evaluation) {
  /** The paper's width. */
  public static final int DEFAULT_WIDTH = 128;

  /** Checks the width. */
  public NetworkOptions {
    if (width < 1) {
      throw new IllegalArgumentException(
          "the width of a network must be at least 1, but is " + width);
    }
  }

  /**
   * Returns the authors' choices for an algorithm, or their equivalent for algorithms that the
   * authors did not use.
   */
  public static NetworkOptions of(Algorithm algorithm) {
    Wiring wiring =
        switch (algorithm.traits().pointers()) {
          case EDGES, ANY_NODE -> Wiring.DIRECTED;
          case EDGES_BOTH_WAYS -> Wiring.BOTH_WAYS;
        };
    AnswerScope scope =
        switch (algorithm.traits().pointers()) {
          case EDGES, EDGES_BOTH_WAYS -> AnswerScope.EDGES;
          case ANY_NODE -> AnswerScope.PAIRS;
        };
    return new NetworkOptions(
        ProcessorKind.NODES,
        DEFAULT_WIDTH,
        wiring,
        scope,
        Permutations.Sinkhorn.TRAINING,
        Permutations.Sinkhorn.EVALUATION);
  }

  /** Returns a copy with another processor. */
  public NetworkOptions withProcessor(ProcessorKind value) {
    return new NetworkOptions(value, width, wiring, scope, training, evaluation);
  }

  /** Returns a copy with another width. */
  public NetworkOptions withWidth(int value) {
    return new NetworkOptions(processor, value, wiring, scope, training, evaluation);
  }

  /** Returns a copy with other wiring. */
  public NetworkOptions withWiring(Wiring value) {
    return new NetworkOptions(processor, width, value, scope, training, evaluation);
  }

  /** Returns a copy with another scope. */
  public NetworkOptions withScope(AnswerScope value) {
    return new NetworkOptions(processor, width, wiring, value, training, evaluation);
  }

  /** Returns a copy with other permutations. */
  public NetworkOptions withPermutations(Permutations inTraining, Permutations inEvaluation) {
    return new NetworkOptions(processor, width, wiring, scope, inTraining, inEvaluation);
  }
}
