// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorProducts.PANEL;
import static dear.tensor.kernel.VectorProducts.TILE;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * Gradients of the weights and the bias of a linear layer: sums over rows, in their order, by the
 * same tiles as {@link VectorProducts}.
 */
final class VectorWeightGradients {
  /**
   * Rows of one sweep of {@link #weightGradient}: unpacked rows of width 128 share few cache sets.
   * 64 rows, the usual call, were 6 to 10 percent faster in one sweep than in two of 48 and 16.
   */
  private static final int GRADIENT_BLOCK = 64;

  /** Inputs of the smaller tile: 64 inputs are ten tiles of six and one of four. */
  private static final int SHORT_TILE = 4;

  private VectorWeightGradients() {}

  /**
   * The same tiles as {@link VectorProducts#product}, but of {@code dW}, and the sum runs over the
   * rows. A tile with fewer than six inputs left repeats its last input.
   */
  static void weightGradient(int rows, Matrix a, Matrix g, Matrix dw) {
    int in = a.cols();
    int out = dw.cols();
    int wideIn = in - in % VectorWideTiles.TILE;
    int wideOut = VectorWideTiles.AVAILABLE ? out - out % VectorWideTiles.WIDTH : 0;
    for (int from = 0; from < rows; from += GRADIENT_BLOCK) {
      int size = Math.min(rows - from, GRADIENT_BLOCK);
      for (int j = 0; j < wideOut; j += VectorWideTiles.WIDTH) {
        for (int i = 0; i < wideIn; i += VectorWideTiles.TILE) {
          VectorWideTiles.gradientTile(size, from, i, j, a, g, dw);
        }
      }
      narrowGradients(size, from, wideIn, 0, wideOut, a, g, dw);
      narrowGradients(size, from, 0, wideOut, out, a, g, dw);
    }
  }

  /** The gradients of the weights from some input and of some columns on. */
  private static void narrowGradients(
      int rows, int from, int firstIn, int first, int out, Matrix a, Matrix g, Matrix dw) {
    int in = a.cols();
    for (int j = first; j < out; j += PANEL) {
      int width = Math.min(PANEL, out - j);
      for (int i = firstIn, next; i < in; i = next) {
        next = i + tileAt(in - i, width);
        int last = Math.min(in, next) - i - 1;
        if (width == PANEL && last == TILE - 1) {
          wholeGradientTile(rows, from, i, j, a, g, dw);
        } else if (width == PANEL && last == SHORT_TILE - 1) {
          shortGradientTile(rows, from, i, j, a, g, dw);
        } else if (width == PANEL) {
          gradientTile(rows, from, i, last, j, a, g, dw);
        } else {
          for (int v = 0; v < width; v += LANES) {
            if (v + LANES <= width) {
              vectorGradientTile(rows, from, i, last, j + v, a, g, dw);
            } else {
              for (int k = 0; k <= last; k += 2) {
                edgeGradientTile(rows, from, i + k, Math.min(1, last - k), j + v, a, g, dw);
              }
            }
          }
        }
      }
    }
  }

  /** The size of the next tile: eight inputs are two of four rather than one of six and a rest. */
  private static int tileAt(int inputs, int width) {
    boolean ends = inputs == SHORT_TILE || inputs == 2 * SHORT_TILE;
    return width == PANEL && ends ? SHORT_TILE : TILE;
  }

