// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.RandomSource;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Task;

/**
 * Gives a text a pattern that it mostly does not have: one letter of the pattern is another.
 *
 * <p>The patterns that CLRS-30 draws always occur, so a model that has seen nothing else finds them
 * everywhere. That all but one letter still match makes the question as hard as it can be.
 */
public final class AbsentPatterns {
  private AbsentPatterns() {}

  /** Changes one letter of the pattern; the inputs of algorithms without one stay as they are. */
  public static Inputs of(Algorithm algorithm, Inputs inputs, RandomSource random) {
    if (algorithm.traits().task() != Task.FIRST_MATCH) {
      return inputs;
    }
    int text = 0;
    for (int which : inputs.codes(InputForm.TwoStrings.WHICH)) {
      text += which == 0 ? 1 : 0;
    }
    Feature key = inputs.feature(InputForm.TwoStrings.LETTERS);
    int[] letters = key.codes().clone();
    int changed = text + random.nextInt(letters.length - text);
    int others = key.spec().classes() - 1;
    letters[changed] = (letters[changed] + 1 + random.nextInt(others)) % key.spec().classes();
    return inputs.with(Feature.of(key.spec(), key.size(), letters));
  }
}
