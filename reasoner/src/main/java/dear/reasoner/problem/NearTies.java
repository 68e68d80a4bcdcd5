// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.RandomSource;
import dear.clrs.trait.InputForm;
import java.util.List;

/**
 * Gives a problem other numbers, under which many answers are nearly as good as the best:
 *
 * <ul>
 *   <li>Weights of a graph: nodes get places on a line, and an edge weighs the distance of its ends
 *       plus a small part of the weight it had. All ways along the line are then equal but for
 *       those small parts.
 *   <li>Numbers of which sums matter: all get nearly the same size and keep their signs.
 *   <li>Points in a disc: all move towards its rim, so that most are on their hull or just within.
 *   <li>Two segments: an end of one moves towards a point of the other, so that they just meet or
 *       just miss each other.
 * </ul>
 *
 * <p>A node of a large dense graph has many neighbours, and the best of them is hardly better than
 * the next. Small problems have few such choices by chance; these numbers bring them about, so that
 * a model learns to tell apart what it will have to tell apart later. The answer changes.
 */
public final class NearTies {
  /** The part of a number's own share that is kept is at least this large. */
  private static final double LEAST_PART = 0.03;

  private NearTies() {}

  /** Changes the numbers of a problem; those of which only the order matters stay as they are. */
  public static Inputs of(Algorithm algorithm, Inputs inputs, RandomSource random) {
    double part = StrictMath.pow(LEAST_PART, random.nextDouble());
    InputForm form = algorithm.traits().input();
    return switch (algorithm.traits().invariance()) {
      case WEIGHT_RATIOS, WEIGHT_ORDER -> alongLine(inputs, part, random);
      case NUMBER_RATIOS, PROBABILITY_RATIOS -> evened(inputs, form.features(), part);
      case POINT_PLACES ->
          switch (form) {
            case InputForm.TwoSegments _ -> touching(inputs, form.features(), part, random);
            default -> atRim(inputs, form.features(), part);
          };
      case KEY_ORDER, TARGET_ORDER, TIME_ORDER, TASK_ORDER, ANY_WEIGHTS, NONE -> inputs;
    };
  }

  private static Inputs alongLine(Inputs inputs, double part, RandomSource random) {
    Graph graph = inputs.graph();
    double[] places = new double[graph.nodes()];
    for (int i = 0; i < places.length; i++) {
      places[i] = random.nextDouble();
    }
    double[] weights = graph.weights().clone();
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        double distance = Math.abs(places[i] - places[graph.columns()[e]]);
        weights[e] = mixed(distance, weights[e], part);
      }
    }
    return inputs.withWeights(weights);
  }

  /** Brings the sizes of all numbers of some features close to their mean; zeros stay. */
  private static Inputs evened(Inputs inputs, List<String> features, double part) {
    double sum = 0;
    int count = 0;
    for (String name : features) {
      for (double number : inputs.reals(name)) {
        sum += Math.abs(number);
        count += number == 0 ? 0 : 1;
      }
    }
    Inputs changed = inputs;
    for (String name : features) {
      double[] numbers = inputs.reals(name).clone();
      for (int i = 0; i < numbers.length; i++) {
        if (numbers[i] != 0) {
          numbers[i] = mixed(Math.copySign(sum / count, numbers[i]), numbers[i], part);
        }
      }
      changed = changed.with(replaced(inputs, name, numbers));
    }
    return changed;
  }

  /** Moves points away from the origin: the ratio of two distances from it shrinks. */
  private static Inputs atRim(Inputs inputs, List<String> features, double part) {
    double[] x = inputs.reals(features.getFirst()).clone();
    double[] y = inputs.reals(features.getLast()).clone();
    double rim = 0;
    for (int i = 0; i < x.length; i++) {
      rim = Math.max(rim, StrictMath.hypot(x[i], y[i]));
    }
    for (int i = 0; i < x.length; i++) {
      double share = StrictMath.hypot(x[i], y[i]) / rim;
      if (share > 0) {
        double factor = StrictMath.pow(share, part - 1);
        x[i] *= factor;
        y[i] *= factor;
      }
    }
    return places(inputs, features, x, y);
  }

  /** Moves one of four ends towards a point of the segment that it does not belong to. */
  private static Inputs touching(
      Inputs inputs, List<String> features, double part, RandomSource random) {
    double[] x = inputs.reals(features.getFirst()).clone();
    double[] y = inputs.reals(features.getLast()).clone();
    int end = random.nextInt(4);
    int other = end < 2 ? 2 : 0;
    double at = random.nextDouble();
    x[end] = mixed(mixed(x[other], x[other + 1], at), x[end], part);
    y[end] = mixed(mixed(y[other], y[other + 1], at), y[end], part);
    return places(inputs, features, x, y);
  }

  private static double mixed(double a, double b, double part) {
    return (1 - part) * a + part * b;
  }

  private static Inputs places(Inputs inputs, List<String> features, double[] x, double[] y) {
    return inputs
        .with(replaced(inputs, features.getFirst(), x))
        .with(replaced(inputs, features.getLast(), y));
  }

  private static Feature replaced(Inputs inputs, String name, double[] numbers) {
    Feature feature = inputs.feature(name);
    return Feature.of(feature.spec(), feature.size(), numbers);
  }
}