  /**
   * A tile of six inputs. The loop variable is a long because that was the fastest of eight
   * measured ways to write the loop (the tile alone: 90 against 52 GFLOP/s with an int); presumably
   * the compiler does not unroll it and so keeps the accumulators in registers, but its assembly
   * was not inspected.
   */
  private static void wholeGradientTile(
      int rows, int from, int i, int j, Matrix inputs, Matrix gradients, Matrix dw) {
    float[] a = inputs.data();
    int aStep = inputs.step();
    float[] g = gradients.data();
    int gStep = gradients.step();
    float[] c = dw.data();
    int cAt = dw.row(i) + j;
    int cStep = dw.step();
    FloatVector c00 = load(c, cAt);
    FloatVector c01 = load(c, cAt + LANES);
    FloatVector c10 = load(c, cAt + cStep);
    FloatVector c11 = load(c, cAt + cStep + LANES);
    FloatVector c20 = load(c, cAt + 2 * cStep);
    FloatVector c21 = load(c, cAt + 2 * cStep + LANES);
    FloatVector c30 = load(c, cAt + 3 * cStep);
    FloatVector c31 = load(c, cAt + 3 * cStep + LANES);
    FloatVector c40 = load(c, cAt + 4 * cStep);
    FloatVector c41 = load(c, cAt + 4 * cStep + LANES);
    FloatVector c50 = load(c, cAt + 5 * cStep);
    FloatVector c51 = load(c, cAt + 5 * cStep + LANES);
    int ar = inputs.row(from) + i;
    int gr = gradients.row(from) + j;
    for (long r = 0; r < rows; r++, ar += aStep, gr += gStep) {
      FloatVector g0 = load(g, gr);
      FloatVector g1 = load(g, gr + LANES);
      FloatVector x = all(a[ar]);
      c00 = x.fma(g0, c00);
      c01 = x.fma(g1, c01);
      x = all(a[ar + 1]);
      c10 = x.fma(g0, c10);
      c11 = x.fma(g1, c11);
      x = all(a[ar + 2]);
      c20 = x.fma(g0, c20);
      c21 = x.fma(g1, c21);
      x = all(a[ar + 3]);
      c30 = x.fma(g0, c30);
      c31 = x.fma(g1, c31);
      x = all(a[ar + 4]);
      c40 = x.fma(g0, c40);
      c41 = x.fma(g1, c41);
      x = all(a[ar + 5]);
      c50 = x.fma(g0, c50);
      c51 = x.fma(g1, c51);
    }
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c10.intoArray(c, cAt + cStep);
    c11.intoArray(c, cAt + cStep + LANES);
    c20.intoArray(c, cAt + 2 * cStep);
    c21.intoArray(c, cAt + 2 * cStep + LANES);
    c30.intoArray(c, cAt + 3 * cStep);
    c31.intoArray(c, cAt + 3 * cStep + LANES);
    c40.intoArray(c, cAt + 4 * cStep);
    c41.intoArray(c, cAt + 4 * cStep + LANES);
    c50.intoArray(c, cAt + 5 * cStep);
    c51.intoArray(c, cAt + 5 * cStep + LANES);
  }

  /** A tile of four inputs; see the one of six for the loop. */
  private static void shortGradientTile(
      int rows, int from, int i, int j, Matrix inputs, Matrix gradients, Matrix dw) {
    float[] a = inputs.data();
    int aStep = inputs.step();
    float[] g = gradients.data();
    int gStep = gradients.step();
    float[] c = dw.data();
    int cAt = dw.row(i) + j;
    int cStep = dw.step();
    FloatVector c00 = load(c, cAt);
    FloatVector c01 = load(c, cAt + LANES);
    FloatVector c10 = load(c, cAt + cStep);
    FloatVector c11 = load(c, cAt + cStep + LANES);
    FloatVector c20 = load(c, cAt + 2 * cStep);
    FloatVector c21 = load(c, cAt + 2 * cStep + LANES);
    FloatVector c30 = load(c, cAt + 3 * cStep);
    FloatVector c31 = load(c, cAt + 3 * cStep + LANES);
    int ar = inputs.row(from) + i;
    int gr = gradients.row(from) + j;
    for (long r = 0; r < rows; r++, ar += aStep, gr += gStep) {
      FloatVector g0 = load(g, gr);
      FloatVector g1 = load(g, gr + LANES);
      FloatVector x = all(a[ar]);
      c00 = x.fma(g0, c00);
      c01 = x.fma(g1, c01);
      x = all(a[ar + 1]);
      c10 = x.fma(g0, c10);
      c11 = x.fma(g1, c11);
      x = all(a[ar + 2]);
      c20 = x.fma(g0, c20);
      c21 = x.fma(g1, c21);
      x = all(a[ar + 3]);
      c30 = x.fma(g0, c30);
      c31 = x.fma(g1, c31);
    }
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c10.intoArray(c, cAt + cStep);
    c11.intoArray(c, cAt + cStep + LANES);
    c20.intoArray(c, cAt + 2 * cStep);
    c21.intoArray(c, cAt + 2 * cStep + LANES);
    c30.intoArray(c, cAt + 3 * cStep);
    c31.intoArray(c, cAt + 3 * cStep + LANES);
  }

