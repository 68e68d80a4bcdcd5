// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.Algorithm;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.RandomSource;
import dear.clrs.trait.Invariance;

/**
 * Gives a weighted graph other weights, under which many paths are nearly as short as the shortest:
 * nodes get places on a line, and an edge weighs the distance of its ends plus a small part of the
 * weight it had. All ways along the line are then equal but for those small parts.
 *
 * <p>A node of a large dense graph has many neighbours, and the best of them is hardly better than
 * the next. Small graphs have few such choices by chance; these weights bring them about, so that a
 * model learns to tell apart what it will have to tell apart later. The answer changes.
 */
public final class NearTies {
  /** The part of a weight that is kept is at least this large. */
  private static final double LEAST_PART = 0.03;

  private NearTies() {}

  /** Changes the weights of a graph; inputs of algorithms without weights stay as they are. */
  public static Inputs of(Algorithm algorithm, Inputs inputs, RandomSource random) {
    if (algorithm.traits().invariance() != Invariance.WEIGHT_RATIOS) {
      return inputs;
    }
    Graph graph = inputs.graph();
    double part = StrictMath.pow(LEAST_PART, random.nextDouble());
    double[] places = new double[graph.nodes()];
    for (int i = 0; i < places.length; i++) {
      places[i] = random.nextDouble();
    }
    double[] weights = graph.weights().clone();
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        double distance = Math.abs(places[i] - places[graph.columns()[e]]);
        weights[e] = (1 - part) * distance + part * weights[e];
      }
    }
    return Rescaling.withWeights(algorithm, inputs, weights);
  }
}
