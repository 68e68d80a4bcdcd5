// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Composition;
import dear.tensor.kernel.Matrix;
import dear.tensor.parallel.RangeTask;

/**
 * y[i,j] = max over k of a[i,k] + b[k,j], channel by channel, a and b being columns of one matrix
 * over pairs.
 *
 * <p>If derivatives are needed, the k of each maximum is found once after a forward pass, from the
 * values alone; the three other passes then visit nodes² · channels numbers, not nodes³. The
 * gradient of a is summed by rows i and that of b by columns j, each in the order of the other
 * index, so that a team may divide rows and columns without changing a bit.
 */
final class ComposeStep implements Step {
  /** The number of sums that one thread computes at a time when a team works on the graph. */
  private static final int GRAIN = 1 << 17;

  private final Workspace w;
  private final Value x;
  private final int firstA;
  private final int firstB;
  private final Value y;
  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask winnerRange = this::winnerRange;
  private final RangeTask tangentRange = this::tangentRange;
  private final RangeTask backToA = this::backToA;
  private final RangeTask backToB = this::backToB;
  private final float[][] scratch;
  private int[] winners = {};
  private boolean found;

  // The operands of the tasks; set by the thread that starts them.
  private Composition composition;
  private float[] plane = {};

  ComposeStep(Workspace w, Value x, int firstA, int firstB, Value y) {
    this.w = w;
    this.x = x;
    this.firstA = firstA;
    this.firstB = firstB;
    this.y = y;
    this.composition = ofValues();
    this.scratch = new float[w.threads()][0];
  }

  private Composition ofValues() {
    float[] v = w.array(Plane.VALUE);
    return new Composition(
        w.size().nodes(),
        y.cols(),
        new Matrix(v, w.offset(x) + firstA, x.cols(), y.cols()),
        new Matrix(v, w.offset(x) + firstB, x.cols(), y.cols()),
        new Matrix(v, w.offset(y), y.cols()));
  }

  @Override
  public void forward() {
    composition = ofValues();
    found = false;
    int n = w.size().nodes();
    w.overRanges(n, Math.ceilDiv(n, w.threads()), forwardRange); // each range copies all of b once
  }

  /** Rows for a thread, an even number of them. */
  private int grain() {
    int n = w.size().nodes();
    int rows = GRAIN / Math.max(1, n * n * y.cols());
    return Math.max(2, rows / 2 * 2);
  }

  private void forwardRange(int worker, int from, int to) {
    int needed = w.kernels().compositions().scratch(composition.nodes());
    if (scratch[worker].length < needed) {
      scratch[worker] = new float[Workspace.grown(scratch[worker].length, needed)];
    }
    w.kernels().compositions().compose(composition, from, to, scratch[worker]);
  }

  private void findWinners() {
    if (!found) {
      if (winners.length < w.count(y)) {
        winners = new int[Workspace.grown(winners.length, w.count(y))];
      }
      w.overRanges(w.size().nodes(), grain(), winnerRange);
      found = true;
    }
  }

  private void winnerRange(int worker, int from, int to) {
    w.kernels().compositions().winners(composition, from, to, winners);
  }

  @Override
  public void tangent() {
    findWinners();
    w.overRanges(w.size().nodes(), Integer.MAX_VALUE, tangentRange);
  }

  private void tangentRange(int worker, int from, int to) {
    float[] dot = w.array(Plane.TANGENT);
    int n = w.size().nodes();
    int cols = y.cols();
    int a = w.offset(x) + firstA;
    int b = w.offset(x) + firstB;
    for (int i = from; i < to; i++) {
      for (int j = 0; j < n; j++) {
        int cell = (i * n + j) * cols;
        for (int c = 0; c < cols; c++) {
          int k = winners[cell + c];
          dot[w.offset(y) + cell + c] =
              dot[a + (i * n + k) * x.cols() + c] + dot[b + (k * n + j) * x.cols() + c];
        }
      }
    }
  }

  @Override
  public void backward() {
    back(w.array(Plane.COTANGENT));
  }

  @Override
  public void backwardTangent() {
    back(w.array(Plane.COTANGENT_TANGENT));
  }

  private void back(float[] p) {
    if (!w.wants(x)) {
      return;
    }
    findWinners();
    plane = p;
    w.overRanges(w.size().nodes(), grain(), backToA);
    w.overRanges(w.size().nodes(), grain(), backToB);
  }

  private void backToA(int worker, int from, int to) {
    int n = w.size().nodes();
    int cols = y.cols();
    for (int i = from; i < to; i++) {
      int row = w.offset(x) + firstA + i * n * x.cols();
      for (int j = 0; j < n; j++) {
        int cell = (i * n + j) * cols;
        for (int c = 0; c < cols; c++) {
          plane[row + winners[cell + c] * x.cols() + c] += plane[w.offset(y) + cell + c];
        }
      }
    }
  }

  private void backToB(int worker, int from, int to) {
    int n = w.size().nodes();
    int cols = y.cols();
    for (int i = 0; i < n; i++) {
      for (int j = from; j < to; j++) {
        int cell = (i * n + j) * cols;
        int column = w.offset(x) + firstB + j * x.cols();
        for (int c = 0; c < cols; c++) {
          plane[column + winners[cell + c] * n * x.cols() + c] += plane[w.offset(y) + cell + c];
        }
      }
    }
  }
}
