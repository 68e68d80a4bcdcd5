// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.RandomSource;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Changes the numbers of a problem without changing its answer: a sort depends only on the order of
 * its keys, a spanning tree on that of its weights, shortest paths on ratios of weights.
 *
 * <p>There are two uses. A user's question is mapped {@linkplain #toUnit to the range} seen in
 * training. And training may {@linkplain #squeeze squeeze} some of its samples: 64 keys in [0, 1]
 * lie as close together as 16 keys in a quarter of it, and paths in a dense graph of 64 nodes are
 * as short as those of a small graph with small weights, so a model that has seen both generalises
 * better to large graphs.
 */
public final class Rescaling {
  /** The range of squeezed numbers is at least this fraction of the whole range. */
  static final double LEAST_PART = 0.1;

  /** The largest standard deviation of the logarithms of gaps; at this value most gaps are tiny. */
  private static final double MOST_SPREAD = 3;

  private static final double MOST_STRETCH = 4;

  private static final String KEYS = "key";

  /** Brings numbers whose reciprocal would be infinite into the normal range. */
  private static final double TINY = 0x1p200;

  private Rescaling() {}

  /**
   * Maps numbers to the range seen in training, usually [0, 1]. Inputs that already fill a good
   * part of that range are unchanged. Equal numbers stay equal.
   */
  public static Inputs toUnit(Algorithm algorithm, Inputs inputs) {
    List<String> written = algorithm.traits().input().features();
    return switch (algorithm.traits().invariance()) {
      case KEY_ORDER, TARGET_ORDER, TIME_ORDER -> Ranges.ordered(inputs, written);
      case TASK_ORDER ->
          Ranges.atMost(
              Ranges.ordered(inputs, List.of(written.getLast())),
              written.getFirst(),
              inputs.nodes());
      case NUMBER_RATIOS -> Ranges.proportional(inputs, written);
      case PROBABILITY_RATIOS -> Ranges.summingToOne(inputs, written);
      case POINT_PLACES ->
          switch (algorithm.traits().input()) {
            case InputForm.TwoSegments _ -> Ranges.inSquare(inputs, written);
            default -> Ranges.inDisc(inputs, written);
          };
      case WEIGHT_RATIOS, ANY_WEIGHTS -> inputs.withWeights(toUnit(inputs.graph().weights()));
      case WEIGHT_ORDER -> inputs.withWeights(Ranges.positive(inputs.graph().weights()));
      case NONE -> inputs;
    };
  }

  /**
   * Replaces numbers of which only the order matters by ranks if some are equal, as {@link Ties}
   * says and {@link Problem} does for the network. Whoever gives nodes other places has to do it
   * before.
   */
  public static Inputs withoutTies(Algorithm algorithm, Inputs inputs) {
    return Ties.apart(algorithm.traits(), inputs);
  }

  /**
   * Returns what rescaling cannot mend, in sentences for the person who asked: numbers that become
   * equal in the network's single precision or were equal already, and what training never shows.
   */
  public static List<String> caveats(Algorithm algorithm, Inputs inputs) {
    List<String> caveats = new ArrayList<>(ofNumbers(algorithm, inputs));
    caveats.addAll(Unseen.in(algorithm, inputs));
    return caveats;
  }

  private static List<String> ofNumbers(Algorithm algorithm, Inputs inputs) {
    return switch (algorithm.traits().invariance()) {
      case KEY_ORDER ->
          Ranges.ties(
              inputs.reals(KEYS), "the network is told that the first of equal keys is the least");
      case NUMBER_RATIOS ->
          Ranges.lost(inputs.reals(algorithm.traits().input().features().getFirst()), "numbers");
      case WEIGHT_RATIOS -> Ranges.lost(inputs.graph().weights(), "weights");
      case TARGET_ORDER,
          TIME_ORDER,
          TASK_ORDER,
          WEIGHT_ORDER,
          PROBABILITY_RATIOS,
          POINT_PLACES,
          ANY_WEIGHTS,
          NONE ->
          List.of();
    };
  }

  /**
   * Maps numbers from [0, 1] to a random part of it. Its length is between a tenth and the whole,
   * log-uniformly distributed; for keys it may lie anywhere, for numbers of which ratios matter it
   * starts at zero. Inputs of other algorithms are unchanged.
   */
  public static Inputs squeeze(Algorithm algorithm, Inputs inputs, RandomSource random) {
    double length = StrictMath.pow(LEAST_PART, random.nextDouble());
    return reduce(algorithm, inputs, length, random);
  }

  /**
   * Multiplies keys, weights, numbers or probabilities by a factor of at most 1; keys are also
   * shifted to a random part of their range. Inputs of other algorithms are unchanged.
   */
  public static Inputs reduce(
      Algorithm algorithm, Inputs inputs, double factor, RandomSource random) {
    return switch (algorithm.traits().invariance()) {
      case KEY_ORDER -> {
        double first = (1 - factor) * random.nextDouble();
        yield inputs.with(mapped(inputs.feature(KEYS), factor, first));
      }
      case WEIGHT_RATIOS, WEIGHT_ORDER ->
          inputs.withWeights(scaled(inputs.graph().weights(), factor));
      case NUMBER_RATIOS, PROBABILITY_RATIOS -> multiplied(algorithm, inputs, factor);
      case TARGET_ORDER, TIME_ORDER, TASK_ORDER, POINT_PLACES, ANY_WEIGHTS, NONE -> inputs;
    };
  }

  /**
   * Mirrors points and exchanges their coordinates by one of the eight symmetries of a square,
   * around the centre of the range seen in training. Inputs of other algorithms are unchanged.
   */
  public static Inputs mirror(Algorithm algorithm, Inputs inputs, RandomSource random) {
    if (algorithm.traits().invariance() != Invariance.POINT_PLACES) {
      return inputs;
    }
    double last = algorithm.traits().input() instanceof InputForm.TwoSegments ? 1 : 0;
    List<Feature> axes =
        algorithm.traits().input().features().stream().map(inputs::feature).toList();
    boolean exchanged = random.nextInt(2) == 1;
    Inputs mirrored = inputs;
    for (int k = 0; k < axes.size(); k++) {
      Feature taken = axes.get(exchanged ? axes.size() - 1 - k : k);
      Feature moved = random.nextInt(2) == 1 ? mapped(taken, -1, last) : taken;
      mirrored = mirrored.with(Feature.of(axes.get(k).spec(), moved.size(), moved.reals()));
    }
    return mirrored;
  }

  /**
   * Multiplies the numbers of a sequence or probabilities, if only their ratios matter, by a factor
   * from 1 to 4, log-uniformly distributed: their sums become as large as among more of them.
   * Inputs of other algorithms are unchanged.
   */
  public static Inputs stretch(Algorithm algorithm, Inputs inputs, RandomSource random) {
    double factor = StrictMath.pow(MOST_STRETCH, random.nextDouble());
    return switch (algorithm.traits().invariance()) {
      case NUMBER_RATIOS, PROBABILITY_RATIOS -> multiplied(algorithm, inputs, factor);
      case KEY_ORDER,
          TARGET_ORDER,
          TIME_ORDER,
          TASK_ORDER,
          POINT_PLACES,
          WEIGHT_RATIOS,
          WEIGHT_ORDER,
          ANY_WEIGHTS,
          NONE ->
          inputs;
    };
  }

  private static Inputs multiplied(Algorithm algorithm, Inputs inputs, double factor) {
    Inputs changed = inputs;
    for (String name : algorithm.traits().input().features()) {
      changed = changed.with(mapped(inputs.feature(name), factor, 0));
    }
    return changed;
  }

  /**
   * Changes the gaps between numbers of which only the order matters, keeping that order: some gaps
   * become far larger than others, as among more numbers. Equal numbers stay equal. Inputs of other
   * algorithms are unchanged.
   */
  public static Inputs otherGaps(Algorithm algorithm, Inputs inputs, RandomSource random) {
    List<String> written = algorithm.traits().input().features();
    return switch (algorithm.traits().invariance()) {
      case KEY_ORDER -> otherGaps(inputs, List.of(KEYS), random);
      case TASK_ORDER -> otherGaps(inputs, List.of(written.getLast()), random);
      case TARGET_ORDER, TIME_ORDER -> otherGaps(inputs, written, random);
      case NUMBER_RATIOS,
          PROBABILITY_RATIOS,
          POINT_PLACES,
          WEIGHT_RATIOS,
          WEIGHT_ORDER,
          ANY_WEIGHTS,
          NONE ->
          inputs;
    };
  }

  /** Changes the gaps between all numbers of some features together. */
  private static Inputs otherGaps(Inputs inputs, List<String> features, RandomSource random) {
    double[] sorted =
        features.stream().flatMapToDouble(name -> Arrays.stream(inputs.reals(name))).toArray();
    Arrays.sort(sorted);
    double spread = MOST_SPREAD * random.nextDouble();
    double[] places = new double[sorted.length];
    double at = gap(spread, random);
    for (int i = 0; i < sorted.length; i++) {
      if (i > 0 && sorted[i] != sorted[i - 1]) {
        at += gap(spread, random);
      }
      places[i] = at;
    }
    double end = at + gap(spread, random);
    Inputs moved = inputs;
    for (String name : features) {
      Feature numbers = inputs.feature(name);
      double[] values = numbers.reals().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] = places[Arrays.binarySearch(sorted, values[i])] / end;
      }
      moved = moved.with(Feature.of(numbers.spec(), numbers.size(), values));
    }
    return moved;
  }

  private static double gap(double spread, RandomSource random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return StrictMath.exp(spread * radius * StrictMath.cos(2 * Math.PI * random.nextDouble()));
  }

  private static Feature mapped(Feature keys, double factor, double first) {
    double[] moved = keys.reals().clone();
    for (int i = 0; i < moved.length; i++) {
      moved[i] = first + factor * moved[i];
    }
    return Feature.of(keys.spec(), keys.size(), moved);
  }

  private static double[] toUnit(double[] weights) {
    double most = 0;
    for (double weight : weights) {
      most = Math.max(most, Math.abs(weight));
    }
    if (most <= 1 && (most >= LEAST_PART || most == 0)) {
      return weights;
    }
    // The reciprocal of a tiny weight is infinite.
    return Double.isFinite(1 / most)
        ? scaled(weights, 1 / most)
        : scaled(scaled(weights, TINY), 1 / (most * TINY));
  }

  private static double[] scaled(double[] weights, double factor) {
    return Arrays.stream(weights).map(weight -> weight * factor).toArray();
  }
}
