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

/** The most activities that do not overlap, earliest finish first (CLRS 16.1; Gavril 1972). */
public final class ActivitySelector implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos        node scalar
          input  s          node scalar
          input  f          node scalar
          output selected   node mask
          hint   pred_h     node pointer
          hint   selected_h node mask
          hint   m          node mask_one
          hint   k          node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "activity_selector",
          "Activity selector",
          Category.GREEDY,
          FEATURES,
          new ActivitySelector(),
          SequenceSamplers.activities(),
          new Traits(
              new InputForm.Intervals("s", "f"),
              new AnswerForm.Selection("selected"),
              Equilibrium.SCAN,
              Proof.Known.ACTIVITIES,
              Invariance.TIME_ORDER,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    double[] start = run.reals("s");
    double[] finish = run.reals("f");
    int[] selected = new int[finish.length];
    int[] current = {0};
    int[] last = {0};
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(finish.length));
    }
    run.hint("selected_h", selected);
    run.hint("m", current);
    run.hint("k", last);
    run.push();
    boolean first = true;
    for (int activity : StableOrder.ascending(finish)) {
      if (first || start[activity] >= finish[last[0]]) {
        selected[activity] = 1;
        last[0] = activity;
      }
      first = false;
      current[0] = activity;
      run.push();
    }
    run.output("selected", selected);
  }
}
