// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.SequenceSamplers;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.Category;
import dear.clrs.trait.Equilibrium;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.clrs.trait.PointerReach;
import dear.clrs.trait.PredecessorChain;
import dear.clrs.trait.Proof;
import dear.clrs.trait.Task;
import dear.clrs.trait.Traits;
import java.util.List;

/**
 * The first occurrence of a needle in a text, every shift tried in turn (CLRS 32.1). If there is
 * none, the answer is the head of the needle.
 */
public final class NaiveStringMatcher implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  string node mask
          input  pos    node scalar
          input  key    node categorical 4
          output match  node mask_one
          hint   pred_h node pointer
          hint   s      node mask_one
          hint   i      node mask_one
          hint   j      node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "naive_string_matcher",
          "Naive string matcher",
          Category.STRINGS,
          FEATURES,
          new NaiveStringMatcher(),
          SequenceSamplers.haystack(),
          new Traits(
              new InputForm.TwoStrings("text", "pattern"),
              new AnswerForm.Occurrence("match"),
              Equilibrium.SCAN,
              Proof.Known.FIRST_MATCH,
              Invariance.NONE,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.FIRST_MATCH));

  @Override
  public void execute(Execution run) {
    StringPair strings = StringPair.of(run);
    int text = strings.firstLength();
    int needle = strings.secondLength();
    int[] shift = {0};
    int[] i = {0};
    int[] j = {text};
    if (run.recording()) {
      run.hint("pred_h", strings.chains());
    }
    run.hint("s", shift);
    run.hint("i", i);
    run.hint("j", j);
    if (needle > text) {
      // No shift to try: push the state as it is, since a run has at least one snapshot.
      run.push();
    }
    for (int s = 0; s <= text - needle; s++) {
      shift[0] = s;
      for (int matched = 0; ; matched++) {
        i[0] = s + matched;
        j[0] = text + matched;
        run.push();
        if (strings.first(s + matched) != strings.second(matched)) {
          break;
        }
        if (matched == needle - 1) {
          run.output("match", s);
          return;
        }
      }
    }
    run.output("match", text);
  }
}
