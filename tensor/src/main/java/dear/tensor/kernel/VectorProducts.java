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
 * <p>A tile that has fewer rows left than it has points its spare rows at its last row: they
 * compute the same number again and store it at the same place. So every element of every product
 * is one chain of fused multiply-adds in the order of the inner index, whichever tile it falls
 * into, and its bits do not depend on its neighbours.
 */
final class VectorProducts {
  static final int PANEL = 2 * LANES;
  static final int TILE = 6;

  /** Rows of the tile that takes what is left: 16 nodes are 6 + 6 + 4 rows. */
  private static final int SHORT_TILE = 4;

  /** Rows that share a panel while it is in the first-level cache: eight tiles. */
  private static final int ROW_BLOCK = 8 * TILE;

  private VectorProducts() {}

  /** {@code C = init + A·W}, where init has a stride of its own: zero repeats one row, the bias. */
  static void product(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      PackedWeights w,
      float[] init,
      int initAt,
      int initStep,
      float[] c,
      int cAt,
      int cStep) {
    int in = w.in();
    int out = w.out();
    for (int from = 0; from < rows; from += ROW_BLOCK) {
      int to = Math.min(rows, from + ROW_BLOCK);
      for (int j = 0; j < out; j += PANEL) {
        if (j + PANEL <= out) {
          panel(
              from,
              to,
              in,
              a,
              aAt,
              aStep,
              w.data,
              j * in,
              init,
              initAt + j,
              initStep,
              c,
              cAt + j,
              cStep);
          continue;
        }
        for (int r = from; r < to; r += TILE) {
          int last = Math.min(TILE, to - r) - 1;
          int ar = aAt + r * aStep;
          int ir = initAt + r * initStep + j;
          int cr = cAt + r * cStep + j;
          edgeTile(
              in, last, a, ar, aStep, w.data, j * in, init, ir, initStep, c, cr, cStep, out - j);
        }
      }
    }
  }

  /** A block of rows and one whole panel of columns. */
  private static void panel(
      int from,
      int to,
      int in,
      float[] a,
      int aAt,
      int aStep,
      float[] w,
      int wAt,
      float[] init,
      int initAt,
      int initStep,
      float[] c,
      int cAt,
      int cStep) {
    int r = from;
    for (; to - r > SHORT_TILE; r += TILE) {
      int last = Math.min(TILE, to - r) - 1;
      int ir = initAt + r * initStep;
      tile(
          in,
          last,
          a,
          aAt + r * aStep,
          aStep,
          w,
          wAt,
          init,
          ir,
          initStep,
          c,
          cAt + r * cStep,
          cStep);
    }
    if (r < to) {
      int last = to - r - 1;
      int ir = initAt + r * initStep;
      shortTile(
          in,
          last,
          a,
          aAt + r * aStep,
          aStep,
          w,
          wAt,
          init,
          ir,
          initStep,
          c,
          cAt + r * cStep,
          cStep);
    }
  }

