// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;
import java.util.Arrays;

/** The maximum of each column; the first row wins a tie. */
final class MaxOverRowsStep implements Step {
  private final Workspace w;
  private final Value x;
  private final Value y;
  private final int[] winners;

  MaxOverRowsStep(Workspace w, Value x, Value y) {
    this.w = w;
    this.x = x;
    this.y = y;
    this.winners = new int[y.cols()];
  }

  @Override
  public void forward() {
    boolean empty = w.rows(x) == 0;
    w.fill(Plane.VALUE, y, empty ? 0 : Float.NEGATIVE_INFINITY);
    Arrays.fill(winners, empty ? -1 : 0);
    w.kernels()
        .edgeRows()
        .raiseMax(w.rows(x), w.matrix(Plane.VALUE, x), 0, w.matrix(Plane.VALUE, y), winners, 0);
  }

  @Override
  public void tangent() {
    Matrix from = w.matrix(Plane.TANGENT, x);
    Matrix to = w.matrix(Plane.TANGENT, y);
    for (int c = 0; c < winners.length; c++) {
      to.data()[to.at() + c] = winners[c] < 0 ? 0 : from.data()[from.row(winners[c]) + c];
    }
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
    Matrix from = w.matrix(plane, y);
    Matrix to = w.matrix(plane, x);
    for (int c = 0; c < winners.length; c++) {
      if (winners[c] >= 0) {
        to.data()[to.row(winners[c]) + c] += from.data()[from.at() + c];
      }
    }
  }
}
