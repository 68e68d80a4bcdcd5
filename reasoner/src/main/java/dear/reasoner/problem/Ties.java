// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.trait.Traits;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tells equal numbers apart where only their order matters: if some are equal, all become ranks. A
 * network that is trained on numbers that all differ is never asked about others. What the ranks
 * say of equal numbers leads to a right answer, though not always to the algorithm's own:
 *
 * <ul>
 *   <li>of equal keys and weights of edges, the first is the least;
 *   <li>a number looked up comes before the keys that equal it, since the first of them is sought;
 *   <li>an activity may start when another finishes, so finishes come before starts;
 *   <li>of tasks of equal weight, the first is the heaviest.
 * </ul>
 */
final class Ties {
  private Ties() {}

  /** Returns the same inputs if no two of the numbers are equal, else with ranks. */
  static Inputs apart(Traits traits, Inputs inputs) {
    List<String> written = traits.input().features();
    return switch (traits.invariance()) {
      case KEY_ORDER -> ranked(inputs, written, byPlace());
      case TASK_ORDER -> ranked(inputs, List.of(written.getLast()), byPlace().reversed());
      case TARGET_ORDER -> ranked(inputs, written, lastFirst(inputs.nodes()));
      case TIME_ORDER -> ranked(inputs, written, finishesFirst(inputs, written));
      case WEIGHT_ORDER -> inputs.withWeights(ranked(inputs.graph()));
      case NUMBER_RATIOS, PROBABILITY_RATIOS, POINT_PLACES, WEIGHT_RATIOS, ANY_WEIGHTS, NONE ->
          inputs;
    };
  }

  private static Comparator<Integer> byPlace() {
    return Comparator.naturalOrder();
  }

  /** The number that is looked up is counted after all keys. */
  private static Comparator<Integer> lastFirst(int last) {
    return Comparator.<Integer>comparingInt(place -> place == last ? 0 : 1)
        .thenComparing(byPlace());
  }

  /** An activity without duration, which finishes where it starts, lies between both. */
  private static Comparator<Integer> finishesFirst(Inputs inputs, List<String> written) {
    double[] start = inputs.reals(written.getFirst());
    double[] finish = inputs.reals(written.getLast());
    int n = start.length;
    return Comparator.<Integer>comparingInt(
            place -> start[place % n] == finish[place % n] ? 1 : place < n ? 2 : 0)
        .thenComparingInt(place -> place % n)
        .thenComparing(byPlace());
  }

  /** Ranks the numbers of some features together; a place counts on from feature to feature. */
  private static Inputs ranked(Inputs inputs, List<String> features, Comparator<Integer> order) {
    double[] numbers =
        features.stream().flatMapToDouble(name -> Arrays.stream(inputs.reals(name))).toArray();
    if (areDistinct(numbers)) {
      return inputs;
    }
    int[] ranks = ranks(numbers, order);
    Inputs changed = inputs;
    int first = 0;
    for (String name : features) {
      Feature feature = inputs.feature(name);
      double[] values = new double[feature.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = (double) ranks[first++] / (numbers.length - 1);
      }
      changed = changed.with(Feature.of(feature.spec(), feature.size(), values));
    }
    return changed;
  }

  /**
   * Both directions of an edge have one rank, and none is zero, which means that there is no edge.
   * Negative weights, which Kruskal's algorithm skips, and graphs with edges in one direction stay.
   */
  private static double[] ranked(Graph graph) {
    double[] weights = graph.weights();
    int[] rows = graph.rows();
    int[] edges =
        IntStream.range(0, weights.length)
            .filter(e ->
                rows[e] < graph.columns()[e] || (rows[e] == graph.columns()[e] && weights[e] != 0))
            .toArray();
    double[] numbers = Arrays.stream(edges).mapToDouble(e -> weights[e]).toArray();
    if (areDistinct(numbers)
        || Arrays.stream(numbers).anyMatch(x -> x < 0)
        || graph.oneWayEdge().isPresent()) {
      return weights;
    }
    int[] ranks = ranks(numbers, byPlace());
    double[] ranked = new double[weights.length];
    for (int k = 0; k < edges.length; k++) {
      double rank = (ranks[k] + 1.0) / edges.length;
      ranked[edges[k]] = rank;
      ranked[graph.find(graph.columns()[edges[k]], rows[edges[k]])] = rank;
    }
    return ranked;
  }

  private static boolean areDistinct(double[] numbers) {
    return Ranges.repeated(numbers) == 0;
  }

  /** The rank of each number, from 0; equal numbers are in the given order of their places. */
  private static int[] ranks(double[] numbers, Comparator<Integer> order) {
    Integer[] places = new Integer[numbers.length];
    Arrays.setAll(places, i -> i);
    Arrays.sort(
        places,
        Comparator.<Integer>comparingDouble(i -> numbers[i] + 0.0) // -0 is 0
            .thenComparing(order));
    int[] ranks = new int[numbers.length];
    for (int k = 0; k < places.length; k++) {
      ranks[places[k]] = k;
    }
    return ranks;
  }
}