  private static void gradientTile(
      int rows, int from, int i, int last, int j, Matrix inputs, Matrix gradients, Matrix dw) {
    float[] a = inputs.data();
    int aStep = inputs.step();
    float[] g = gradients.data();
    int gStep = gradients.step();
    float[] c = dw.data();
    int cAt = dw.row(i) + j;
    int cStep = dw.step();
    int i1 = Math.min(1, last);
    int i2 = Math.min(2, last);
    int i3 = Math.min(3, last);
    int i4 = Math.min(4, last);
    int i5 = last;
    FloatVector c00 = load(c, cAt);
    FloatVector c01 = load(c, cAt + LANES);
    FloatVector c10 = load(c, cAt + i1 * cStep);
    FloatVector c11 = load(c, cAt + i1 * cStep + LANES);
    FloatVector c20 = load(c, cAt + i2 * cStep);
    FloatVector c21 = load(c, cAt + i2 * cStep + LANES);
    FloatVector c30 = load(c, cAt + i3 * cStep);
    FloatVector c31 = load(c, cAt + i3 * cStep + LANES);
    FloatVector c40 = load(c, cAt + i4 * cStep);
    FloatVector c41 = load(c, cAt + i4 * cStep + LANES);
    FloatVector c50 = load(c, cAt + i5 * cStep);
    FloatVector c51 = load(c, cAt + i5 * cStep + LANES);
    int ar = inputs.row(from) + i;
    int gr = gradients.row(from) + j;
    for (long r = 0; r < rows; r++, ar += aStep, gr += gStep) {
      FloatVector g0 = load(g, gr);
      FloatVector g1 = load(g, gr + LANES);
      FloatVector x = all(a[ar]);
      c00 = x.fma(g0, c00);
      c01 = x.fma(g1, c01);
      x = all(a[ar + i1]);
      c10 = x.fma(g0, c10);
      c11 = x.fma(g1, c11);
      x = all(a[ar + i2]);
      c20 = x.fma(g0, c20);
      c21 = x.fma(g1, c21);
      x = all(a[ar + i3]);
      c30 = x.fma(g0, c30);
      c31 = x.fma(g1, c31);
      x = all(a[ar + i4]);
      c40 = x.fma(g0, c40);
      c41 = x.fma(g1, c41);
      x = all(a[ar + i5]);
      c50 = x.fma(g0, c50);
      c51 = x.fma(g1, c51);
    }
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c10.intoArray(c, cAt + i1 * cStep);
    c11.intoArray(c, cAt + i1 * cStep + LANES);
    c20.intoArray(c, cAt + i2 * cStep);
    c21.intoArray(c, cAt + i2 * cStep + LANES);
    c30.intoArray(c, cAt + i3 * cStep);
    c31.intoArray(c, cAt + i3 * cStep + LANES);
    c40.intoArray(c, cAt + i4 * cStep);
    c41.intoArray(c, cAt + i4 * cStep + LANES);
    c50.intoArray(c, cAt + i5 * cStep);
    c51.intoArray(c, cAt + i5 * cStep + LANES);
  }

