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
 * Unit tasks with deadlines, the heaviest first (CLRS 16.5; Lawler 1985), in the simple form of
 * CLRS-30: a task is taken if its deadline is greater than the number of tasks already taken.
 */
public final class TaskScheduling implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos        node scalar
          input  d          node scalar
          input  w          node scalar
          output selected   node mask
          hint   pred_h     node pointer
          hint   selected_h node mask
          hint   i          node mask_one
          hint   t          graph scalar
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "task_scheduling",
          "Task scheduling",
          Category.GREEDY,
          FEATURES,
          new TaskScheduling(),
          SequenceSamplers.tasks(),
          new Traits(
              new InputForm.Tasks("d", "w"),
              new AnswerForm.Selection("selected"),
              Equilibrium.SCAN,
              Proof.Known.TASK_MARKS,
              Invariance.TASK_ORDER,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    double[] deadline = run.reals("d");
    double[] weight = run.reals("w");
    int[] selected = new int[weight.length];
    int[] current = {0};
    double[] taken = {0};
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(weight.length));
    }
    run.hint("selected_h", selected);
    run.hint("i", current);
    run.hint("t", taken);
    run.push();
    boolean first = true;
    for (int task : StableOrder.descending(weight)) {
      if (first || taken[0] < deadline[task]) {
        selected[task] = 1;
        taken[0]++;
      }
      first = false;
      current[0] = task;
      run.push();
    }
    run.output("selected", selected);
  }
}