  private static void tile(
      int in,
      int last,
      float[] a,
      int aAt,
      int aStep,
      float[] w,
      int wAt,
      float[] init,
      int initAt,
      int initStep,
      float[] c,
      int cAt,
      int cStep) {
    int r1 = Math.min(1, last);
    int r2 = Math.min(2, last);
    int r3 = Math.min(3, last);
    int r4 = Math.min(4, last);
    int r5 = last;
    FloatVector c00 = load(init, initAt);
    FloatVector c01 = load(init, initAt + LANES);
    FloatVector c10 = load(init, initAt + r1 * initStep);
    FloatVector c11 = load(init, initAt + r1 * initStep + LANES);
    FloatVector c20 = load(init, initAt + r2 * initStep);
    FloatVector c21 = load(init, initAt + r2 * initStep + LANES);
    FloatVector c30 = load(init, initAt + r3 * initStep);
    FloatVector c31 = load(init, initAt + r3 * initStep + LANES);
    FloatVector c40 = load(init, initAt + r4 * initStep);
    FloatVector c41 = load(init, initAt + r4 * initStep + LANES);
    FloatVector c50 = load(init, initAt + r5 * initStep);
    FloatVector c51 = load(init, initAt + r5 * initStep + LANES);
    int a0 = aAt;
    int a1 = aAt + r1 * aStep;
    int a2 = aAt + r2 * aStep;
    int a3 = aAt + r3 * aStep;
    int a4 = aAt + r4 * aStep;
    int a5 = aAt + r5 * aStep;
    Objects.checkFromIndexSize(wAt, in * PANEL, w.length);
    for (int k = 0; k < in; k++) {
      FloatVector w0 = load(w, wAt + k * PANEL);
      FloatVector w1 = load(w, wAt + k * PANEL + LANES);
      FloatVector x = all(a[a0 + k]);
      c00 = x.fma(w0, c00);
      c01 = x.fma(w1, c01);
      x = all(a[a1 + k]);
      c10 = x.fma(w0, c10);
      c11 = x.fma(w1, c11);
      x = all(a[a2 + k]);
      c20 = x.fma(w0, c20);
      c21 = x.fma(w1, c21);
      x = all(a[a3 + k]);
      c30 = x.fma(w0, c30);
      c31 = x.fma(w1, c31);
      x = all(a[a4 + k]);
      c40 = x.fma(w0, c40);
      c41 = x.fma(w1, c41);
      x = all(a[a5 + k]);
      c50 = x.fma(w0, c50);
      c51 = x.fma(w1, c51);
    }
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c10.intoArray(c, cAt + r1 * cStep);
    c11.intoArray(c, cAt + r1 * cStep + LANES);
    c20.intoArray(c, cAt + r2 * cStep);
    c21.intoArray(c, cAt + r2 * cStep + LANES);
    c30.intoArray(c, cAt + r3 * cStep);
    c31.intoArray(c, cAt + r3 * cStep + LANES);
    c40.intoArray(c, cAt + r4 * cStep);
    c41.intoArray(c, cAt + r4 * cStep + LANES);
    c50.intoArray(c, cAt + r5 * cStep);
    c51.intoArray(c, cAt + r5 * cStep + LANES);
  }

  /**
   * Up to four rows. The loop over the weights is written in the way that measured fastest of six:
   * with {@code k} as its variable, as above, four rows take as long as six. In the assembly of the
   * same loop with five rows, the compiler moves a pointer to a vector register and back in each
   * step.
   */
  private static void shortTile(
      int in,
      int last,
      float[] a,
      int aAt,
      int aStep,
      float[] w,
      int wAt,
      float[] init,
      int initAt,
      int initStep,
      float[] c,
      int cAt,
      int cStep) {
    int r1 = Math.min(1, last);
    int r2 = Math.min(2, last);
    int r3 = last;
    FloatVector c00 = load(init, initAt);
    FloatVector c01 = load(init, initAt + LANES);
    FloatVector c10 = load(init, initAt + r1 * initStep);
    FloatVector c11 = load(init, initAt + r1 * initStep + LANES);
    FloatVector c20 = load(init, initAt + r2 * initStep);
    FloatVector c21 = load(init, initAt + r2 * initStep + LANES);
    FloatVector c30 = load(init, initAt + r3 * initStep);
    FloatVector c31 = load(init, initAt + r3 * initStep + LANES);
    int a0 = aAt;
    int a1 = aAt + r1 * aStep;
    int a2 = aAt + r2 * aStep;
    int a3 = aAt + r3 * aStep;
    Objects.checkFromIndexSize(wAt, in * PANEL, w.length);
    int k = 0;
    for (int wk = wAt, end = wAt + in * PANEL; wk < end; wk += PANEL, k++) {
      FloatVector w0 = load(w, wk);
      FloatVector w1 = load(w, wk + LANES);
      FloatVector x = all(a[a0 + k]);
      c00 = x.fma(w0, c00);
      c01 = x.fma(w1, c01);
      x = all(a[a1 + k]);
      c10 = x.fma(w0, c10);
      c11 = x.fma(w1, c11);
      x = all(a[a2 + k]);
      c20 = x.fma(w0, c20);
      c21 = x.fma(w1, c21);
      x = all(a[a3 + k]);
      c30 = x.fma(w0, c30);
      c31 = x.fma(w1, c31);
    }
    c00.intoArray(c, cAt);
    c01.intoArray(c, cAt + LANES);
    c10.intoArray(c, cAt + r1 * cStep);
    c11.intoArray(c, cAt + r1 * cStep + LANES);
    c20.intoArray(c, cAt + r2 * cStep);
    c21.intoArray(c, cAt + r2 * cStep + LANES);
    c30.intoArray(c, cAt + r3 * cStep);
    c31.intoArray(c, cAt + r3 * cStep + LANES);
  }

