// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.I;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorProducts.PANEL;
import static dear.tensor.kernel.VectorProducts.TILE;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;

/**
 * Products with rows from a rectifier: half of their elements are zero, and neighbouring rows,
 * edges into the same node, are zero in much the same places. So the columns that are zero in all
 * six rows of a tile are dropped, and the tile is multiplied by the weights of the others.
 *
 * <p>A zero adds nothing to a chain of fused multiply-adds, so every element has the bits that
 * {@link VectorProducts} gives it.
 */
final class VectorSparseProducts {
  /** Tiles that share a panel while it is in the first-level cache. */
  private static final int TILES = 8;

  /** Wider rows keep their zeros: a constant, so that the six rows of a tile need one address. */
  private static final int WIDEST = 128;

  /** Distance between rows without zeros. Whole vectors are stored, the last one past the end. */
  private static final int STEP = WIDEST + LANES;

  private static final int TILE_STEP = TILE * STEP;

  /** Marks the end of a tile's offsets. */
  private static final int END = -1;

  private static final IntVector INDEX = IntVector.zero(I).addIndex(1);

  /** Processors with longer vectors have an instruction for this. */
  private static final boolean BY_TABLE = LANES <= 8;

  private static final int ALL = (1 << LANES) - 1;
  private static final int PANEL_SHIFT = Integer.numberOfTrailingZeros(PANEL);

  /** For each set of lanes, the lanes in order. */
  private static final int[] LANES_OF_SET = BY_TABLE ? lanesOfSets() : new int[0];

  private VectorSparseProducts() {}

  private static int[] lanesOfSets() {
    int[] lanes = new int[(1 << LANES) * LANES];
    for (int set = 0; set < 1 << LANES; set++) {
      int at = set * LANES;
      for (int lane = 0; lane < LANES; lane++) {
        if ((set >> lane & 1) != 0) {
          lanes[at++] = lane;
        }
      }
    }
    return lanes;
  }

  static SparseRows rows() {
    return new SparseRows(TILES * TILE_STEP, TILES * STEP);
  }

  /** {@code C = A·W + bias}, the bias a repeated row. */
  static void product(
      int rows, Matrix a, PackedWeights w, Matrix bias, SparseRows sparse, Matrix c) {
    int in = w.in();
    int out = w.out();
    if (in > WIDEST || in % LANES != 0 || out % PANEL != 0) {
      VectorProducts.product(rows, a, w, bias, c);
      return;
    }
    for (int from = 0; from < rows; from += TILES * TILE) {
      int to = Math.min(rows, from + TILES * TILE);
      for (int r = from, t = 0; r < to; r += TILE, t++) {
        dropZeros(in, r, Math.min(TILE, to - r) - 1, a, sparse, t);
      }
      for (int j = 0; j < out; j += PANEL) {
        for (int r = from; r < to; r += TILE) {
          tile(r, Math.min(TILE, to - r) - 1, j, sparse.values, sparse.offsets, w, bias, c);
        }
      }
    }
  }

  /**
   * Copies the columns of a tile that are not zero, an even number of them, and lists the offsets
   * of their weights.
   */
  private static void dropZeros(
      int cols, int r, int last, Matrix matrix, SparseRows sparse, int tile) {
    int valuesAt = tile * TILE_STEP;
    int offsetsAt = tile * STEP;
    float[] values = sparse.values;
    float[] a = matrix.data();
    int aAt = matrix.row(r);
    int a1 = matrix.row(r + Math.min(1, last));
    int a2 = matrix.row(r + Math.min(2, last));
    int a3 = matrix.row(r + Math.min(3, last));
    int a4 = matrix.row(r + Math.min(4, last));
    int a5 = matrix.row(r + last);
    int count = 0;
    for (int k = 0; k < cols; k += LANES) {
      FloatVector x0 = load(a, aAt + k);
      FloatVector x1 = load(a, a1 + k);
      FloatVector x2 = load(a, a2 + k);
      FloatVector x3 = load(a, a3 + k);
      FloatVector x4 = load(a, a4 + k);
      FloatVector x5 = load(a, a5 + k);
      IntVector bits = x0.reinterpretAsInts().or(x1.reinterpretAsInts());
      bits = bits.or(x2.reinterpretAsInts()).or(x3.reinterpretAsInts());
      bits = bits.or(x4.reinterpretAsInts()).or(x5.reinterpretAsInts());
      int kept = ~(int) bits.eq(0).toLong() & ALL;
      int at = valuesAt + count;
      IntVector lanes;
      if (BY_TABLE) {
        lanes = IntVector.fromArray(I, LANES_OF_SET, kept * LANES);
        VectorShuffle<Float> order = lanes.toShuffle().cast(F);
        x0.rearrange(order).intoArray(values, at);
        x1.rearrange(order).intoArray(values, at + STEP);
        x2.rearrange(order).intoArray(values, at + 2 * STEP);
        x3.rearrange(order).intoArray(values, at + 3 * STEP);
        x4.rearrange(order).intoArray(values, at + 4 * STEP);
        x5.rearrange(order).intoArray(values, at + 5 * STEP);
      } else {
        VectorMask<Float> mask = VectorMask.fromLong(F, kept);
        lanes = INDEX.compress(mask.cast(I));
        x0.compress(mask).intoArray(values, at);
        x1.compress(mask).intoArray(values, at + STEP);
        x2.compress(mask).intoArray(values, at + 2 * STEP);
        x3.compress(mask).intoArray(values, at + 3 * STEP);
        x4.compress(mask).intoArray(values, at + 4 * STEP);
        x5.compress(mask).intoArray(values, at + 5 * STEP);
      }
      lanes
          .add(k)
          .lanewise(VectorOperators.LSHL, PANEL_SHIFT)
          .intoArray(sparse.offsets, offsetsAt + count);
      count += Integer.bitCount(kept);
    }
    finish(count, sparse, valuesAt, offsetsAt);
  }

