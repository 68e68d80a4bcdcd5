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
 * The search tree of least expected cost over sorted keys (CLRS 15.5; Knuth 1971): key i is looked
 * up with probability p[i], the gap before it with q[i]. There is one more gap than keys, so p has
 * an unused last entry.
 */
public final class OptimalBst implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  p      node scalar
          input  q      node scalar
          output root   edge pointer
          hint   pred_h node pointer
          hint   root_h edge pointer
          hint   e      edge scalar
          hint   w      edge scalar
          hint   msk    edge mask
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "optimal_bst",
          "Optimal search tree",
          Category.DYNAMIC_PROGRAMMING,
          FEATURES,
          new OptimalBst(),
          SequenceSamplers.searchTree(),
          new Traits(
              new InputForm.Probabilities("p", "q"),
              new AnswerForm.SearchTree("root"),
              Equilibrium.RULE,
              Proof.Known.SEARCH_TREE,
              Invariance.PROBABILITY_RATIOS,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.OWN));

  /** The cost of a tree before any root has been tried. */
  private static final double UNTRIED = 1e9;

  @Override
  public void execute(Execution run) {
    double[] p = run.reals("p");
    double[] q = run.reals("q");
    int n = q.length;
    int cells = Math.multiplyExact(n, n);
    int[] root = new int[cells];
    double[] cost = new double[cells];
    double[] weight = new double[cells];
    int[] known = new int[cells];
    for (int i = 0; i < n; i++) {
      cost[i * n + i] = q[i];
      weight[i * n + i] = q[i];
      known[i * n + i] = 1;
    }
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(n));
    }
    run.hint("root_h", root);
    run.hint("e", cost);
    run.hint("w", weight);
    run.hint("msk", known);
    run.push();
    for (int keys = 1; keys < n; keys++) {
      for (int i = 0; i + keys < n; i++) {
        int j = i + keys;
        int cell = i * n + j;
        weight[cell] = weight[cell - 1] + p[j - 1] + q[j];
        double least = UNTRIED;
        for (int r = i; r < j; r++) {
          double tried = cost[i * n + r] + cost[(r + 1) * n + j] + weight[cell];
          if (tried < least) {
            least = tried;
            root[cell] = r;
          }
        }
        if (least == UNTRIED) {
          throw new IllegalArgumentException(
              "inputs p and q must be probabilities: the tree over keys %d to %d costs %s or more"
                  .formatted(i, j - 1, UNTRIED));
        }
        cost[cell] = least;
        known[cell] = 1;
      }
      run.push();
    }
    run.output("root", root);
  }
}
