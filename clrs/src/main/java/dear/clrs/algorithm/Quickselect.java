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

/** The upper median by partitioning the side that holds it (CLRS 9.2; Hoare 1961). */
public final class Quickselect implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  key    node scalar
          output median node mask_one
          hint   pred_h node pointer
          hint   p      node mask_one
          hint   r      node mask_one
          hint   i      node mask_one
          hint   j      node mask_one
          hint   i_rank graph scalar
          hint   target graph scalar
          hint   pivot  node mask_one
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "quickselect",
          "Quickselect",
          Category.SEARCHING,
          FEATURES,
          new Quickselect(),
          SequenceSamplers.uniform("key", 0, 1),
          new Traits(
              new InputForm.Keys("key"),
              new AnswerForm.Element("median"),
              Equilibrium.SCAN,
              Proof.Known.MEDIAN,
              Invariance.KEY_ORDER,
              PointerReach.EDGES,
              PredecessorChain.CHANGING,
              Task.OWN));

  @Override
  public void execute(Execution run) {
    Partition partition = new Partition(run);
    int n = run.nodes();
    int rank = n / 2;
    double[] target = {(double) rank / n};
    run.hint("i_rank", partition.rank());
    run.hint("target", target);
    run.hint("pivot", partition.pivot());
    int low = 0;
    int high = n - 1;
    while (true) {
      int middle = partition.split(low, high);
      int found = middle - low;
      if (found == rank) {
        run.output("median", partition.items().node(middle));
        return;
      }
      if (rank < found) {
        high = middle - 1;
      } else {
        low = middle + 1;
        rank -= found + 1;
        target[0] = (double) rank / n;
      }
    }
  }
}
