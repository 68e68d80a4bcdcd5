// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.Algorithm;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
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
 *   <li>where only the order of keys or the ratios of weights matter, keys are mapped to a part of
 *       their range and weights scaled (by 0.7, 0.5 and 1 in turn), and nodes are renumbered: ties
 *       aside, the position of a node means nothing there;
 *   <li>in every algorithm, positions may be any ascending numbers, so a model that was trained on
 *       random positions is asked with new ones.
 * </ul>
 */
public final class EquivalentQuestions {
  private static final double[] FACTORS = {1, 0.7, 0.5};

  private EquivalentQuestions() {}

  /** Checks that there is more than one way to ask a model's questions. */
  public static void requireKnown(Model model) {
    Algorithm algorithm = model.settings().algorithm();
    if (!isRenumbered(algorithm) && !model.settings().preprocessing().randomPositions()) {
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
    int[] names = IntStream.range(0, given.nodes()).toArray();
    Inputs inputs = Renumbering.plain(algorithm, given);
    if (isRenumbered(algorithm)) {
      names = random.split("names").permutation(given.nodes());
      inputs =
          Rescaling.reduce(
              algorithm,
              Renumbering.of(algorithm, inputs, names),
              FACTORS[k % FACTORS.length],
              random.split("numbers"));
    }
    Preprocessing preparing = model.settings().preprocessing();
    Inputs prepared = preparing.apply(algorithm, inputs, random.split("positions"));
    return Phrasing.of(model.network(), prepared, names, steps);
  }

  private static boolean isRenumbered(Algorithm algorithm) {
    return switch (algorithm.traits().invariance()) {
      case KEY_ORDER, WEIGHT_RATIOS -> true;
      case TARGET_ORDER,
          NUMBER_RATIOS,
          PROBABILITY_RATIOS,
          TIME_ORDER,
          TASK_ORDER,
          POINT_PLACES,
          ANY_WEIGHTS,
          NONE ->
          false;
    };
  }
}
