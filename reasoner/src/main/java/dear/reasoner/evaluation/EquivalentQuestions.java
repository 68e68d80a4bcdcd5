// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.Algorithm;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.reasoner.model.Model;
import dear.reasoner.problem.Rescaling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Asks the same question in several ways, so that errors that depend on the wording cancel when the
 * scores are {@linkplain dear.reasoner.inference.Consensus averaged}.
 *
 * <p>Which changes leave the answer alone depends on the algorithm's {@link Invariance}:
 *
 * <ul>
 *   <li>where only the order of keys or ratios of numbers matter, keys are mapped to a part of
 *       their range and numbers scaled (by 0.7, 0.5 and 1 in turn);
 *   <li>points are mirrored, and their coordinates exchanged;
 *   <li>for keys, weights and points the position of a node means nothing, equal weights of paths
 *       aside, so nodes are renumbered, and the ends of a segment together; equal keys, and equal
 *       weights of spanning trees, are told apart by the places they had before;
 *   <li>in every algorithm, positions may be any ascending numbers, so a model that was trained on
 *       random positions is asked with new ones.
 * </ul>
 */
public final class EquivalentQuestions {
  private static final double[] FACTORS = {1, 0.7, 0.5};

  private EquivalentQuestions() {}

  /** Returns whether there is more than one way to ask a model's questions. */
  public static boolean areKnown(Model model) {
    return isReworded(model.settings().algorithm())
        || model.settings().preprocessing().randomPositions();
  }

  /** Checks that there is more than one way to ask a model's questions. */
  public static void requireKnown(Model model) {
    Algorithm algorithm = model.settings().algorithm();
    if (!areKnown(model)) {
      throw new IllegalArgumentException(
          "no equivalent questions are known for %s: its numbers matter, and the model was trained"
                  .formatted(algorithm)
              + " on regular positions (random-pos false)");
    }
  }

  /**
   * Returns a question in several phrasings, the first of which is the one given.
   *
   * @param solved a preprocessed instance
   * @param count the number of phrasings
   * @param random the source of all choices
   */
  public static TestQuestion of(Model model, Instance solved, int count, SplitStream random) {
    requireKnown(model);
    List<Phrasing> phrasings = new ArrayList<>();
    phrasings.add(Phrasing.of(model.network(), solved));
    int steps = phrasings.getFirst().problem().steps();
    for (int k = 1; k < count; k++) {
      phrasings.add(another(model, solved.inputs(), k, steps, random.split(k)));
    }
    return new TestQuestion(
        phrasings,
        Optional.of(new TestQuestion.Source(model.settings().algorithm(), solved.inputs())));
  }

  private static Phrasing another(Model model, Inputs given, int k, int steps, SplitStream random) {
    Algorithm algorithm = model.settings().algorithm();
    Reworded reworded = reworded(algorithm, Renumbering.plain(algorithm, given), k, random);
    Preprocessing preparing = model.settings().preprocessing();
    Inputs prepared = preparing.apply(algorithm, reworded.inputs(), random.split("positions"));
    return Phrasing.of(model.network(), prepared, reworded.names(), steps);
  }

  /**
   * Inputs with the same answer.
   *
   * @param names the new number of each node
   */
  @SuppressWarnings("ArrayRecordComponent") // numbers to look up, never to compare
  record Reworded(Inputs inputs, int[] names) {}

  /** Rewords an algorithm's own inputs for the k-th time. */
  static Reworded reworded(Algorithm algorithm, Inputs given, int k, SplitStream random) {
    Inputs inputs = Rescaling.withoutTies(algorithm, given);
    int[] names = IntStream.range(0, given.nodes()).toArray();
    if (isRenumbered(algorithm)) {
      names = names(algorithm, given.nodes(), random.split("names"));
      inputs = Renumbering.of(algorithm, inputs, names);
    }
    SplitStream numbers = random.split("numbers");
    inputs = Rescaling.reduce(algorithm, inputs, FACTORS[k % FACTORS.length], numbers);
    return new Reworded(Rescaling.mirror(algorithm, inputs, numbers), names);
  }

  /** New numbers of the nodes. Two segments stay two: only their order and directions change. */
  private static int[] names(Algorithm algorithm, int nodes, SplitStream random) {
    if (!(algorithm.traits().input() instanceof InputForm.TwoSegments)) {
      return random.permutation(nodes);
    }
    int first = 2 * random.nextInt(2);
    int ofFirst = random.nextInt(2);
    int ofSecond = random.nextInt(2);
    int second = 2 - first;
    return new int[] {
      first + ofFirst, first + 1 - ofFirst, second + ofSecond, second + 1 - ofSecond
    };
  }

  private static boolean isRenumbered(Algorithm algorithm) {
    return switch (algorithm.traits().invariance()) {
      case KEY_ORDER, WEIGHT_RATIOS, WEIGHT_ORDER, POINT_PLACES -> true;
      case TARGET_ORDER,
          NUMBER_RATIOS,
          PROBABILITY_RATIOS,
          TIME_ORDER,
          TASK_ORDER,
          ANY_WEIGHTS,
          NONE ->
          false;
    };
  }

  /** Whether there are other questions even for a model that knows regular positions only. */
  private static boolean isReworded(Algorithm algorithm) {
    return switch (algorithm.traits().invariance()) {
      case KEY_ORDER,
          WEIGHT_RATIOS,
          WEIGHT_ORDER,
          POINT_PLACES,
          NUMBER_RATIOS,
          PROBABILITY_RATIOS ->
          true;
      case TARGET_ORDER, TIME_ORDER, TASK_ORDER, ANY_WEIGHTS, NONE -> false;
    };
  }
}
