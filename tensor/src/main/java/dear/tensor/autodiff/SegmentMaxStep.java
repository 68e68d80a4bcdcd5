package dear.tensor.autodiff;

import dear.tensor.kernel.Kernels;
import java.util.Arrays;

/** The maximum of each column over the rows of each group; the first one wins a tie. */
final class SegmentMaxStep implements Step {
  private final Workspace w;
  private final Kernels kernels;
  private final Value x;
  private final Segments segments;
  private final Value y;
  private int[] winners = {};

  SegmentMaxStep(Workspace w, Value x, Segments segments, Value y) {
    this.w = w;
    this.kernels = w.kernels();
    this.x = x;
    this.segments = segments;
    this.y = y;
  }

  @Override
  public void forward() {
    segments.refresh();
    if (winners.length < w.count(y)) {
      winners = new int[Workspace.grown(winners.length, w.count(y))];
    }
    float[] v = w.array(Plane.VALUE);
    int cols = y.cols();
    int[] start = segments.start();
    int[] order = segments.order();
    for (int s = 0; s < segments.count(); s++) {
      int at = w.offset(y) + s * cols;
      boolean empty = start[s] == start[s + 1];
      Arrays.fill(v, at, at + cols, empty ? 0 : Float.NEGATIVE_INFINITY);
      Arrays.fill(winners, s * cols, (s + 1) * cols, empty ? -1 : order[start[s]]);
      for (int m = start[s]; m < start[s + 1]; m++) {
        int row = order[m];
        kernels.raiseMax(1, cols, v, w.offset(x) + row * cols, cols, row, v, at, winners, s * cols);
      }
    }
  }

  @Override
  public void tangent() {
    float[] dot = w.array(Plane.TANGENT);
    int cols = y.cols();
    kernels.pick(w.rows(y), cols, winners, 0, cols, dot, w.offset(x), cols, dot, w.offset(y), cols);
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
    int cols = y.cols();
    kernels.unpick(w.rows(y), cols, winners, 0, cols, p, w.offset(y), cols, p, w.offset(x), cols);
  }
}
