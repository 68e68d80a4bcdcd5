// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.Algorithm;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.RandomSource;
import dear.clrs.trait.Invariance;
import java.util.Arrays;

/**
 * Gives a graph other weights, under which shortest paths have many edges: nodes get places on a
 * line, and an edge weighs a power of the distance of its ends plus a small part of the weight it
 * had. Several short edges in a row are then lighter than a long one. In a graph without cycles the
 * line follows its edges.
 *
 * <p>The shortest paths of a large graph have more edges than those of a small one, because there
 * are more light edges to choose from. Training graphs hardly have such paths by chance. The answer
 * changes.
 */
public final class LongPaths {
  /** The part of a weight's own share that is kept is at least this large. */
  private static final double LEAST_PART = 0.03;

  private LongPaths() {}

  /** Changes the weights of a graph; problems of which the weights do not add up stay the same. */
  public static Inputs of(Algorithm algorithm, Inputs inputs, RandomSource random) {
    if (algorithm.traits().invariance() != Invariance.WEIGHT_RATIOS) {
      return inputs;
    }
    double part = StrictMath.pow(LEAST_PART, random.nextDouble());
    double power = 1 + random.nextDouble();
    double[] places = places(inputs.nodes(), random);
    int[] order = order(inputs.graph());
    return alongLine(
        algorithm,
        inputs,
        order.length < places.length ? places : sorted(places, order),
        power,
        part);
  }

  /**
   * Replaces all weights but a part of each by powers of distances between places.
   *
   * @param part how much of the former weight is kept, at most 1
   */
  static Inputs alongLine(
      Algorithm algorithm, Inputs inputs, double[] places, double power, double part) {
    Graph graph = inputs.graph();
    double[] weights = graph.weights().clone();
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        double distance = Math.abs(places[i] - places[graph.columns()[e]]);
        weights[e] = (1 - part) * StrictMath.pow(distance, power) + part * weights[e];
      }
    }
    return Rescaling.withWeights(algorithm, inputs, weights);
  }

  /** Draws a place in [0, 1] for each node. */
  static double[] places(int nodes, RandomSource random) {
    double[] places = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      places[i] = random.nextDouble();
    }
    return places;
  }

  private static double[] sorted(double[] places, int[] order) {
    double[] ascending = places.clone();
    Arrays.sort(ascending);
    double[] sorted = new double[places.length];
    for (int k = 0; k < order.length; k++) {
      sorted[order[k]] = ascending[k];
    }
    return sorted;
  }

  /** Returns the nodes in an order that all edges follow, without those behind a cycle. */
  private static int[] order(Graph graph) {
    int[] open = new int[graph.nodes()];
    for (int head : graph.columns()) {
      open[head]++;
    }
    for (int i = 0; i < open.length; i++) {
      open[i]--; // every node has a loop, which orders nothing
    }
    int[] order = new int[graph.nodes()];
    int found = 0;
    for (int i = 0; i < open.length; i++) {
      if (open[i] == 0) {
        order[found++] = i;
      }
    }
    for (int next = 0; next < found; next++) {
      int i = order[next];
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        int head = graph.columns()[e];
        if (head != i && --open[head] == 0) {
          order[found++] = head;
        }
      }
    }
    return Arrays.copyOf(order, found);
  }
}
