// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorProducts.PANEL;

import java.util.Objects;
import jdk.incubator.vector.FloatVector;

/**
 * Tiles for the 32 registers of AVX-512: four rows and two panels, sixteen accumulators. Vectors as
 * long as a cache line nearly always straddle two, since arrays do not begin on one, and cost two
 * loads; these tiles need fewer loads for a multiply-add than those of {@link VectorProducts}. At
 * the widths of pairs, products were 4 to 19 percent faster and gradients 16 to 18; six rows were
 * too much for the compiler. Every element is the same chain of multiply-adds, so the bits are the
 * same.
 */
final class VectorWideTiles {
  /** Whether the processor has the registers; no other one has vectors of this length. */
  static final boolean AVAILABLE = LANES == 16;

  static final int TILE = 4;
  static final int WIDTH = 2 * PANEL;

  private VectorWideTiles() {}

  /**
   * {@code C = init + A·W} for up to four rows and two panels. The loop variable is the index into
   * A, and that into W follows from it, so that the compiler checks both before the loop: the other
   * way around, it checked every element of A.
   */
  static void tile(int r, int last, int j, Matrix a, PackedWeights w, Matrix init, Matrix c) {
    float[] rows = a.data();
    int aAt = a.row(r);
    int aStep = a.step();
    int in = w.in();
    float[] panel = w.data;
    int left = PackedWeights.FIRST + j * in;
    int right = left + in * PANEL;
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
    FloatVector c02 = load(from, initAt + 2 * LANES);
    FloatVector c03 = load(from, initAt + 3 * LANES);
    FloatVector c10 = load(from, initAt + r1 * initStep);
    FloatVector c11 = load(from, initAt + r1 * initStep + LANES);
    FloatVector c12 = load(from, initAt + r1 * initStep + 2 * LANES);
    FloatVector c13 = load(from, initAt + r1 * initStep + 3 * LANES);
    FloatVector c20 = load(from, initAt + r2 * initStep);
    FloatVector c21 = load(from, initAt + r2 * initStep + LANES);
    FloatVector c22 = load(from, initAt + r2 * initStep + 2 * LANES);
    FloatVector c23 = load(from, initAt + r2 * initStep + 3 * LANES);
    FloatVector c30 = load(from, initAt + r3 * initStep);
    FloatVector c31 = load(from, initAt + r3 * initStep + LANES);
    FloatVector c32 = load(from, initAt + r3 * initStep + 2 * LANES);
    FloatVector c33 = load(from, initAt + r3 * initStep + 3 * LANES);
    int a0 = aAt;
    int a1 = aAt + r1 * aStep;
    int a2 = aAt + r2 * aStep;
    int a3 = aAt + r3 * aStep;
    Objects.checkFromIndexSize(left, 2 * in * PANEL, panel.length);
    for (int k = 0; k < in; k++) {
      int at = k * PANEL;
      FloatVector w0 = load(panel, left + at);
      FloatVector w1 = load(panel, left + at + LANES);
      FloatVector w2 = load(panel, right + at);
      FloatVector w3 = load(panel, right + at + LANES);
      FloatVector x = all(rows[a0 + k]);
      c00 = x.fma(w0, c00);
      c01 = x.fma(w1, c01);
      c02 = x.fma(w2, c02);
      c03 = x.fma(w3, c03);
      x = all(rows[a1 + k]);
      c10 = x.fma(w0, c10);
      c11 = x.fma(w1, c11);
      c12 = x.fma(w2, c12);
      c13 = x.fma(w3, c13);
      x = all(rows[a2 + k]);
      c20 = x.fma(w0, c20);
      c21 = x.fma(w1, c21);
      c22 = x.fma(w2, c22);
      c23 = x.fma(w3, c23);
      x = all(rows[a3 + k]);
      c30 = x.fma(w0, c30);
      c31 = x.fma(w1, c31);
      c32 = x.fma(w2, c32);
      c33 = x.fma(w3, c33);
    }
    c00.intoArray(to, cAt);
    c01.intoArray(to, cAt + LANES);
    c02.intoArray(to, cAt + 2 * LANES);
    c03.intoArray(to, cAt + 3 * LANES);
    c10.intoArray(to, cAt + r1 * cStep);
    c11.intoArray(to, cAt + r1 * cStep + LANES);
    c12.intoArray(to, cAt + r1 * cStep + 2 * LANES);
    c13.intoArray(to, cAt + r1 * cStep + 3 * LANES);
    c20.intoArray(to, cAt + r2 * cStep);
    c21.intoArray(to, cAt + r2 * cStep + LANES);
    c22.intoArray(to, cAt + r2 * cStep + 2 * LANES);
    c23.intoArray(to, cAt + r2 * cStep + 3 * LANES);
    c30.intoArray(to, cAt + r3 * cStep);
    c31.intoArray(to, cAt + r3 * cStep + LANES);
    c32.intoArray(to, cAt + r3 * cStep + 2 * LANES);
    c33.intoArray(to, cAt + r3 * cStep + 3 * LANES);
  }

