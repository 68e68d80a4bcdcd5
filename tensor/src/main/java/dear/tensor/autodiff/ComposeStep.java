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
  private final RangeTask backRangeToA = this::backRangeToA;
  private final RangeTask backRangeToB = this::backRangeToB;
  private final float[][] scratch;
  private int[] winners = {};
  private boolean found;

  // The operands of the tasks; set by the thread that starts them.
  private Composition values;
  private Composition derivatives;

  ComposeStep(Workspace w, Value x, int firstA, int firstB, Value y) {
    this.w = w;
    this.x = x;
    this.firstA = firstA;
    this.firstB = firstB;
    this.y = y;
    this.values = in(Plane.VALUE);
    this.derivatives = values;
    this.scratch = new float[w.threads()][0];
  }

  private Composition in(Plane plane) {
    float[] v = w.array(plane);
    return new Composition(
        w.size().nodes(),
        y.cols(),
        new Matrix(v, w.offset(x) + firstA, x.cols(), y.cols()),
        new Matrix(v, w.offset(x) + firstB, x.cols(), y.cols()),
        new Matrix(v, w.offset(y), y.cols()));
  }

  @Override
  public void forward() {
    values = in(Plane.VALUE);
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
    int needed = w.kernels().compositions().scratch(values.nodes());
    if (scratch[worker].length < needed) {
      scratch[worker] = new float[Workspace.grown(scratch[worker].length, needed)];
    }
    w.kernels().compositions().compose(values, from, to, scratch[worker]);
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
    w.kernels().compositions().winners(values, from, to, winners);
  }

  @Override
  public void tangent() {
    findWinners();
    derivatives = in(Plane.TANGENT);
    w.overRanges(w.size().nodes(), grain(), tangentRange);
  }

  private void tangentRange(int worker, int from, int to) {
    w.kernels().compositions().tangent(derivatives, winners, from, to);
  }

  @Override
  public void backward() {
    back(Plane.COTANGENT);
  }

  @Override
  public void backwardTangent() {
    back(Plane.COTANGENT_TANGENT);
  }

  private void back(Plane plane) {
    if (!w.wants(x)) {
      return;
    }
    findWinners();
    derivatives = in(plane);
    w.overRanges(w.size().nodes(), grain(), backRangeToA);
    w.overRanges(w.size().nodes(), grain(), backRangeToB);
  }

  private void backRangeToA(int worker, int from, int to) {
    w.kernels().compositions().backToA(derivatives, winners, from, to);
  }

  private void backRangeToB(int worker, int from, int to) {
    w.kernels().compositions().backToB(derivatives, winners, from, to);
  }
}
