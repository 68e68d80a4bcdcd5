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

/** The first of the smallest keys, by a scan (CLRS 9.1). */
public final class Minimum implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  key    node scalar
          output min    node mask_one
          hint   pred_h node pointer
          hint   min_h  node mask_one
          hint   i      node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "minimum",
          "Minimum",
          Category.SEARCHING,
          FEATURES,
          new Minimum(),
          SequenceSamplers.uniform("key", 0, 1),
          new Traits(
              new InputForm.Keys("key"),
              new AnswerForm.Element("min"),
              Equilibrium.RULE,
              Proof.Known.MINIMUM,
              Invariance.KEY_ORDER,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    double[] keys = run.reals("key");
    int[] min = {0};
    int[] i = {0};
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(keys.length));
    }
    run.hint("min_h", min);
    run.hint("i", i);
    run.push();
    for (int next = 1; next < keys.length; next++) {
      if (keys[next] < keys[min[0]]) {
        min[0] = next;
      }
      i[0] = next;
      run.push();
    }
    run.output("min", min);
  }
}
