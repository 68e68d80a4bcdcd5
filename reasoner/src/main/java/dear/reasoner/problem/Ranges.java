// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Maps a user's numbers to the ranges that models are trained on. Numbers that fill at least a
 * tenth of their range stay as they are, which is what training covers; all others are stretched,
 * shrunk or moved, without overflow however large they are.
 */
final class Ranges {
  /** CLRS-30 draws points from a disc of this radius. */
  private static final double RADIUS = 2;

  /** Rounding of sums and radii. */
  private static final double SLACK = 1e-9;

  /**
   * Gaps of the unit range that a network is not asked to see: of 64 uniform numbers the closest
   * are about twice as far apart.
   */
  private static final double LEAST_GAP = 1e-4;

  /** Numbers smaller than the largest by this factor vanish in sums of single precision. */
  private static final double MOST_RATIO = 1e6;

  private Ranges() {}

  /**
   * Maps all numbers of some features together to [0, 1], keeping their order. Where different
   * numbers would become equal in single precision, or nearly equal by the mapping, they are
   * replaced by their ranks.
   */
  static Inputs ordered(Inputs inputs, List<String> features) {
    double[] sorted =
        features.stream().flatMapToDouble(name -> Arrays.stream(inputs.reals(name))).toArray();
    Arrays.sort(sorted);
    double least = sorted[0];
    double most = sorted[sorted.length - 1];
    boolean stays = least >= 0 && most <= 1 && most - least >= Rescaling.LEAST_PART;
    DoubleUnaryOperator map = stays ? x -> x : x -> fraction(x, least, most);
    boolean apart = keepsApart(sorted, map, stays ? 0 : LEAST_GAP);
    return changed(inputs, features, apart ? map : ranks(sorted));
  }

  /** Returns how many numbers are equal to an earlier one. */
  static long repeated(double[] numbers) {
    double[] sorted = sorted(numbers);
    long repeated = 0;
    for (int i = 1; i < sorted.length; i++) {
      repeated += sorted[i] == sorted[i - 1] ? 1 : 0;
    }
    return repeated;
  }

  /** Where a number lies between two others; the middle if they are equal. */
  private static double fraction(double x, double least, double most) {
    double span = most - least;
    if (span == 0) {
      return 0.5;
    }
    return Double.isFinite(span)
        ? (x - least) / span
        : (x / 4 - least / 4) / (most / 4 - least / 4);
  }

  private static boolean keepsApart(double[] sorted, DoubleUnaryOperator map, double leastGap) {
    for (int i = 1; i < sorted.length; i++) {
      double lower = map.applyAsDouble(sorted[i - 1]);
      double upper = map.applyAsDouble(sorted[i]);
      boolean apart = (float) upper > (float) lower && upper - lower >= leastGap;
      if (sorted[i] > sorted[i - 1] && !apart) {
        return false;
      }
    }
    return true;
  }

  private static DoubleUnaryOperator ranks(double[] sorted) {
    double[] distinct = Arrays.stream(sorted).map(x -> x + 0.0).distinct().toArray(); // -0 is 0
    return x -> (double) Arrays.binarySearch(distinct, x + 0.0) / (distinct.length - 1);
  }

  /**
   * Replaces numbers other than zero by their ranks, from above 0 to 1, unless they fill a good
   * part of that range and a network can tell them apart. Equal ones stay equal.
   */
  static double[] positive(double[] numbers) {
    double[] distinct = Arrays.stream(numbers).filter(x -> x != 0).distinct().sorted().toArray();
    double most = distinct.length == 0 ? 0 : distinct[distinct.length - 1];
    boolean stays =
        most == 0
            || distinct[0] < 0
            || (most <= 1
                && most - distinct[0] >= Rescaling.LEAST_PART
                && distinct[0] >= most / MOST_RATIO
                && keepsApart(distinct, x -> x, 0));
    return stays
        ? numbers
        : Arrays.stream(numbers)
            .map(x -> x == 0 ? 0 : (Arrays.binarySearch(distinct, x) + 1.0) / distinct.length)
            .toArray();
  }

  /** Divides all numbers of some features by the largest magnitude. */
  static Inputs proportional(Inputs inputs, List<String> features) {
    double most = 0;
    for (String name : features) {
      most = Math.max(most, magnitude(inputs.reals(name)));
    }
    double divisor = most;
    return (most <= 1 && most >= Rescaling.LEAST_PART) || most == 0
        ? inputs
        : changed(inputs, features, x -> x / divisor);
  }

