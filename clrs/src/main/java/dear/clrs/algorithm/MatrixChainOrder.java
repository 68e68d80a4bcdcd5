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
import java.util.Arrays;
import java.util.List;

/**
 * The cheapest parenthesisation of a matrix product (CLRS 15.2; Godbole 1973), as CLRS-30 computes
 * it: by sweeps over all products at once, each using the costs of the previous sweep, until no
 * cost changes. Matrix i, counted from 1, has p[i-1] rows and p[i] columns.
 */
public final class MatrixChainOrder implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  p      node scalar
          output s      edge pointer
          hint   pred_h node pointer
          hint   m      edge scalar
          hint   s_h    edge pointer
          hint   msk    edge mask
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "matrix_chain_order",
          "Matrix chain order",
          Category.DYNAMIC_PROGRAMMING,
          FEATURES,
          new MatrixChainOrder(),
          SequenceSamplers.uniform("p", 0, 1),
          new Traits(
              new InputForm.MatrixSizes("p"),
              new AnswerForm.Parentheses("s"),
              Equilibrium.SWEEP,
              Proof.Known.MATRIX_CHAIN,
              Invariance.NUMBER_RATIOS,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    double[] p = run.reals("p");
    int n = p.length;
    int cells = Math.multiplyExact(n, n);
    double[] cost = new double[cells];
    int[] split = new int[cells];
    int[] known = new int[cells];
    for (int i = 1; i < n; i++) {
      known[i * n + i] = 1;
    }
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(n));
    }
    run.hint("m", cost);
    run.hint("s_h", split);
    run.hint("msk", known);

    double[] before = new double[cells];
    int[] knownBefore = new int[cells];
    do {
      run.push();
      System.arraycopy(cost, 0, before, 0, cells);
      System.arraycopy(known, 0, knownBefore, 0, cells);
      for (int i = 1; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          int cell = i * n + j;
          for (int k = i; k < j; k++) {
            int left = i * n + k;
            int right = (k + 1) * n + j;
            if (knownBefore[left] == 0 || knownBefore[right] == 0) {
              continue;
            }
            double q = before[left] + before[right] + p[i - 1] * p[k] * p[j];
            if (known[cell] == 0 || q < cost[cell]) {
              cost[cell] = q;
              split[cell] = k;
              known[cell] = 1;
            }
          }
        }
      }
    } while (!Arrays.equals(before, cost));
    run.output("s", split);
  }
}
