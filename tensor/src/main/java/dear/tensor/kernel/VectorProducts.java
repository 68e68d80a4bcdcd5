// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;

import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Products with packed weights.
 *
 * <p>A micro-kernel computes a tile of six rows and one panel (two vectors) of columns of the
 * result: twelve accumulators, two vectors of weights and one broadcast element are fifteen of the
 * sixteen registers of AVX2, and twelve independent chains hide the latency of the fused
 * multiply-add. Each step loads two vectors and six elements for twelve multiply-adds, so the
 * arithmetic units are the limit as long as weights come from the first-level cache: the panels are
 * packed (see {@link PackedWeights}) and each is used for a block of rows before the next one.
 * Blocking by tiles in registers follows Goto and van de Geijn, "Anatomy of High-Performance Matrix
 * Multiplication" (2008); at the widths of this network the inner dimension needs no blocking.
 *
 * <p>An incomplete tile points its spare rows at its last row: they compute the same number again
 * and store it at the same place. So every element of every product is one chain of fused
 * multiply-adds in the order of the inner index, whichever tile it falls into, and its bits do not
 * depend on its neighbours.
 */
final class VectorProducts implements Products {
  static final int PANEL = 2 * LANES;
  static final int TILE = 6;

  /** Rows of the tile for the remainder: 16 nodes are 6 + 6 + 4 rows. */
  private static final int SHORT_TILE = 4;

  /** Rows that share a panel while it is in the first-level cache: eight tiles. */
  private static final int ROW_BLOCK = 8 * TILE;

  @Override
  public PackedWeights packed(int in, int out) {
    return new PackedWeights(in, out, PANEL);
  }

  @Override
  public SparseRows sparseRows() {
    return VectorSparseProducts.rows();
  }

  @Override
  public void multiplyAdd(int rows, Matrix a, PackedWeights w, Matrix b, Matrix c) {
    product(rows, a, w, b, c);
  }

  @Override
  public void sideBySide(int rows, Matrix[] parts, Matrix joint) {
    int at = 0;
    for (Matrix part : parts) {
      copyRows(rows, part, joint, at);
      at += part.cols();
    }
  }

  /** A call of Java's own copy for each row would take four times as long. */
  private static void copyRows(int rows, Matrix part, Matrix joint, int at) {
    float[] x = part.data();
    float[] y = joint.data();
    int cols = part.cols();
    int whole = F.loopBound(cols);
    for (int r = 0; r < rows; r++) {
      int xr = part.row(r);
      int yr = joint.row(r) + at;
      for (int c = 0; c < whole; c += LANES) {
        load(x, xr + c).intoArray(y, yr + c);
      }
      for (int c = whole; c < cols; c++) {
        y[yr + c] = x[xr + c];
      }
    }
  }

  @Override
  public void multiplySparse(
      int rows, Matrix a, PackedWeights w, Matrix bias, SparseRows sparse, Matrix c) {
    VectorSparseProducts.product(rows, a, w, bias, sparse, c);
  }

  @Override
  public void weightGradient(int rows, Matrix a, Matrix g, Matrix dw) {
    VectorWeightGradients.weightGradient(rows, a, g, dw);
  }

  @Override
  public void columnSums(int rows, Matrix x, Matrix sums) {
    VectorWeightGradients.columnSums(rows, x, sums);
  }

  /** {@code C = init + A·W}. */
  static void product(int rows, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    int out = w.out();
    for (int from = 0; from < rows; from += ROW_BLOCK) {
      int to = Math.min(rows, from + ROW_BLOCK);
      int j = VectorWideTiles.AVAILABLE ? widePanels(from, to, a, w, init, c) : 0;
      for (; j < out; j += PANEL) {
        if (j + PANEL <= out) {
          panel(from, to, j, a, w, init, c);
          continue;
        }
        edgePanel(from, to, j, a, w, init, c);
      }
    }
  }

  /** A block of rows and pairs of whole panels; returns the first column that is left. */
  private static int widePanels(
      int from, int to, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    int j = 0;
    for (; j + VectorWideTiles.WIDTH <= w.out(); j += VectorWideTiles.WIDTH) {
      for (int r = from; r < to; r += VectorWideTiles.TILE) {
        VectorWideTiles.tile(r, Math.min(VectorWideTiles.TILE, to - r) - 1, j, a, w, init, c);
      }
    }
    return j;
  }

  /** A block of rows and one whole panel of columns. */
  private static void panel(
      int from, int to, int j, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    int r = from;
    for (; to - r > SHORT_TILE; r += TILE) {
      tile(r, Math.min(TILE, to - r) - 1, j, a, w, init, c);
    }
    if (r < to) {
      shortTile(r, to - r - 1, j, a, w, init, c);
    }
  }

