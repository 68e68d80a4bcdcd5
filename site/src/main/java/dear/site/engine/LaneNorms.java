// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.NormParameters;
import dear.tensor.kernel.NormState;
import dear.tensor.kernel.Norms;

/** Layer norm on vectors, with the bits of the scalar kernels; derivatives are theirs. */
final class LaneNorms implements Norms {
  /** Rows at a time, few enough for the cache. */
  private static final int ROWS = 64;

  private static final int TILE = 4;

  private final Norms scalar;
  private final LaneArrays arrays;
  private final Lanes scales = new Lanes();
  private final Lanes copies = new Lanes();

  LaneNorms(Norms scalar, LaneArrays arrays) {
    this.scalar = scalar;
    this.arrays = arrays;
  }

  @Override
  public void inPlace(int rows, Matrix x, NormParameters p) {
    apply(rows, x, p, x);
  }

  @Override
  public void apply(int rows, Matrix x, NormParameters p, Matrix y) {
    int cols = p.cols();
    int scale = scales.room(2 * cols + TILE);
    Lanes.put(p.values(), p.scale(), cols, scale);
    Lanes.put(p.values(), p.offset(), cols, scale + 4 * cols);
    int floor = Float.floatToRawIntBits(p.rectify() ? 0 : Float.NEGATIVE_INFINITY);
    for (int from = 0; from < rows; from += ROWS) {
      int count = Math.min(ROWS, rows - from);
      int tiles = (count + TILE - 1) / TILE;
      int copied = copies.room(ROWS * cols + TILE);
      int in = copied;
      int inStep = cols;
      if (arrays.hold(x)) {
        in = arrays.address(x) + 4 * from * x.step();
        inStep = x.step();
      } else {
        for (int r = 0; r < count; r++) {
          Lanes.put(x.data(), x.row(from + r), cols, in + 4 * r * cols);
        }
      }
      boolean held = arrays.hold(y);
      int out = held ? arrays.address(y) + 4 * from * y.step() : copied;
      int outStep = held ? y.step() : cols;
      Lanes.norm(in, 4 * inStep, out, 4 * outStep, tiles, cols, scale, floor);
      for (int r = 0; r < count && !held; r++) {
        Lanes.get(out + 4 * r * cols, y.data(), y.row(from + r), cols);
      }
    }
  }

  @Override
  public void forward(int rows, Matrix x, NormParameters p, NormState state, Matrix y) {
    scalar.forward(rows, x, p, state, y);
  }

  @Override
  public void tangent(int rows, Matrix xDot, NormParameters p, NormState state, Matrix yDot) {
    scalar.tangent(rows, xDot, p, state, yDot);
  }

  @Override
  public void backward(
      int rows,
      Matrix gy,
      NormParameters p,
      NormState state,
      float[] dp,
      Matrix gx,
      boolean accumulate) {
    scalar.backward(rows, gy, p, state, dp, gx, accumulate);
  }

  @Override
  public void backwardTangent(
      int rows,
      Matrix gy,
      Matrix gyDot,
      NormParameters p,
      NormState state,
      float[] dpDot,
      Matrix gxDot,
      boolean accumulate) {
    scalar.backwardTangent(rows, gy, gyDot, p, state, dpDot, gxDot, accumulate);
  }
}
