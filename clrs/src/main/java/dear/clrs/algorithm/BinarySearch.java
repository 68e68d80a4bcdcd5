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
 * The first of the ascending keys that is not below the target, or the last key if all are (CLRS
 * exercise 2.3-5).
 */
public final class BinarySearch implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  key    node scalar
          input  target graph scalar
          output return node mask_one
          hint   pred_h node pointer
          hint   low    node mask_one
          hint   high   node mask_one
          hint   mid    node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "binary_search",
          "Binary search",
          Category.SEARCHING,
          FEATURES,
          new BinarySearch(),
          SequenceSamplers.search(),
          new Traits(
              new InputForm.SortedKeys("key", "target"),
              new AnswerForm.Element("return"),
              Equilibrium.RULE,
              Proof.Known.SEARCH,
              Invariance.TARGET_ORDER,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    double[] keys = run.reals("key");
    double target = run.reals("target")[0];
    int[] low = {0};
    int[] high = {keys.length - 1};
    int[] mid = {(keys.length - 1) / 2};
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(keys.length));
    }
    run.hint("low", low);
    run.hint("high", high);
    run.hint("mid", mid);
    run.push();
    while (low[0] < high[0]) {
      if (target <= keys[mid[0]]) {
        high[0] = mid[0];
      } else {
        low[0] = mid[0] + 1;
      }
      mid[0] = (low[0] + high[0]) >>> 1;
      run.push();
    }
    run.output("return", high);
  }
}