  /** The inputs of a tile and one vector of outputs. */
  private static void vectorGradientTile(
      int rows, int from, int i, int last, int j, Matrix inputs, Matrix gradients, Matrix dw) {
    float[] a = inputs.data();
    int aStep = inputs.step();
    float[] g = gradients.data();
    int gStep = gradients.step();
    float[] c = dw.data();
    int cAt = dw.row(i) + j;
    int cStep = dw.step();
    int i1 = Math.min(1, last);
    int i2 = Math.min(2, last);
    int i3 = Math.min(3, last);
    int i4 = Math.min(4, last);
    int i5 = last;
    FloatVector v0 = load(c, cAt);
    FloatVector v1 = load(c, cAt + i1 * cStep);
    FloatVector v2 = load(c, cAt + i2 * cStep);
    FloatVector v3 = load(c, cAt + i3 * cStep);
    FloatVector v4 = load(c, cAt + i4 * cStep);
    FloatVector v5 = load(c, cAt + i5 * cStep);
    int ar = inputs.row(from) + i;
    int gr = gradients.row(from) + j;
    for (long r = 0; r < rows; r++, ar += aStep, gr += gStep) {
      FloatVector g0 = load(g, gr);
      v0 = all(a[ar]).fma(g0, v0);
      v1 = all(a[ar + i1]).fma(g0, v1);
      v2 = all(a[ar + i2]).fma(g0, v2);
      v3 = all(a[ar + i3]).fma(g0, v3);
      v4 = all(a[ar + i4]).fma(g0, v4);
      v5 = all(a[ar + i5]).fma(g0, v5);
    }
    v0.intoArray(c, cAt);
    v1.intoArray(c, cAt + i1 * cStep);
    v2.intoArray(c, cAt + i2 * cStep);
    v3.intoArray(c, cAt + i3 * cStep);
    v4.intoArray(c, cAt + i4 * cStep);
    v5.intoArray(c, cAt + i5 * cStep);
  }

  /**
   * At most two inputs and less than a vector of outputs, with a mask. With six inputs, the method
   * was too large for the compiler's first tier, which then never handed it to the second: a
   * training step spent most of its time in the interpreter's version of these vectors.
   */
  private static void edgeGradientTile(
      int rows, int from, int i, int last, int j, Matrix inputs, Matrix gradients, Matrix dw) {
    float[] a = inputs.data();
    int aStep = inputs.step();
    float[] g = gradients.data();
    int gStep = gradients.step();
    float[] c = dw.data();
    int c0 = dw.row(i) + j;
    int c1 = dw.row(i + last) + j;
    VectorMask<Float> mask = F.indexInRange(j, dw.cols());
    FloatVector v0 = load(c, c0, mask);
    FloatVector v1 = load(c, c1, mask);
    int ar = inputs.row(from) + i;
    int gr = gradients.row(from) + j;
    for (long r = 0; r < rows; r++, ar += aStep, gr += gStep) {
      FloatVector g0 = load(g, gr, mask);
      v0 = all(a[ar]).fma(g0, v0);
      v1 = all(a[ar + last]).fma(g0, v1);
    }
    v0.intoArray(c, c0, mask);
    v1.intoArray(c, c1, mask);
  }

  static void columnSums(int rows, Matrix matrix, Matrix total) {
    float[] x = matrix.data();
    int xAt = matrix.at();
    int xStep = matrix.step();
    float[] sums = total.data();
    int sumsAt = total.at();
    int cols = matrix.cols();
    int whole = F.loopBound(cols);
    for (int c = 0; c < whole; c += LANES) {
      FloatVector sum = load(sums, sumsAt + c);
      for (int r = 0; r < rows; r++) {
        sum = sum.add(load(x, xAt + r * xStep + c));
      }
      sum.intoArray(sums, sumsAt + c);
    }
    for (int c = whole; c < cols; c++) {
      for (int r = 0; r < rows; r++) {
        sums[sumsAt + c] += x[xAt + r * xStep + c];
      }
    }
  }
}
