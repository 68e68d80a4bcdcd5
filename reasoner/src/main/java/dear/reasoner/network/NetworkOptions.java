// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.Algorithm;
import dear.clrs.trait.PointerReach;
import dear.reasoner.problem.AnswerScope;
import dear.reasoner.problem.Comparisons;
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
 * @param messages what only messages have, for a state at the nodes
 * @param comparisons scales at which two nodes' numbers are compared, for a state on pairs
 */
public record NetworkOptions(
    ProcessorKind processor,
    int width,
    Wiring wiring,
    AnswerScope scope,
    Permutations training,
    Permutations evaluation,
    Messages messages,
    int comparisons) {

  /**
   * What only messages have.
   *
   * @param linearPath channels of the linear path beside the message; 0 for none
   * @param comparisons scales at which the numbers of an edge's nodes are compared; 0 for none
   */
  public record Messages(int linearPath, int comparisons) {
    /** The paper's: neither. */
    public static final Messages PLAIN = new Messages(0, 0);
  }

  /** The paper's width. */
  public static final int DEFAULT_WIDTH = 128;

  /** Checks the numbers. */
  public NetworkOptions {
    if (width < 1) {
      throw new IllegalArgumentException(
          "the width of a network must be at least 1, but is " + width);
    }
    if (!messages.equals(Messages.PLAIN) && processor != ProcessorKind.NODES) {
      throw new IllegalArgumentException(
          "a linear path and comparisons at the edges need a state at the nodes, not %s"
              .formatted(processor));
    }
  }

  /**
   * Returns the authors' choices for an algorithm, or their equivalent for algorithms that the
   * authors did not use.
   */
  public static NetworkOptions of(Algorithm algorithm) {
    PointerReach pointers = algorithm.traits().pointers();
    boolean alwaysDirected =
        algorithm.graphForm().map(it -> it.symmetry().isDirected()).orElse(false);
    Wiring wiring =
        pointers == PointerReach.PREDECESSORS && alwaysDirected
            ? Wiring.BOTH_WAYS
            : Wiring.DIRECTED;
    AnswerScope scope =
        switch (pointers) {
          case EDGES -> AnswerScope.EDGES;
          case PREDECESSORS -> AnswerScope.PREDECESSORS;
          case ANY_NODE -> AnswerScope.PAIRS;
        };
    return new NetworkOptions(
        ProcessorKind.NODES,
        DEFAULT_WIDTH,
        wiring,
        scope,
        Permutations.Sinkhorn.TRAINING,
        Permutations.Sinkhorn.EVALUATION,
        Messages.PLAIN,
        Comparisons.MOST_SCALES);
  }

  /** Returns a copy with another processor. */
  public NetworkOptions withProcessor(ProcessorKind value) {
    return new NetworkOptions(
        value, width, wiring, scope, training, evaluation, messages, comparisons);
  }

  /** Returns a copy with another width. */
  public NetworkOptions withWidth(int value) {
    return new NetworkOptions(
        processor, value, wiring, scope, training, evaluation, messages, comparisons);
  }

  /** Returns a copy with other wiring. */
  public NetworkOptions withWiring(Wiring value) {
    return new NetworkOptions(
        processor, width, value, scope, training, evaluation, messages, comparisons);
  }

  /** Returns a copy with another scope. */
  public NetworkOptions withScope(AnswerScope value) {
    return new NetworkOptions(
        processor, width, wiring, value, training, evaluation, messages, comparisons);
  }

  /** Returns a copy with other permutations. */
  public NetworkOptions withPermutations(Permutations inTraining, Permutations inEvaluation) {
    return new NetworkOptions(
        processor, width, wiring, scope, inTraining, inEvaluation, messages, comparisons);
  }

  /** Returns a copy with other messages. */
  public NetworkOptions withMessages(Messages value) {
    return new NetworkOptions(
        processor, width, wiring, scope, training, evaluation, value, comparisons);
  }

  /** Returns a copy with another number of scales of comparisons. */
  public NetworkOptions withComparisons(int scales) {
    return new NetworkOptions(
        processor, width, wiring, scope, training, evaluation, messages, scales);
  }
}