  private static void tile(
      int r, int last, int j, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    float[] rows = a.data();
    int aAt = a.row(r);
    int aStep = a.step();
    int in = w.in();
    float[] panel = w.data;
    int panelAt = PackedWeights.FIRST + j * in;
    float[] from = init.data();
    int initAt = init.row(r) + j;
    int initStep = init.step();
    float[] to = c.data();
    int cAt = c.row(r) + j;
    int cStep = c.step();
    int r1 = Math.min(1, last);
    int r2 = Math.min(2, last);
    int r3 = Math.min(3, last);
    int r4 = Math.min(4, last);
    int r5 = last;
    FloatVector c00 = load(from, initAt);
    FloatVector c01 = load(from, initAt + LANES);
    FloatVector c10 = load(from, initAt + r1 * initStep);
    FloatVector c11 = load(from, initAt + r1 * initStep + LANES);
    FloatVector c20 = load(from, initAt + r2 * initStep);
    FloatVector c21 = load(from, initAt + r2 * initStep + LANES);
    FloatVector c30 = load(from, initAt + r3 * initStep);
    FloatVector c31 = load(from, initAt + r3 * initStep + LANES);
    FloatVector c40 = load(from, initAt + r4 * initStep);
    FloatVector c41 = load(from, initAt + r4 * initStep + LANES);
    FloatVector c50 = load(from, initAt + r5 * initStep);
    FloatVector c51 = load(from, initAt + r5 * initStep + LANES);
    int a0 = aAt;
    int a1 = aAt + r1 * aStep;
    int a2 = aAt + r2 * aStep;
    int a3 = aAt + r3 * aStep;
    int a4 = aAt + r4 * aStep;
    int a5 = aAt + r5 * aStep;
    Objects.checkFromIndexSize(panelAt, in * PANEL, panel.length);
    for (int k = 0; k < in; k++) {
      FloatVector w0 = load(panel, panelAt + k * PANEL);
      FloatVector w1 = load(panel, panelAt + k * PANEL + LANES);
      FloatVector x = all(rows[a0 + k]);
      c00 = x.fma(w0, c00);
      c01 = x.fma(w1, c01);
      x = all(rows[a1 + k]);
      c10 = x.fma(w0, c10);
      c11 = x.fma(w1, c11);
      x = all(rows[a2 + k]);
      c20 = x.fma(w0, c20);
      c21 = x.fma(w1, c21);
      x = all(rows[a3 + k]);
      c30 = x.fma(w0, c30);
      c31 = x.fma(w1, c31);
      x = all(rows[a4 + k]);
      c40 = x.fma(w0, c40);
      c41 = x.fma(w1, c41);
      x = all(rows[a5 + k]);
      c50 = x.fma(w0, c50);
      c51 = x.fma(w1, c51);
    }
    c00.intoArray(to, cAt);
    c01.intoArray(to, cAt + LANES);
    c10.intoArray(to, cAt + r1 * cStep);
    c11.intoArray(to, cAt + r1 * cStep + LANES);
    c20.intoArray(to, cAt + r2 * cStep);
    c21.intoArray(to, cAt + r2 * cStep + LANES);
    c30.intoArray(to, cAt + r3 * cStep);
    c31.intoArray(to, cAt + r3 * cStep + LANES);
    c40.intoArray(to, cAt + r4 * cStep);
    c41.intoArray(to, cAt + r4 * cStep + LANES);
    c50.intoArray(to, cAt + r5 * cStep);
    c51.intoArray(to, cAt + r5 * cStep + LANES);
  }

  /**
   * Up to four rows. The loop over the weights is written in the fastest of six measured ways: with
   * {@code k} as its variable, as above, four rows take as long as six. In the assembly of the same
   * loop with five rows, the compiler moves a pointer to a vector register and back in each step.
   */
  private static void shortTile(
      int r, int last, int j, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    float[] rows = a.data();
    int aAt = a.row(r);
    int aStep = a.step();
    int in = w.in();
    float[] panel = w.data;
    int panelAt = PackedWeights.FIRST + j * in;
    float[] from = init.data();
    int initAt = init.row(r) + j;
    int initStep = init.step();
    float[] to = c.data();
    int cAt = c.row(r) + j;
    int cStep = c.step();
    int r1 = Math.min(1, last);
    int r2 = Math.min(2, last);
    int r3 = last;
    FloatVector c00 = load(from, initAt);
    FloatVector c01 = load(from, initAt + LANES);
    FloatVector c10 = load(from, initAt + r1 * initStep);
    FloatVector c11 = load(from, initAt + r1 * initStep + LANES);
    FloatVector c20 = load(from, initAt + r2 * initStep);
    FloatVector c21 = load(from, initAt + r2 * initStep + LANES);
    FloatVector c30 = load(from, initAt + r3 * initStep);
    FloatVector c31 = load(from, initAt + r3 * initStep + LANES);
    int a0 = aAt;
    int a1 = aAt + r1 * aStep;
    int a2 = aAt + r2 * aStep;
    int a3 = aAt + r3 * aStep;
    Objects.checkFromIndexSize(panelAt, in * PANEL, panel.length);
    int k = 0;
    for (int wk = panelAt, end = panelAt + in * PANEL; wk < end; wk += PANEL, k++) {
      FloatVector w0 = load(panel, wk);
      FloatVector w1 = load(panel, wk + LANES);
      FloatVector x = all(rows[a0 + k]);
      c00 = x.fma(w0, c00);
      c01 = x.fma(w1, c01);
      x = all(rows[a1 + k]);
      c10 = x.fma(w0, c10);
      c11 = x.fma(w1, c11);
      x = all(rows[a2 + k]);
      c20 = x.fma(w0, c20);
      c21 = x.fma(w1, c21);
      x = all(rows[a3 + k]);
      c30 = x.fma(w0, c30);
      c31 = x.fma(w1, c31);
    }
    c00.intoArray(to, cAt);
    c01.intoArray(to, cAt + LANES);
    c10.intoArray(to, cAt + r1 * cStep);
    c11.intoArray(to, cAt + r1 * cStep + LANES);
    c20.intoArray(to, cAt + r2 * cStep);
    c21.intoArray(to, cAt + r2 * cStep + LANES);
    c30.intoArray(to, cAt + r3 * cStep);
    c31.intoArray(to, cAt + r3 * cStep + LANES);
  }

