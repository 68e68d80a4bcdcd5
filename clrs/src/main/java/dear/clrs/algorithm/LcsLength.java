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
 * The longest common subsequence of two strings (CLRS 15.4), as CLRS-30 computes it: first column
 * and first row directly, the rest by sweeps, each using the lengths of the previous sweep, until
 * no length changes. Cell (i, j) of the table is at row i and the column of the second string's
 * letter j.
 */
public final class LcsLength implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  string node mask
          input  pos    node scalar
          input  key    node categorical 4
          output b      edge categorical 4
          hint   pred_h node pointer
          hint   b_h    edge categorical 4
          hint   c      edge scalar
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "lcs_length",
          "Longest common subsequence",
          Category.DYNAMIC_PROGRAMMING,
          FEATURES,
          new LcsLength(),
          SequenceSamplers.twoStrings(),
          new Traits(
              new InputForm.TwoStrings("first", "second"),
              new AnswerForm.Subsequence("b"),
              Equilibrium.SWEEP,
              Proof.Known.COMMON_SUBSEQUENCE,
              Invariance.NONE,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.OWN));

  private static final int DIAGONAL = 0;
  private static final int UP = 1;
  private static final int LEFT = 2;
  private static final int BLANK = -1;

  @Override
  public void execute(Execution run) {
    StringPair strings = StringPair.of(run);
    int n = run.nodes();
    int rows = strings.firstLength();
    int columns = strings.secondLength();
    int cells = Math.multiplyExact(n, n);
    int[] from = new int[cells];
    double[] length = new double[cells];
    Arrays.fill(from, BLANK);
    for (int i = 0; i < rows; i++) {
      Arrays.fill(from, i * n + rows, i * n + n, DIAGONAL);
    }
    border(strings, n, from, length);
    if (run.recording()) {
      run.hint("pred_h", strings.chains());
    }
    run.hint("b_h", from);
    run.hint("c", length);

    double[] before = new double[cells];
    do {
      run.push();
      System.arraycopy(length, 0, before, 0, cells);
      for (int i = 1; i < rows; i++) {
        for (int j = 1; j < columns; j++) {
          int cell = i * n + rows + j;
          double up = before[cell - n];
          double left = before[cell - 1];
          if (strings.first(i) == strings.second(j)) {
            length[cell] = before[cell - n - 1] + 1;
            from[cell] = DIAGONAL;
          } else if (up >= left) {
            length[cell] = up;
            from[cell] = UP;
          } else {
            length[cell] = left;
            from[cell] = LEFT;
          }
        }
      }
    } while (!Arrays.equals(before, length));
    run.output("b", from);
  }

  /** The first column, then the first row, where a mismatch with no match before it means up. */
  private static void border(StringPair strings, int n, int[] from, double[] length) {
    int rows = strings.firstLength();
    for (int i = 0; i < rows; i++) {
      int cell = i * n + rows;
      boolean match = strings.first(i) == strings.second(0);
      from[cell] = match ? DIAGONAL : UP;
      length[cell] = match ? 1 : i > 0 ? length[cell - n] : 0;
    }
    for (int j = 1; j < strings.secondLength(); j++) {
      int cell = rows + j;
      boolean match = strings.first(0) == strings.second(j);
      from[cell] = match ? DIAGONAL : length[cell - 1] == 1 ? LEFT : UP;
      length[cell] = match ? 1 : length[cell - 1];
    }
  }
}