  /** Pads an odd number of columns with one of zeros, and marks the end. */
  private static void finish(int count, SparseRows sparse, int valuesAt, int offsetsAt) {
    int even = count;
    if (count % 2 != 0) {
      for (int r = 0; r < TILE; r++) {
        sparse.values[valuesAt + r * STEP + count] = 0;
      }
      sparse.offsets[offsetsAt + count] = 0;
      even++;
    }
    sparse.offsets[offsetsAt + even] = END;
  }

  /**
   * A tile of the result, two columns of A at a time. This was the fastest measured way to write
   * the loop: the compiler leaves it as it is, with all accumulators in registers. Reading the two
   * arrays from a {@link SparseRows} here, instead of passing them in, was 17 percent slower.
   */
  private static void tile(
      int r,
      int last,
      int j,
      float[] a,
      int[] offsets,
      PackedWeights weights,
      Matrix bias,
      Matrix result) {
    int tile = r % (TILES * TILE) / TILE;
    float[] w = weights.data;
    int wAt = PackedWeights.FIRST + j * weights.in();
    FloatVector c00 = load(bias.data(), bias.at() + j);
    FloatVector c01 = load(bias.data(), bias.at() + j + LANES);
    FloatVector c10 = c00;
    FloatVector c11 = c01;
    FloatVector c20 = c00;
    FloatVector c21 = c01;
    FloatVector c30 = c00;
    FloatVector c31 = c01;
    FloatVector c40 = c00;
    FloatVector c41 = c01;
    FloatVector c50 = c00;
    FloatVector c51 = c01;
    int k = tile * TILE_STEP;
    int o = tile * STEP;
    for (int offset = offsets[o]; offset != END; offset = offsets[o], k += 2) {
      int wk = wAt + offset;
      FloatVector w0 = load(w, wk);
      FloatVector w1 = load(w, wk + LANES);
      FloatVector x = all(a[k]);
      c00 = x.fma(w0, c00);
      c01 = x.fma(w1, c01);
      x = all(a[k + STEP]);
      c10 = x.fma(w0, c10);
      c11 = x.fma(w1, c11);
      x = all(a[k + 2 * STEP]);
      c20 = x.fma(w0, c20);
      c21 = x.fma(w1, c21);
      x = all(a[k + 3 * STEP]);
      c30 = x.fma(w0, c30);
      c31 = x.fma(w1, c31);
      x = all(a[k + 4 * STEP]);
      c40 = x.fma(w0, c40);
      c41 = x.fma(w1, c41);
      x = all(a[k + 5 * STEP]);
      c50 = x.fma(w0, c50);
      c51 = x.fma(w1, c51);
      wk = wAt + offsets[o + 1];
      w0 = load(w, wk);
      w1 = load(w, wk + LANES);
      x = all(a[k + 1]);
      c00 = x.fma(w0, c00);
      c01 = x.fma(w1, c01);
      x = all(a[k + 1 + STEP]);
      c10 = x.fma(w0, c10);
      c11 = x.fma(w1, c11);
      x = all(a[k + 1 + 2 * STEP]);
      c20 = x.fma(w0, c20);
      c21 = x.fma(w1, c21);
      x = all(a[k + 1 + 3 * STEP]);
      c30 = x.fma(w0, c30);
      c31 = x.fma(w1, c31);
      x = all(a[k + 1 + 4 * STEP]);
      c40 = x.fma(w0, c40);
      c41 = x.fma(w1, c41);
      x = all(a[k + 1 + 5 * STEP]);
      c50 = x.fma(w0, c50);
      c51 = x.fma(w1, c51);
      o += 2;
    }
    float[] c = result.data();
    int cAt = result.row(r) + j;
    int cStep = result.step();
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c10.intoArray(c, cAt + Math.min(1, last) * cStep);
    c11.intoArray(c, cAt + Math.min(1, last) * cStep + LANES);
    c20.intoArray(c, cAt + Math.min(2, last) * cStep);
    c21.intoArray(c, cAt + Math.min(2, last) * cStep + LANES);
    c30.intoArray(c, cAt + Math.min(3, last) * cStep);
    c31.intoArray(c, cAt + Math.min(3, last) * cStep + LANES);
    c40.intoArray(c, cAt + Math.min(4, last) * cStep);
    c41.intoArray(c, cAt + Math.min(4, last) * cStep + LANES);
    c50.intoArray(c, cAt + Math.min(5, last) * cStep);
    c51.intoArray(c, cAt + Math.min(5, last) * cStep + LANES);
  }
}