  /** The columns of an incomplete panel, one vector at a time, with masks. */
  private static void edgeTile(
      int in,
      int last,
      float[] a,
      int aAt,
      int aStep,
      float[] w,
      int wAt,
      float[] init,
      int initAt,
      int initStep,
      float[] c,
      int cAt,
      int cStep,
      int width) {
    int r1 = Math.min(1, last);
    int r2 = Math.min(2, last);
    int r3 = Math.min(3, last);
    int r4 = Math.min(4, last);
    int r5 = last;
    for (int j = 0; j < width; j += LANES) {
      VectorMask<Float> mask = F.indexInRange(j, width);
      FloatVector c0 = load(init, initAt + j, mask);
      FloatVector c1 = load(init, initAt + r1 * initStep + j, mask);
      FloatVector c2 = load(init, initAt + r2 * initStep + j, mask);
      FloatVector c3 = load(init, initAt + r3 * initStep + j, mask);
      FloatVector c4 = load(init, initAt + r4 * initStep + j, mask);
      FloatVector c5 = load(init, initAt + r5 * initStep + j, mask);
      for (int k = 0; k < in; k++) {
        FloatVector w0 = load(w, wAt + k * PANEL + j);
        c0 = all(a[aAt + k]).fma(w0, c0);
        c1 = all(a[aAt + r1 * aStep + k]).fma(w0, c1);
        c2 = all(a[aAt + r2 * aStep + k]).fma(w0, c2);
        c3 = all(a[aAt + r3 * aStep + k]).fma(w0, c3);
        c4 = all(a[aAt + r4 * aStep + k]).fma(w0, c4);
        c5 = all(a[aAt + r5 * aStep + k]).fma(w0, c5);
      }
      c0.intoArray(c, cAt + j, mask);
      c1.intoArray(c, cAt + r1 * cStep + j, mask);
      c2.intoArray(c, cAt + r2 * cStep + j, mask);
      c3.intoArray(c, cAt + r3 * cStep + j, mask);
      c4.intoArray(c, cAt + r4 * cStep + j, mask);
      c5.intoArray(c, cAt + r5 * cStep + j, mask);
    }
  }

  static long exerciseRegisters(int rounds) {
    FloatVector x = all(0.999999f);
    FloatVector y = all(1e-9f);
    FloatVector c0 = x;
    FloatVector c1 = x;
    FloatVector c2 = x;
    FloatVector c3 = x;
    FloatVector c4 = x;
    FloatVector c5 = x;
    FloatVector c6 = x;
    FloatVector c7 = x;
    FloatVector c8 = x;
    FloatVector c9 = x;
    for (int i = 0; i < rounds; i++) {
      c0 = c0.fma(x, y);
      c1 = c1.fma(x, y);
      c2 = c2.fma(x, y);
      c3 = c3.fma(x, y);
      c4 = c4.fma(x, y);
      c5 = c5.fma(x, y);
      c6 = c6.fma(x, y);
      c7 = c7.fma(x, y);
      c8 = c8.fma(x, y);
      c9 = c9.fma(x, y);
    }
    FloatVector low = c0.add(c1).add(c2).add(c3).add(c4);
    float sum = low.add(c5).add(c6).add(c7).add(c8).add(c9).lane(0);
    int lanes = LANES;
    // The result decides, so that the work cannot be optimised away.
    return Float.isNaN(sum) ? 0 : 2L * 10 * lanes * rounds;
  }
}
