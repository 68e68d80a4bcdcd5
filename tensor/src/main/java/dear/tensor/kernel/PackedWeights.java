// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Weights in the order in which a matrix product reads them.
 *
 * <p>The columns are cut into panels of a fixed width; a panel holds its columns row by row, the
 * last one filled up with zeros. A panel is then one contiguous stretch of memory, which matters:
 * at width 128 the rows of an unpacked panel lie 512 bytes apart and fall into eight of the 64 sets
 * of the first-level cache.
 *
 * <p>Works only with the implementation that created it. Safe to share between threads while nobody
 * packs.
 */
public final class PackedWeights {
  private final int in;
  private final int out;

  /** Columns per panel; {@code out} itself for the scalar kernels, which need no panels. */
  final int panel;

  final float[] data;

  /** Where the first panel begins. */
  static final int FIRST = Matrix.LINE_START;

  /** A bias of zeros for products without one. */
  final Matrix zeros;

  PackedWeights(int in, int out, int panel) {
    if (in < 1 || out < 1) {
      throw new IllegalArgumentException(
          "weights must have at least one row and one column, not " + in + " × " + out);
    }
    this.in = in;
    this.out = out;
    this.panel = panel;
    this.data =
        new float[Math.addExact(FIRST, Math.multiplyExact(in, Math.ceilDiv(out, panel) * panel))];
    this.zeros = Matrix.repeated(new float[out], 0, out);
  }

  /** Rows of the packed matrix: the width of the left factor. */
  public int in() {
    return in;
  }

  /** Columns of the packed matrix: the width of the product. */
  public int out() {
    return out;
  }

  /** Packs {@code W}, stored {@code [in][out]}: products with it compute {@code A·W}. */
  public void pack(Matrix w) {
    float[] from = w.data();
    float[] to = data;
    int step = w.step();
    int rows = in;
    int at = FIRST;
    for (int j = 0; j < out; j += panel) {
      int width = Math.min(panel, out - j);
      int row = w.at() + j;
      for (int k = 0; k < rows; k++) {
        System.arraycopy(from, row, to, at, width);
        row += step;
        at += panel;
      }
    }
  }

  /**
   * Packs {@code Wᵀ} of a matrix {@code W} stored {@code [out][in]}: products with it compute
   * {@code A·Wᵀ}, the way back through a layer.
   */
  public void packTransposed(Matrix w) {
    float[] from = w.data();
    float[] to = data;
    int rows = in;
    int width = panel;
    for (int j = 0; j < out; j++) {
      int row = w.row(j);
      int at = FIRST + j / width * width * rows + j % width;
      for (int k = 0; k < rows; k++) {
        to[at + k * width] = from[row + k];
      }
    }
  }
}
