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

/** Sorting by swapping neighbours, the smallest rising first (CLRS problem 2-2). */
public final class BubbleSort implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  key    node scalar
          output pred   node should_be_permutation
          hint   pred_h node pointer
          hint   i      node mask_one
          hint   j      node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "bubble_sort",
          "Bubble sort",
          Category.SORTING,
          FEATURES,
          new BubbleSort(),
          SequenceSamplers.uniform("key", 0, 1),
          new Traits(
              new InputForm.Keys("key"),
              new AnswerForm.Order("pred"),
              Equilibrium.RULE,
              Proof.Known.SORTED_CHAIN,
              Invariance.KEY_ORDER,
              PointerReach.EDGES,
              PredecessorChain.CHANGING,
              Task.SORT));

  @Override
  public void execute(Execution run) {
    Arrangement items = new Arrangement(run);
    int[] i = {0};
    int[] j = {0};
    run.hint("i", i);
    run.hint("j", j);
    run.push();
    int n = items.size();
    for (int sorted = 0; sorted < n - 1; sorted++) {
      for (int slot = n - 1; slot > sorted; slot--) {
        if (items.key(slot) < items.key(slot - 1)) {
          items.swap(slot - 1, slot);
        }
        i[0] = items.node(sorted);
        j[0] = items.node(slot);
        run.push();
      }
    }
    run.output("pred", items.predecessors());
  }
}
