package dear.tensor.autodiff;

import dear.tensor.parallel.RangeTask;

/**
 * For each node i the maximum and the mean over k of ρ[i,k], and the maximum and the mean over k of
 * κ[k,i]: four blocks of columns of y. ρ and κ are the two halves of some columns of a matrix over
 * pairs.
 */
final class PairPoolsStep implements Step {
  private final Workspace w;
  private final Value x;
  private final int first;
  private final Value y;
  private final int channels;
  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask backRange = this::backRange;
  private int[] winners = {};
  private float[] plane = {};

  PairPoolsStep(Workspace w, Value x, int first, Value y) {
    this.w = w;
    this.x = x;
    this.first = first;
    this.y = y;
    this.channels = y.cols() / 4;
  }

  @Override
  public void forward() {
    if (winners.length < w.rows(y) * 2 * channels) {
      winners = new int[Workspace.grown(winners.length, w.rows(y) * 2 * channels)];
    }
    w.overRanges(w.rows(y), 1, forwardRange);
  }

  private void forwardRange(int worker, int from, int to) {
    int n = w.rows(y);
    for (int i = from; i < to; i++) {
      pool(i, 0, w.offset(x) + first + i * n * x.cols(), x.cols());
      pool(i, 1, w.offset(x) + first + channels + i * x.cols(), n * x.cols());
    }
  }

  /** One of the two sides of node i: rows that begin at {@code at}, {@code step} apart. */
  private void pool(int i, int side, int at, int step) {
    float[] v = w.array(Plane.VALUE);
    int n = w.rows(y);
    int max = w.offset(y) + i * y.cols() + 2 * side * channels;
    int mean = max + channels;
    int win = (i * 2 + side) * channels;
    for (int c = 0; c < channels; c++) {
      v[max + c] = v[at + c];
      v[mean + c] = v[at + c];
      winners[win + c] = 0;
    }
    for (int k = 1; k < n; k++) {
      int row = at + k * step;
      for (int c = 0; c < channels; c++) {
        float number = v[row + c];
        v[mean + c] += number;
        boolean higher = number > v[max + c];
        v[max + c] = higher ? number : v[max + c];
        winners[win + c] = higher ? k : winners[win + c];
      }
    }
    float share = 1f / n;
    for (int c = 0; c < channels; c++) {
      v[mean + c] *= share;
    }
  }

  @Override
  public void tangent() {
    float[] dot = w.array(Plane.TANGENT);
    int n = w.rows(y);
    for (int i = 0; i < n; i++) {
      poolTangent(dot, i, 0, w.offset(x) + first + i * n * x.cols(), x.cols());
      poolTangent(dot, i, 1, w.offset(x) + first + channels + i * x.cols(), n * x.cols());
    }
  }

  private void poolTangent(float[] dot, int i, int side, int at, int step) {
    int n = w.rows(y);
    int max = w.offset(y) + i * y.cols() + 2 * side * channels;
    int mean = max + channels;
    for (int c = 0; c < channels; c++) {
      dot[max + c] = dot[at + winners[(i * 2 + side) * channels + c] * step + c];
      dot[mean + c] = dot[at + c];
    }
    for (int k = 1; k < n; k++) {
      for (int c = 0; c < channels; c++) {
        dot[mean + c] += dot[at + k * step + c];
      }
    }
    float share = 1f / n;
    for (int c = 0; c < channels; c++) {
      dot[mean + c] *= share;
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

  /** Each number of x belongs to one pool of each side, so nodes do not get in each other's way. */
  private void back(float[] p) {
    if (w.wants(x)) {
      plane = p;
      w.overRanges(w.rows(y), 1, backRange);
    }
  }

  private void backRange(int worker, int from, int to) {
    int n = w.rows(y);
    for (int i = from; i < to; i++) {
      unpool(i, 0, w.offset(x) + first + i * n * x.cols(), x.cols());
      unpool(i, 1, w.offset(x) + first + channels + i * x.cols(), n * x.cols());
    }
  }

  private void unpool(int i, int side, int at, int step) {
    int n = w.rows(y);
    int max = w.offset(y) + i * y.cols() + 2 * side * channels;
    int mean = max + channels;
    float share = 1f / n;
    for (int k = 0; k < n; k++) {
      for (int c = 0; c < channels; c++) {
        plane[at + k * step + c] += share * plane[mean + c];
      }
    }
    for (int c = 0; c < channels; c++) {
      plane[at + winners[(i * 2 + side) * channels + c] * step + c] += plane[max + c];
    }
  }
}