  /** Divides all numbers of some features by their sum. */
  static Inputs summingToOne(Inputs inputs, List<String> features) {
    double sum = features.stream().flatMapToDouble(name -> Arrays.stream(inputs.reals(name))).sum();
    boolean divides = sum > 0 && Double.isFinite(sum) && Math.abs(sum - 1) > SLACK;
    return divides ? changed(inputs, features, x -> x / sum) : inputs;
  }

  /** Replaces larger numbers of a feature by the largest allowed one. */
  static Inputs atMost(Inputs inputs, String feature, double most) {
    return changed(inputs, List.of(feature), x -> Math.min(x, most));
  }

  /** Moves points into the unit square. */
  static Inputs inSquare(Inputs inputs, List<String> coordinates) {
    boolean stays = true;
    for (String name : coordinates) {
      double[] sorted = sorted(inputs.reals(name));
      stays &=
          sorted[0] >= 0
              && sorted[sorted.length - 1] <= 1
              && sorted[sorted.length - 1] - sorted[0] >= Rescaling.LEAST_PART;
    }
    Inputs moved = inputs;
    for (String name : stays ? List.<String>of() : coordinates) {
      double[] sorted = sorted(inputs.reals(name));
      moved = changed(moved, List.of(name), x -> fraction(x, sorted[0], sorted[sorted.length - 1]));
    }
    return moved;
  }

  /** Moves points into a disc around the origin, so that the farthest lies on its edge. */
  static Inputs inDisc(Inputs inputs, List<String> coordinates) {
    if (fillDisc(inputs, coordinates)) {
      return inputs;
    }
    Inputs moved = inputs;
    for (String name : coordinates) {
      double[] sorted = sorted(inputs.reals(name));
      moved =
          changed(
              moved, List.of(name), x -> fraction(x, sorted[0], sorted[sorted.length - 1]) - 0.5);
    }
    double farthest = farthest(moved, coordinates);
    return farthest == 0 ? moved : changed(moved, coordinates, x -> RADIUS * x / farthest);
  }

  private static boolean fillDisc(Inputs inputs, List<String> coordinates) {
    for (String name : coordinates) {
      double[] sorted = sorted(inputs.reals(name));
      double span = sorted[sorted.length - 1] - sorted[0];
      if (!(span >= 2 * RADIUS * Rescaling.LEAST_PART)) {
        return false;
      }
    }
    return farthest(inputs, coordinates) <= RADIUS + SLACK;
  }

  private static double farthest(Inputs inputs, List<String> coordinates) {
    double[] x = inputs.reals(coordinates.get(0));
    double[] y = inputs.reals(coordinates.get(1));
    double farthest = 0;
    for (int i = 0; i < x.length; i++) {
      farthest = Math.max(farthest, Math.hypot(x[i], y[i]));
    }
    return farthest;
  }

  /** A sentence if some numbers are equal, which says what that means. */
  static List<String> ties(double[] numbers, String meaning) {
    long repeated = repeated(numbers);
    return repeated == 0
        ? List.of()
        : List.of(
            "%,d of the %,d keys %s; %s"
                .formatted(
                    repeated,
                    numbers.length,
                    repeated == 1 ? "repeats an earlier one" : "repeat earlier ones",
                    meaning));
  }

  /** A sentence if some numbers are too small beside others. */
  static List<String> lost(double[] numbers, String what) {
    double most = magnitude(numbers);
    long small =
        Arrays.stream(numbers).filter(x -> x != 0 && Math.abs(x) < most / MOST_RATIO).count();
    return small == 0
        ? List.of()
        : List.of(
            "%,d of the %s %s less than a millionth of the largest: the network can hardly tell"
                    .formatted(small, what, small == 1 ? "is" : "are")
                + (small == 1 ? " it from zero" : " them apart"));
  }

  private static double magnitude(double[] numbers) {
    return Arrays.stream(numbers).map(Math::abs).max().orElse(0);
  }

  private static double[] sorted(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  private static Inputs changed(Inputs inputs, List<String> names, DoubleUnaryOperator map) {
    Inputs changed = inputs;
    for (String name : names) {
      Feature feature = inputs.feature(name);
      double[] mapped = Arrays.stream(feature.reals()).map(map).toArray();
      changed = changed.with(Feature.of(feature.spec(), feature.size(), mapped));
    }
    return changed;
  }
}
