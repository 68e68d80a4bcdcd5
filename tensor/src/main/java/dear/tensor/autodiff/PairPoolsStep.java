// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Compositions;
import dear.tensor.parallel.RangeTask;

/**
 * For each node i the maximum and the mean over k of ρ[i,k], and the maximum and the mean over k of
 * κ[k,i]: four blocks of columns of y. ρ and κ are the two halves of some columns of a matrix over
 * pairs. As in {@link ComposeStep}, winners are found once after a forward pass if a derivative is
 * needed.
 */
final class PairPoolsStep implements Step {
  /** Nodes that one thread takes at a time when a team works on the graph. */
  private static final int GRAIN = 8;

  private static final int SIDES = 2;

  private final Workspace w;
  private final Value x;
  private final int first;
  private final Value y;
  private final int channels;
  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask backRange = this::backRange;
  private int[] winners = {};
  private boolean found;
  private float[] plane = {};

  PairPoolsStep(Workspace w, Value x, int first, Value y) {
    this.w = w;
    this.x = x;
    this.first = first;
    this.y = y;
    this.channels = y.cols() / (2 * SIDES);
  }

  /** The rows of node i on one side: those of its row, or those of its column. */
  private Compositions.Pool pool(float[] p, int i, int side) {
    int n = w.rows(y);
    int max = w.offset(y) + (i * SIDES + side) * 2 * channels;
    int start = w.offset(x) + first + side * channels;
    return side == 0
        ? new Compositions.Pool(
            n, channels, p, start + i * n * x.cols(), x.cols(), max, max + channels)
        : new Compositions.Pool(
            n, channels, p, start + i * x.cols(), n * x.cols(), max, max + channels);
  }

  @Override
  public void forward() {
    found = false;
    w.overRanges(w.rows(y), GRAIN, forwardRange);
  }

  private void forwardRange(int worker, int from, int to) {
    float[] v = w.array(Plane.VALUE);
    for (int i = from; i < to; i++) {
      for (int side = 0; side < SIDES; side++) {
        w.kernels().compositions().pool(pool(v, i, side));
      }
    }
  }

  private void findWinners() {
    if (found) {
      return;
    }
    found = true;
    int count = w.rows(y) * SIDES * channels;
    if (winners.length < count) {
      winners = new int[Workspace.grown(winners.length, count)];
    }
    float[] v = w.array(Plane.VALUE);
    for (int i = 0; i < w.rows(y); i++) {
      for (int side = 0; side < SIDES; side++) {
        w.kernels()
            .compositions()
            .poolWinners(pool(v, i, side), winners, (i * SIDES + side) * channels);
      }
    }
  }

  @Override
  public void tangent() {
    findWinners();
    float[] dot = w.array(Plane.TANGENT);
    for (int i = 0; i < w.rows(y); i++) {
      for (int side = 0; side < SIDES; side++) {
        Compositions.Pool pool = pool(dot, i, side);
        w.kernels().compositions().pool(pool); // for the means; the maxima follow
        for (int c = 0; c < channels; c++) {
          int winner = winners[(i * SIDES + side) * channels + c];
          dot[pool.max() + c] = dot[pool.at() + winner * pool.step() + c];
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

  /** Each number of x belongs to one pool, so nodes do not interfere. */
  private void back(float[] p) {
    if (w.wants(x)) {
      findWinners();
      plane = p;
      w.overRanges(w.rows(y), GRAIN, backRange);
    }
  }

  private void backRange(int worker, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int side = 0; side < SIDES; side++) {
        Compositions.Pool pool = pool(plane, i, side);
        float share = 1f / pool.rows();
        for (int k = 0; k < pool.rows(); k++) {
          int row = pool.at() + k * pool.step();
          for (int c = 0; c < channels; c++) {
            plane[row + c] += share * plane[pool.mean() + c];
          }
        }
        for (int c = 0; c < channels; c++) {
          int winner = winners[(i * SIDES + side) * channels + c];
          plane[pool.at() + winner * pool.step() + c] += plane[pool.max() + c];
        }
      }
    }
  }
}
