// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import java.util.Optional;

/**
 * Computes losses from logits: cross-entropy for pointers, classes and masks of one, binary
 * cross-entropy for masks. No algorithm has a real-valued output.
 *
 * <p>Losses are sums over the positions of a graph; the caller divides them by the number of
 * targets in the batch. A target that no edge leads to is excluded from both.
 *
 * <p>Pointers that should be a permutation pass through Sinkhorn's normalisation first; the result
 * is bounded below by a soft floor and goes into the same softmax over edges.
 */
final class Losses {
  /** The soft floor under the logarithms of a permutation, as in the authors' code. */
  private static final float FLOOR = -6;

  private static final float FLOOR_SLOPE = 0.01f;

  private final ProgramBuilder b;
  private final Permutations permutations;

  Losses(ProgramBuilder b, Permutations permutations) {
    this.b = b;
    this.permutations = permutations;
  }

  /** Masks and classes, at any location. */
  Head plain(FeatureSpec spec, Value logits) {
    return switch (spec.type()) {
      case MASK -> {
        Head.Truth.Amount truth = amount(spec, logits.rows());
        Value loss = b.binaryCrossEntropy(logits, truth.amounts(), truth.weights());
        yield new Head(spec, logits, logits, loss, truth, Optional.empty());
      }
      case MASK_ONE -> toOneNode(spec, logits);
      case CATEGORICAL ->
          chosen(
              spec,
              logits,
              b.logSoftmaxOverColumns(logits),
              logits.rows(),
              new Rows.Fixed(spec.classes()));
      case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
          throw new IllegalArgumentException(spec.name() + " is a pointer");
      case SCALAR ->
          throw new IllegalArgumentException(
              spec.name() + " is real-valued, which is not supported for outputs");
    };
  }

  /** One node of the graph: logits by node. */
  Head toOneNode(FeatureSpec spec, Value logits) {
    return chosen(spec, logits, b.logSoftmaxOverRows(logits), Rows.GRAPH, Rows.NODES);
  }

  /** A node for each edge: logits by edge and node. */
  Head ofEdges(FeatureSpec spec, Value logits) {
    return chosen(spec, logits, b.logSoftmaxOverNodes(logits), Rows.EDGES, Rows.NODES);
  }

  /** An edge for each node: logits by edge, each from its row to its column. */
  Head alongEdges(FeatureSpec spec, Value logits, Index row, Index column) {
    Optional<Value> noise = Optional.empty();
    Value scores = logits;
    if (spec.type() == Type.PERMUTATION_POINTER
        && permutations instanceof Permutations.Sinkhorn(int rounds, double tau, boolean noisy)) {
      Value x = logits;
      if (noisy) {
        noise = Optional.of(b.constant("noise " + spec.name(), Rows.EDGES, 1));
        x = b.add(logits, noise.get());
      }
      scores = b.softFloor(b.logSinkhorn(x, row, column, (float) tau, rounds), FLOOR, FLOOR_SLOPE);
    }
    Index choice = b.optionalIndex("target " + spec.name(), Rows.NODES, Rows.EDGES);
    Value loss = b.crossEntropy(b.logSoftmax(scores, row), choice);
    return new Head(spec, logits, scores, loss, new Head.Truth.Choice(choice), noise);
  }

  private Head.Truth.Amount amount(FeatureSpec spec, Rows rows) {
    return new Head.Truth.Amount(
        b.constant("target " + spec.name(), rows, 1), b.constant("weight " + spec.name(), rows, 1));
  }

  private Head chosen(FeatureSpec spec, Value logits, Value logP, Rows rows, Rows into) {
    Index target = b.optionalIndex("target " + spec.name(), rows, into);
    return new Head(
        spec,
        logits,
        logits,
        b.crossEntropy(logP, target),
        new Head.Truth.Choice(target),
        Optional.empty());
  }
}
