// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.kernel.Products;
import dear.tensor.kernel.SparseRows;
import java.util.HashMap;
import java.util.Map;
import org.teavm.interop.Address;

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
  private final Lanes left = new Lanes();
  private final Lanes sums = new Lanes();

  LaneProducts(Products scalar) {
    this.scalar = scalar;
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
      multiplyAdd(from, Math.min(rows, from + ROWS), a, w, weights, b, c);
    }
  }

  private void multiplyAdd(
      int from, int to, Matrix a, PackedWeights w, LaneWeights weights, Matrix b, Matrix c) {
    int in = w.in();
    int out = w.out();
    int width = 4 * weights.panels * LaneWeights.PANEL;
    int x = left.room(ROWS * in);
    int y = sums.room(ROWS * width / 4);
    int tiles = (to - from + TILE - 1) / TILE;
    for (int tile = 0; tile < tiles; tile++) {
      int r = from + TILE * tile;
      putTile(a, r, to - 1, in, x + 4 * TILE * in * tile);
    }
    for (int r = from; r < to; r++) {
      Lanes.put(b.data(), b.row(r), out, y + (r - from) * width);
    }
    Lanes.multiply(x, tiles, in, weights.at, weights.panels, y);
    for (int r = from; r < to; r++) {
      Lanes.get(y + (r - from) * width, c.data(), c.row(r), out);
    }
  }

  /** Four rows, their numbers of a column side by side; the last row stands for those beyond it. */
  private static void putTile(Matrix a, int r, int last, int count, int to) {
    float[] from = a.data();
    int first = a.row(r);
    int second = a.row(Math.min(r + 1, last));
    int third = a.row(Math.min(r + 2, last));
    int fourth = a.row(Math.min(r + 3, last));
    for (int k = 0; k < count; k++) {
      Address address = Address.fromInt(to + 4 * TILE * k);
      address.putFloat(from[first + k]);
      address.add(4).putFloat(from[second + k]);
      address.add(8).putFloat(from[third + k]);
      address.add(12).putFloat(from[fourth + k]);
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