  /**
   * {@code dW += Aᵀ·G} for four inputs and four vectors of outputs, over some rows. Why the loop
   * variable is a long: see {@link VectorWeightGradients}. Distances between the inputs are
   * constants, so that one check of the bounds serves all four.
   */
  static void gradientTile(
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
    FloatVector c02 = load(c, cAt + 2 * LANES);
    FloatVector c03 = load(c, cAt + 3 * LANES);
    FloatVector c10 = load(c, cAt + cStep);
    FloatVector c11 = load(c, cAt + cStep + LANES);
    FloatVector c12 = load(c, cAt + cStep + 2 * LANES);
    FloatVector c13 = load(c, cAt + cStep + 3 * LANES);
    FloatVector c20 = load(c, cAt + 2 * cStep);
    FloatVector c21 = load(c, cAt + 2 * cStep + LANES);
    FloatVector c22 = load(c, cAt + 2 * cStep + 2 * LANES);
    FloatVector c23 = load(c, cAt + 2 * cStep + 3 * LANES);
    FloatVector c30 = load(c, cAt + 3 * cStep);
    FloatVector c31 = load(c, cAt + 3 * cStep + LANES);
    FloatVector c32 = load(c, cAt + 3 * cStep + 2 * LANES);
    FloatVector c33 = load(c, cAt + 3 * cStep + 3 * LANES);
    int ar = inputs.row(from) + i;
    int gr = gradients.row(from) + j;
    for (long r = 0; r < rows; r++, ar += aStep, gr += gStep) {
      FloatVector g0 = load(g, gr);
      FloatVector g1 = load(g, gr + LANES);
      FloatVector g2 = load(g, gr + 2 * LANES);
      FloatVector g3 = load(g, gr + 3 * LANES);
      FloatVector x = all(a[ar]);
      c00 = x.fma(g0, c00);
      c01 = x.fma(g1, c01);
      c02 = x.fma(g2, c02);
      c03 = x.fma(g3, c03);
      x = all(a[ar + 1]);
      c10 = x.fma(g0, c10);
      c11 = x.fma(g1, c11);
      c12 = x.fma(g2, c12);
      c13 = x.fma(g3, c13);
      x = all(a[ar + 2]);
      c20 = x.fma(g0, c20);
      c21 = x.fma(g1, c21);
      c22 = x.fma(g2, c22);
      c23 = x.fma(g3, c23);
      x = all(a[ar + 3]);
      c30 = x.fma(g0, c30);
      c31 = x.fma(g1, c31);
      c32 = x.fma(g2, c32);
      c33 = x.fma(g3, c33);
    }
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c02.intoArray(c, cAt + 2 * LANES);
    c03.intoArray(c, cAt + 3 * LANES);
    c10.intoArray(c, cAt + cStep);
    c11.intoArray(c, cAt + cStep + LANES);
    c12.intoArray(c, cAt + cStep + 2 * LANES);
    c13.intoArray(c, cAt + cStep + 3 * LANES);
    c20.intoArray(c, cAt + 2 * cStep);
    c21.intoArray(c, cAt + 2 * cStep + LANES);
    c22.intoArray(c, cAt + 2 * cStep + 2 * LANES);
    c23.intoArray(c, cAt + 2 * cStep + 3 * LANES);
    c30.intoArray(c, cAt + 3 * cStep);
    c31.intoArray(c, cAt + 3 * cStep + LANES);
    c32.intoArray(c, cAt + 3 * cStep + 2 * LANES);
    c33.intoArray(c, cAt + 3 * cStep + 3 * LANES);
  }
}
