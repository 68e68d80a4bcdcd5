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

/** The contiguous part with the largest sum, by one scan (CLRS exercise 4.1-5; Bentley 1984). */
public final class KadaneMaximumSubarray implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos       node scalar
          input  key       node scalar
          output start     node mask_one
          output end       node mask_one
          hint   pred_h    node pointer
          hint   best_low  node mask_one
          hint   best_high node mask_one
          hint   best_sum  graph scalar
          hint   i         node mask_one
          hint   j         node mask_one
          hint   sum       graph scalar
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "find_maximum_subarray_kadane",
          "Maximum subarray, Kadane",
          Category.DIVIDE_AND_CONQUER,
          FEATURES,
          new KadaneMaximumSubarray(),
          SequenceSamplers.uniform("key", -1, 1),
          new Traits(
              new InputForm.Keys("key"),
              new AnswerForm.Range("start", "end"),
              Equilibrium.RULE,
              Proof.Known.MAXIMUM_SUBARRAY,
              Invariance.NUMBER_RATIOS,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    double[] keys = run.reals("key");
    int[] bestLow = {0};
    int[] bestHigh = {0};
    double[] bestSum = {keys[0]};
    int[] i = {0};
    int[] j = {0};
    double[] sum = {keys[0]};
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(keys.length));
    }
    run.hint("best_low", bestLow);
    run.hint("best_high", bestHigh);
    run.hint("best_sum", bestSum);
    run.hint("i", i);
    run.hint("j", j);
    run.hint("sum", sum);
    run.push();
    for (int next = 1; next < keys.length; next++) {
      double key = keys[next];
      j[0] = next;
      if (sum[0] + key >= key) {
        sum[0] += key;
      } else {
        i[0] = next;
        sum[0] = key;
      }
      if (sum[0] > bestSum[0]) {
        bestLow[0] = i[0];
        bestHigh[0] = next;
        bestSum[0] = sum[0];
      }
      run.push();
    }
    run.output("start", bestLow);
    run.output("end", bestHigh);
  }
}