  /** A block of rows and an incomplete panel of columns, one vector at a time. */
  private static void edgePanel(
      int from, int to, int j, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    int v = j;
    for (; v + LANES <= w.out(); v += LANES) {
      for (int r = from; r < to; r += TILE) {
        vectorTile(r, Math.min(TILE, to - r) - 1, v, a, w, init, c);
      }
    }
    if (v < w.out()) {
      for (int r = from; r < to; r += 2) {
        edgeTile(r, Math.min(2, to - r) - 1, v, a, w, init, c);
      }
    }
  }

  /** Where the weights of a column begin, the first one of a vector. */
  private static int weightsOf(int j, PackedWeights w) {
    int panel = j / PANEL * PANEL;
    return PackedWeights.FIRST + panel * w.in() + j - panel;
  }

  /** Six rows and one vector of columns. */
  private static void vectorTile(
      int r, int last, int j, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    float[] rows = a.data();
    int in = w.in();
    float[] panel = w.data;
    int wk = weightsOf(j, w);
    int r1 = Math.min(1, last);
    int r2 = Math.min(2, last);
    int r3 = Math.min(3, last);
    int r4 = Math.min(4, last);
    FloatVector c0 = load(init.data(), init.row(r) + j);
    FloatVector c1 = load(init.data(), init.row(r + r1) + j);
    FloatVector c2 = load(init.data(), init.row(r + r2) + j);
    FloatVector c3 = load(init.data(), init.row(r + r3) + j);
    FloatVector c4 = load(init.data(), init.row(r + r4) + j);
    FloatVector c5 = load(init.data(), init.row(r + last) + j);
    int a0 = a.row(r);
    int a1 = a.row(r + r1);
    int a2 = a.row(r + r2);
    int a3 = a.row(r + r3);
    int a4 = a.row(r + r4);
    int a5 = a.row(r + last);
    for (int k = 0; k < in; k++, wk += PANEL) {
      FloatVector w0 = load(panel, wk);
      c0 = all(rows[a0 + k]).fma(w0, c0);
      c1 = all(rows[a1 + k]).fma(w0, c1);
      c2 = all(rows[a2 + k]).fma(w0, c2);
      c3 = all(rows[a3 + k]).fma(w0, c3);
      c4 = all(rows[a4 + k]).fma(w0, c4);
      c5 = all(rows[a5 + k]).fma(w0, c5);
    }
    float[] to = c.data();
    c0.intoArray(to, c.row(r) + j);
    c1.intoArray(to, c.row(r + r1) + j);
    c2.intoArray(to, c.row(r + r2) + j);
    c3.intoArray(to, c.row(r + r3) + j);
    c4.intoArray(to, c.row(r + r4) + j);
    c5.intoArray(to, c.row(r + last) + j);
  }

  /**
   * At most two rows and less than a vector of columns, with a mask. With six rows, the method was
   * too large for the compiler's first tier, and stayed there; see {@link VectorWeightGradients}.
   */
  private static void edgeTile(
      int r, int last, int j, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    float[] rows = a.data();
    int in = w.in();
    float[] panel = w.data;
    int wk = weightsOf(j, w);
    int a0 = a.row(r);
    int a1 = a.row(r + last);
    VectorMask<Float> mask = F.indexInRange(j, w.out());
    FloatVector c0 = load(init.data(), init.row(r) + j, mask);
    FloatVector c1 = load(init.data(), init.row(r + last) + j, mask);
    for (int k = 0; k < in; k++, wk += PANEL) {
      FloatVector w0 = load(panel, wk);
      c0 = all(rows[a0 + k]).fma(w0, c0);
      c1 = all(rows[a1 + k]).fma(w0, c1);
    }
    c0.intoArray(c.data(), c.row(r) + j, mask);
    c1.intoArray(c.data(), c.row(r + last) + j, mask);
  }
}
