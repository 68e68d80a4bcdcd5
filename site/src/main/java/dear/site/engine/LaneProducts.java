// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.kernel.Products;
import dear.tensor.kernel.SparseRows;
import java.util.HashMap;
import java.util.Map;

/**
 * Products on vectors. They give the bits of the scalar kernels, which they take what they lack
 * from. Weights are copied when they are first used, and must not be packed again: the engine does
 * not learn.
 */
final class LaneProducts implements Products {
  /** Rows at a time, few enough for the cache. */
  private static final int ROWS = 64;

  private static final int TILE = 4;

  private final Products scalar;
  private final Map<PackedWeights, LaneWeights> copied = new HashMap<>();
  private final LaneArrays arrays;
  private final Lanes left = new Lanes();
  private final Lanes bias = new Lanes();
  private final Lanes sums = new Lanes();

  LaneProducts(Products scalar, LaneArrays arrays) {
    this.scalar = scalar;
    this.arrays = arrays;
  }

  @Override
  public PackedWeights packed(int in, int out) {
    return scalar.packed(in, out);
  }

  @Override
  public SparseRows sparseRows() {
    return scalar.sparseRows();
  }

  @Override
  public void multiplyAdd(int rows, Matrix a, PackedWeights w, Matrix b, Matrix c) {
    LaneWeights weights = copied.computeIfAbsent(w, LaneWeights::new);
    for (int from = 0; from < rows; from += ROWS) {
      multiplyAdd(from, Math.min(ROWS, rows - from), a, w, weights, b, c);
    }
  }

  private void multiplyAdd(
      int from, int rows, Matrix a, PackedWeights w, LaneWeights weights, Matrix b, Matrix c) {
    int in = w.in();
    int out = w.out();
    int width = weights.panels * LaneWeights.PANEL;
    boolean whole = width == out;
    int x = rows(a, from, rows, in, in, left);
    int xStep = arrays.hold(a) ? a.step() : in;
    boolean direct = whole && arrays.hold(c);
    int y = direct ? arrays.address(c) + 4 * from * c.step() : sums.room(ROWS * width);
    int yStep = direct ? c.step() : width;
    int first;
    int firstStep;
    if (b.step() == 0) {
      first = rows(b, 0, 1, out, width, bias);
      firstStep = 0;
    } else {
      first = rows(b, from, rows, out, width, bias);
      firstStep = arrays.hold(b) ? b.step() : width;
    }
    int tiles = (rows + TILE - 1) / TILE;
    Lanes.multiply(x, 4 * xStep, tiles, weights.at, first, 4 * firstStep, y, 4 * yStep);
    for (int r = 0; r < rows && !direct; r++) {
      int row = y + 4 * r * width;
      if (arrays.hold(c)) {
        Lanes.move(row, arrays.address(c) + 4 * (from + r) * c.step(), out);
      } else {
        Lanes.get(row, c.data(), c.row(from + r), out);
      }
    }
  }

  /** The address of some rows, which are copied if they lie elsewhere. */
  private int rows(Matrix x, int from, int rows, int count, int step, Lanes copies) {
    if (arrays.hold(x)) {
      return arrays.address(x) + 4 * from * x.step();
    }
    int at = copies.room(ROWS * step);
    for (int r = 0; r < rows; r++) {
      Lanes.put(x.data(), x.row(from + r), count, at + 4 * r * step);
    }
    return at;
  }

  @Override
  public void sideBySide(int rows, Matrix[] parts, Matrix joint) {
    boolean direct = arrays.hold(joint);
    int at = 0;
    for (Matrix part : parts) {
      boolean held = arrays.hold(part);
      for (int r = 0; r < rows; r++) {
        int from = held ? arrays.address(part) + 4 * r * part.step() : part.row(r);
        int to = direct ? arrays.address(joint) + 4 * (r * joint.step() + at) : joint.row(r) + at;
        copy(held, part, from, direct, joint, to);
      }
      at += part.cols();
    }
  }

  /** Copies a row of a part; each place is an address if the numbers lie there, or an index. */
  private static void copy(
      boolean held, Matrix part, int from, boolean direct, Matrix joint, int to) {
    int count = part.cols();
    if (held && direct) {
      Lanes.move(from, to, count);
    } else if (direct) {
      Lanes.put(part.data(), from, count, to);
    } else if (held) {
      Lanes.get(from, joint.data(), to, count);
    } else {
      System.arraycopy(part.data(), from, joint.data(), to, count);
    }
  }

  @Override
  public void multiplySparse(
      int rows, Matrix a, PackedWeights w, Matrix bias, SparseRows sparse, Matrix c) {
    multiplyAdd(rows, a, w, bias, c);
  }

  @Override
  public void weightGradient(int rows, Matrix a, Matrix g, Matrix dw) {
    scalar.weightGradient(rows, a, g, dw);
  }

  @Override
  public void columnSums(int rows, Matrix x, Matrix sum) {
    scalar.columnSums(rows, x, sum);
  }
}
