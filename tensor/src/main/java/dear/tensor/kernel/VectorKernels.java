package dear.tensor.kernel;

import java.util.Objects;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels in the Vector API.
 *
 * <p><b>Products.</b> A micro-kernel computes a tile of six rows and one panel (two vectors) of
 * columns of the result: twelve accumulators, two vectors of weights and one broadcast element are
 * fifteen of the sixteen registers of AVX2, and twelve independent chains hide the latency of the
 * fused multiply-add. Each step loads two vectors and six elements for twelve multiply-adds, so the
 * arithmetic units are the limit as long as weights come from the first-level cache: the panels are
 * packed (see {@link PackedWeights}) and each is used for a block of rows before the next one.
 * Blocking by tiles in registers follows Goto and van de Geijn, "Anatomy of High-Performance Matrix
 * Multiplication" (2008); at the widths of this network the inner dimension needs no blocking.
 *
 * <p><b>Tails.</b> A tile that has fewer than six rows left points its spare rows at its last row:
 * they compute the same number again and store it at the same place. So every element of every
 * product is one chain of fused multiply-adds in the order of the inner index, whichever tile it
 * falls into, and its bits do not depend on its neighbours. Element-wise loops end in a scalar loop
 * that performs the same operations as a lane.
 *
 * <p><b>Sums across lanes</b> use a fixed tree of rotations: the order of {@code reduceLanes} is
 * not specified and differs between the interpreter and the compiler, which would change results
 * while a program warms up. For the same reason there is no {@code lanewise(EXP)} (see {@link
 * FastExp}).
 *
 * <p>The species is a static constant because the compiler only then turns vectors into registers.
 * It must stay the only class of the package that mentions the Vector API (see {@link
 * KernelSelection}), which also lets the tests define copies of it with other widths.
 */
final class VectorKernels implements Kernels {
  /** Vector width in bits: 128, 256 or 512; what the processor prefers if not set. */
  static final String BITS_PROPERTY = "dear.kernels.bits";

  private static final VectorSpecies<Float> F = species();
  private static final VectorSpecies<Integer> I = F.withLanes(int.class);
  private static final int LANES = F.length();
  private static final int PANEL = 2 * LANES;
  private static final int TILE = 6;

  /** Rows that share a panel while it is in the first-level cache: eight tiles. */
  private static final int ROW_BLOCK = 8 * TILE;

  /**
   * Rows of one sweep of {@link #weightGradient}: unpacked rows of width 128 share few cache sets.
   */
  private static final int GRADIENT_BLOCK = 48;

  /** Elements that a dot product sums in single precision before the double sum takes over. */
  private static final int DOT_BLOCK = 64 * LANES;

  private static final VectorShuffle<Float> ROTATE_8 = VectorShuffle.iota(F, 8, 1, true);
  private static final VectorShuffle<Float> ROTATE_4 = VectorShuffle.iota(F, 4, 1, true);
  private static final VectorShuffle<Float> ROTATE_2 = VectorShuffle.iota(F, 2, 1, true);
  private static final VectorShuffle<Float> ROTATE_1 = VectorShuffle.iota(F, 1, 1, true);

  private VectorKernels() {}

  /**
   * Makes the kernels.
   *
   * @throws IllegalStateException if the processor has no vectors of at least 128 bits
   */
  static Kernels create() {
    if (F.vectorBitSize() < 128) {
      throw new IllegalStateException(
          "the vector kernels need vectors of at least 128 bits, this processor prefers "
              + F.vectorBitSize());
    }
    return new VectorKernels();
  }

  private static VectorSpecies<Float> species() {
    Integer bits = Integer.getInteger(BITS_PROPERTY);
    if (bits == null) {
      return FloatVector.SPECIES_PREFERRED;
    }
    return switch (bits) {
      case 128 -> FloatVector.SPECIES_128;
      case 256 -> FloatVector.SPECIES_256;
      case 512 -> FloatVector.SPECIES_512;
      default ->
          throw new IllegalStateException(
              "-D" + BITS_PROPERTY + "=" + bits + " is not known: use 128, 256 or 512");
    };
  }

  @Override
  public String name() {
    return "vector (" + F.vectorBitSize() + " bits)";
  }

  @Override
  public PackedWeights packed(int in, int out) {
    return new PackedWeights(in, out, PANEL);
  }

  @Override
  public void pack(float[] w, int wAt, int wStep, PackedWeights into) {
    into.fill(w, wAt, wStep);
  }

  @Override
  public void packTransposed(float[] w, int wAt, int wStep, PackedWeights into) {
    into.fillTransposed(w, wAt, wStep);
  }

  @Override
  public void multiply(
      int rows, float[] a, int aAt, int aStep, PackedWeights w, float[] c, int cAt, int cStep) {
    product(rows, a, aAt, aStep, w, w.zeros, 0, 0, c, cAt, cStep);
  }

  @Override
  public void multiplyAddBias(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      PackedWeights w,
      float[] bias,
      int biasAt,
      float[] c,
      int cAt,
      int cStep) {
    product(rows, a, aAt, aStep, w, bias, biasAt, 0, c, cAt, cStep);
  }

  @Override
  public void multiplyAccumulate(
      int rows, float[] a, int aAt, int aStep, PackedWeights w, float[] c, int cAt, int cStep) {
    product(rows, a, aAt, aStep, w, c, cAt, cStep, c, cAt, cStep);
  }

  /** {@code C = init + A·W}, where init has a stride of its own: zero repeats one row, the bias. */
  private static void product(
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
        boolean whole = j + PANEL <= out;
        for (int r = from; r < to; r += TILE) {
          int last = Math.min(TILE, to - r) - 1;
          int ar = aAt + r * aStep;
          int ir = initAt + r * initStep + j;
          int cr = cAt + r * cStep + j;
          if (whole) {
            tile(in, last, a, ar, aStep, w.data, j * in, init, ir, initStep, c, cr, cStep);
          } else {
            edgeTile(
                in, last, a, ar, aStep, w.data, j * in, init, ir, initStep, c, cr, cStep, out - j);
          }
        }
      }
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

  /**
   * The same tiles as {@link #product}, but of {@code dW}, and the sum runs over the rows. A tile
   * with fewer than six inputs left repeats its last input.
   */
  @Override
  public void weightGradient(
      int rows,
      int in,
      int out,
      float[] a,
      int aAt,
      int aStep,
      float[] g,
      int gAt,
      int gStep,
      float[] dw,
      int dwAt,
      int dwStep) {
    for (int from = 0; from < rows; from += GRADIENT_BLOCK) {
      int size = Math.min(rows - from, GRADIENT_BLOCK);
      for (int j = 0; j < out; j += PANEL) {
        int width = Math.min(PANEL, out - j);
        int gr = gAt + from * gStep + j;
        for (int i = 0; i < in; i += TILE) {
          int last = Math.min(TILE, in - i) - 1;
          int ar = aAt + from * aStep + i;
          int wr = dwAt + i * dwStep + j;
          if (width == PANEL) {
            gradientTile(size, last, a, ar, aStep, g, gr, gStep, dw, wr, dwStep);
          } else {
            edgeGradientTile(size, last, a, ar, aStep, g, gr, gStep, dw, wr, dwStep, width);
          }
        }
      }
    }
  }

  private static void gradientTile(
      int rows,
      int last,
      float[] a,
      int aAt,
      int aStep,
      float[] g,
      int gAt,
      int gStep,
      float[] c,
      int cAt,
      int cStep) {
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
    for (int r = 0; r < rows; r++) {
      int ar = aAt + r * aStep;
      int gr = gAt + r * gStep;
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

  private static void edgeGradientTile(
      int rows,
      int last,
      float[] a,
      int aAt,
      int aStep,
      float[] g,
      int gAt,
      int gStep,
      float[] c,
      int cAt,
      int cStep,
      int width) {
    int i1 = Math.min(1, last);
    int i2 = Math.min(2, last);
    int i3 = Math.min(3, last);
    int i4 = Math.min(4, last);
    int i5 = last;
    for (int j = 0; j < width; j += LANES) {
      VectorMask<Float> mask = F.indexInRange(j, width);
      FloatVector c0 = load(c, cAt + j, mask);
      FloatVector c1 = load(c, cAt + i1 * cStep + j, mask);
      FloatVector c2 = load(c, cAt + i2 * cStep + j, mask);
      FloatVector c3 = load(c, cAt + i3 * cStep + j, mask);
      FloatVector c4 = load(c, cAt + i4 * cStep + j, mask);
      FloatVector c5 = load(c, cAt + i5 * cStep + j, mask);
      for (int r = 0; r < rows; r++) {
        int ar = aAt + r * aStep;
        FloatVector g0 = load(g, gAt + r * gStep + j, mask);
        c0 = all(a[ar]).fma(g0, c0);
        c1 = all(a[ar + i1]).fma(g0, c1);
        c2 = all(a[ar + i2]).fma(g0, c2);
        c3 = all(a[ar + i3]).fma(g0, c3);
        c4 = all(a[ar + i4]).fma(g0, c4);
        c5 = all(a[ar + i5]).fma(g0, c5);
      }
      c0.intoArray(c, cAt + j, mask);
      c1.intoArray(c, cAt + i1 * cStep + j, mask);
      c2.intoArray(c, cAt + i2 * cStep + j, mask);
      c3.intoArray(c, cAt + i3 * cStep + j, mask);
      c4.intoArray(c, cAt + i4 * cStep + j, mask);
      c5.intoArray(c, cAt + i5 * cStep + j, mask);
    }
  }

  @Override
  public void columnSums(
      int rows, int cols, float[] x, int xAt, int xStep, float[] sums, int sumsAt) {
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

  // ---------------------------------------------------------------------------------- layer norm

  @Override
  public void layerNormInPlace(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify) {
    for (int r = 0; r < rows; r++) {
      int xr = xAt + r * xStep;
      float mean = sum(cols, x, xr) / cols;
      float inv = inverseDeviation(cols, squares(cols, x, xr, mean));
      int whole = F.loopBound(cols);
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector n = load(x, xr + c).sub(mean).mul(inv);
        FloatVector y = n.fma(load(p, scale + c), load(p, offset + c));
        (rectify ? rectified(y) : y).intoArray(x, xr + c);
      }
      for (; c < cols; c++) {
        float n = (x[xr + c] - mean) * inv;
        float y = Math.fma(n, p[scale + c], p[offset + c]);
        x[xr + c] = rectify && y < 0 ? 0 : y;
      }
    }
  }

  @Override
  public void layerNorm(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      int xr = xAt + r * xStep;
      int nr = nAt + r * nStep;
      int yr = yAt + r * yStep;
      float mean = sum(cols, x, xr) / cols;
      float i = inverseDeviation(cols, squares(cols, x, xr, mean));
      inv[invAt + r] = i;
      int whole = F.loopBound(cols);
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(x, xr + c).sub(mean).mul(i);
        nc.intoArray(n, nr + c);
        FloatVector yc = nc.fma(load(p, scale + c), load(p, offset + c));
        (rectify ? rectified(yc) : yc).intoArray(y, yr + c);
      }
      for (; c < cols; c++) {
        float nc = (x[xr + c] - mean) * i;
        n[nr + c] = nc;
        float yc = Math.fma(nc, p[scale + c], p[offset + c]);
        y[yr + c] = rectify && yc < 0 ? 0 : yc;
      }
    }
  }

  private static float inverseDeviation(int cols, float squares) {
    return (float) (1 / Math.sqrt(squares / cols + LAYER_NORM_EPSILON));
  }

  private static FloatVector rectified(FloatVector y) {
    return y.blend(0f, y.compare(VectorOperators.LT, 0f));
  }

  /** Passes {@code g} where the rectifier above {@code n} is open, else 0. */
  private static FloatVector gate(
      FloatVector g, FloatVector n, float[] p, int scale, int offset, boolean rectify) {
    if (!rectify) {
      return g;
    }
    FloatVector y = n.fma(load(p, scale), load(p, offset));
    return FloatVector.zero(F).blend(g, y.compare(VectorOperators.GT, 0f));
  }

  private static float gate(float g, float n, float[] p, int scale, int offset, boolean rectify) {
    return !rectify || Math.fma(n, p[scale], p[offset]) > 0 ? g : 0;
  }

  @Override
  public void layerNormTangent(
      int rows,
      int cols,
      float[] xDot,
      int xDotAt,
      int xDotStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] nDot,
      int nDotAt,
      int nDotStep,
      float[] invDot,
      int invDotAt,
      float[] yDot,
      int yDotAt,
      int yDotStep) {
    int whole = F.loopBound(cols);
    for (int r = 0; r < rows; r++) {
      int xr = xDotAt + r * xDotStep;
      int nr = nAt + r * nStep;
      int nd = nDotAt + r * nDotStep;
      int yr = yDotAt + r * yDotStep;
      float mean = sum(cols, xDot, xr) / cols;
      float along = shortDot(cols, xDot, xr, n, nr) / cols;
      float i = inv[invAt + r];
      invDot[invDotAt + r] = -i * i * along;
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        FloatVector d = nc.fma(all(-along), load(xDot, xr + c).sub(mean)).mul(i);
        d.intoArray(nDot, nd + c);
        FloatVector y = d.mul(load(p, scale + c));
        gate(y, nc, p, scale + c, offset + c, rectify).intoArray(yDot, yr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float d = Math.fma(nc, -along, xDot[xr + c] - mean) * i;
        nDot[nd + c] = d;
        yDot[yr + c] = gate(d * p[scale + c], nc, p, scale + c, offset + c, rectify);
      }
    }
  }

  @Override
  public void layerNormBackward(
      int rows,
      int cols,
      float[] gy,
      int gyAt,
      int gyStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] dp,
      float[] gx,
      int gxAt,
      int gxStep,
      boolean accumulate) {
    int whole = F.loopBound(cols);
    for (int r = 0; r < rows; r++) {
      int gr = gyAt + r * gyStep;
      int nr = nAt + r * nStep;
      int xr = gxAt + r * gxStep;
      FloatVector s = FloatVector.zero(F);
      FloatVector t = FloatVector.zero(F);
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        FloatVector g = gate(load(gy, gr + c), nc, p, scale + c, offset + c, rectify);
        g.fma(nc, load(dp, scale + c)).intoArray(dp, scale + c);
        g.add(load(dp, offset + c)).intoArray(dp, offset + c);
        FloatVector gn = g.mul(load(p, scale + c));
        s = s.add(gn);
        t = gn.fma(nc, t);
      }
      float sum = sum(s);
      float dot = sum(t);
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float g = gate(gy[gr + c], nc, p, scale + c, offset + c, rectify);
        dp[scale + c] = Math.fma(g, nc, dp[scale + c]);
        dp[offset + c] += g;
        float gn = g * p[scale + c];
        sum += gn;
        dot = Math.fma(gn, nc, dot);
      }
      float mean = sum / cols;
      float along = dot / cols;
      float i = inv[invAt + r];
      for (c = 0; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        FloatVector g = gate(load(gy, gr + c), nc, p, scale + c, offset + c, rectify);
        FloatVector gn = g.mul(load(p, scale + c));
        FloatVector d = nc.fma(all(-along), gn.sub(mean)).mul(i);
        (accumulate ? d.add(load(gx, xr + c)) : d).intoArray(gx, xr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float gn = gate(gy[gr + c], nc, p, scale + c, offset + c, rectify) * p[scale + c];
        float d = Math.fma(nc, -along, gn - mean) * i;
        gx[xr + c] = accumulate ? d + gx[xr + c] : d;
      }
    }
  }

  @Override
  public void layerNormBackwardTangent(
      int rows,
      int cols,
      float[] gy,
      int gyAt,
      int gyStep,
      float[] gyDot,
      int gyDotAt,
      int gyDotStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] nDot,
      int nDotAt,
      int nDotStep,
      float[] invDot,
      int invDotAt,
      float[] dpDot,
      float[] gxDot,
      int gxDotAt,
      int gxDotStep,
      boolean accumulate) {
    int whole = F.loopBound(cols);
    for (int r = 0; r < rows; r++) {
      int gr = gyAt + r * gyStep;
      int gd = gyDotAt + r * gyDotStep;
      int nr = nAt + r * nStep;
      int nd = nDotAt + r * nDotStep;
      int xr = gxDotAt + r * gxDotStep;
      FloatVector s = FloatVector.zero(F);
      FloatVector t = FloatVector.zero(F);
      FloatVector sDot = FloatVector.zero(F);
      FloatVector tDot = FloatVector.zero(F);
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        FloatVector ndc = load(nDot, nd + c);
        FloatVector g = gate(load(gy, gr + c), nc, p, scale + c, offset + c, rectify);
        FloatVector d = gate(load(gyDot, gd + c), nc, p, scale + c, offset + c, rectify);
        d.fma(nc, g.fma(ndc, load(dpDot, scale + c))).intoArray(dpDot, scale + c);
        d.add(load(dpDot, offset + c)).intoArray(dpDot, offset + c);
        FloatVector scales = load(p, scale + c);
        FloatVector gn = g.mul(scales);
        FloatVector dn = d.mul(scales);
        s = s.add(gn);
        t = gn.fma(nc, t);
        sDot = sDot.add(dn);
        tDot = dn.fma(nc, gn.fma(ndc, tDot));
      }
      float sum = sum(s);
      float dot = sum(t);
      float sumDot = sum(sDot);
      float dotDot = sum(tDot);
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float ndc = nDot[nd + c];
        float g = gate(gy[gr + c], nc, p, scale + c, offset + c, rectify);
        float d = gate(gyDot[gd + c], nc, p, scale + c, offset + c, rectify);
        dpDot[scale + c] = Math.fma(d, nc, Math.fma(g, ndc, dpDot[scale + c]));
        dpDot[offset + c] += d;
        float gn = g * p[scale + c];
        float dn = d * p[scale + c];
        sum += gn;
        dot = Math.fma(gn, nc, dot);
        sumDot += dn;
        dotDot = Math.fma(dn, nc, Math.fma(gn, ndc, dotDot));
      }
      float mean = sum / cols;
      float along = dot / cols;
      float meanDot = sumDot / cols;
      float alongDot = dotDot / cols;
      float i = inv[invAt + r];
      float iDot = invDot[invDotAt + r];
      for (c = 0; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        FloatVector scales = load(p, scale + c);
        FloatVector g = gate(load(gy, gr + c), nc, p, scale + c, offset + c, rectify);
        FloatVector d = gate(load(gyDot, gd + c), nc, p, scale + c, offset + c, rectify);
        FloatVector first = nc.fma(all(-along), g.mul(scales).sub(mean)).mul(iDot);
        FloatVector second =
            nc.fma(all(-alongDot), load(nDot, nd + c).fma(all(-along), d.mul(scales).sub(meanDot)));
        FloatVector x = second.fma(all(i), first);
        (accumulate ? x.add(load(gxDot, xr + c)) : x).intoArray(gxDot, xr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float g = gate(gy[gr + c], nc, p, scale + c, offset + c, rectify);
        float d = gate(gyDot[gd + c], nc, p, scale + c, offset + c, rectify);
        float first = Math.fma(nc, -along, g * p[scale + c] - mean) * iDot;
        float second =
            Math.fma(nc, -alongDot, Math.fma(nDot[nd + c], -along, d * p[scale + c] - meanDot));
        float x = Math.fma(second, i, first);
        gxDot[xr + c] = accumulate ? x + gxDot[xr + c] : x;
      }
    }
  }

  // -------------------------------------------------------------------------------- element-wise

  @Override
  public void relu(int count, float[] x, int xAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      rectified(load(x, xAt + i)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      float v = x[xAt + i];
      y[yAt + i] = v < 0 ? 0 : v;
    }
  }

  @Override
  public void reluBackward(
      int count, float[] x, int xAt, float[] gy, int gyAt, float[] gx, int gxAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> open = load(x, xAt + i).compare(VectorOperators.GT, 0f);
      FloatVector g = FloatVector.zero(F).blend(load(gy, gyAt + i), open);
      load(gx, gxAt + i).add(g).intoArray(gx, gxAt + i);
    }
    for (; i < count; i++) {
      gx[gxAt + i] += x[xAt + i] > 0 ? gy[gyAt + i] : 0;
    }
  }

  @Override
  public void sigmoid(int count, float[] x, int xAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector e = exp(load(x, xAt + i).neg());
      all(1).div(e.add(1)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = FastExp.sigmoid(x[xAt + i]);
    }
  }

  /** {@link FastExp#exp} in each lane. */
  private static FloatVector exp(FloatVector x) {
    FloatVector v = x.blend(FastExp.LOWEST, x.compare(VectorOperators.LT, FastExp.LOWEST));
    v = v.blend(FastExp.HIGHEST, x.compare(VectorOperators.GT, FastExp.HIGHEST));
    FloatVector shifted = v.fma(all(FastExp.LOG2_E), all(FastExp.ROUND));
    FloatVector n = shifted.sub(FastExp.ROUND);
    FloatVector r = n.fma(all(-FastExp.LN2_LOW), n.fma(all(-FastExp.LN2_HIGH), v));
    FloatVector p = r.fma(all(FastExp.C7), all(FastExp.C6));
    p = p.fma(r, all(FastExp.C5));
    p = p.fma(r, all(FastExp.C4));
    p = p.fma(r, all(FastExp.C3));
    p = p.fma(r, all(FastExp.C2));
    p = p.fma(r, all(1));
    p = p.fma(r, all(1));
    IntVector exponent =
        shifted
            .reinterpretAsInts()
            .add(FastExp.EXPONENT_BIAS)
            .lanewise(VectorOperators.LSHL, FastExp.MANTISSA_BITS);
    return p.mul(exponent.reinterpretAsFloats());
  }

  @Override
  public void sigmoidBackward(
      int count, float[] y, int yAt, float[] gy, int gyAt, float[] gx, int gxAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector v = load(y, yAt + i);
      FloatVector slope = v.mul(all(1).sub(v));
      load(gy, gyAt + i).fma(slope, load(gx, gxAt + i)).intoArray(gx, gxAt + i);
    }
    for (; i < count; i++) {
      float v = y[yAt + i];
      gx[gxAt + i] = Math.fma(gy[gyAt + i], v * (1 - v), gx[gxAt + i]);
    }
  }

  @Override
  public void axpy(int count, float alpha, float[] x, int xAt, float[] y, int yAt) {
    FloatVector factor = all(alpha);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      factor.fma(load(x, xAt + i), load(y, yAt + i)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = Math.fma(alpha, x[xAt + i], y[yAt + i]);
    }
  }

  @Override
  public void scale(int count, float alpha, float[] x, int xAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      load(x, xAt + i).mul(alpha).intoArray(x, xAt + i);
    }
    for (; i < count; i++) {
      x[xAt + i] *= alpha;
    }
  }

  @Override
  public void multiplyAdd(int count, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      load(x, xAt + i).fma(load(y, yAt + i), load(z, zAt + i)).intoArray(z, zAt + i);
    }
    for (; i < count; i++) {
      z[zAt + i] = Math.fma(x[xAt + i], y[yAt + i], z[zAt + i]);
    }
  }

  @Override
  public double dot(int count, float[] x, int xAt, float[] y, int yAt) {
    double total = 0;
    for (int from = 0; from < count; from += DOT_BLOCK) {
      total += shortDot(Math.min(DOT_BLOCK, count - from), x, xAt + from, y, yAt + from);
    }
    return total;
  }

  /** A dot product in single precision: four vectors of partial sums, then the tail. */
  private static float shortDot(int count, float[] x, int xAt, float[] y, int yAt) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int i = 0;
    for (int end = count - 4 * LANES; i <= end; i += 4 * LANES) {
      s0 = load(x, xAt + i).fma(load(y, yAt + i), s0);
      s1 = load(x, xAt + i + LANES).fma(load(y, yAt + i + LANES), s1);
      s2 = load(x, xAt + i + 2 * LANES).fma(load(y, yAt + i + 2 * LANES), s2);
      s3 = load(x, xAt + i + 3 * LANES).fma(load(y, yAt + i + 3 * LANES), s3);
    }
    for (int end = F.loopBound(count); i < end; i += LANES) {
      s0 = load(x, xAt + i).fma(load(y, yAt + i), s0);
    }
    float sum = sum(s0.add(s1).add(s2.add(s3)));
    for (; i < count; i++) {
      sum = Math.fma(x[xAt + i], y[yAt + i], sum);
    }
    return sum;
  }

  private static float sum(int count, float[] x, int xAt) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    int i = 0;
    for (int end = count - 2 * LANES; i <= end; i += 2 * LANES) {
      s0 = s0.add(load(x, xAt + i));
      s1 = s1.add(load(x, xAt + i + LANES));
    }
    for (int end = F.loopBound(count); i < end; i += LANES) {
      s0 = s0.add(load(x, xAt + i));
    }
    float sum = sum(s0.add(s1));
    for (; i < count; i++) {
      sum += x[xAt + i];
    }
    return sum;
  }

  /** {@code Σ (x - mean)²}. */
  private static float squares(int count, float[] x, int xAt, float mean) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    int i = 0;
    for (int end = count - 2 * LANES; i <= end; i += 2 * LANES) {
      FloatVector d0 = load(x, xAt + i).sub(mean);
      FloatVector d1 = load(x, xAt + i + LANES).sub(mean);
      s0 = d0.fma(d0, s0);
      s1 = d1.fma(d1, s1);
    }
    for (int end = F.loopBound(count); i < end; i += LANES) {
      FloatVector d = load(x, xAt + i).sub(mean);
      s0 = d.fma(d, s0);
    }
    float sum = sum(s0.add(s1));
    for (; i < count; i++) {
      float d = x[xAt + i] - mean;
      sum = Math.fma(d, d, sum);
    }
    return sum;
  }

  /** The sum of the lanes, always as the same tree of additions. */
  private static float sum(FloatVector v) {
    FloatVector s = v;
    if (LANES >= 16) {
      s = s.add(s.rearrange(ROTATE_8));
    }
    if (LANES >= 8) {
      s = s.add(s.rearrange(ROTATE_4));
    }
    s = s.add(s.rearrange(ROTATE_2));
    s = s.add(s.rearrange(ROTATE_1));
    return s.lane(0);
  }

  @Override
  public void adam(
      int count,
      float[] p,
      int pAt,
      float[] g,
      int gAt,
      float[] m,
      int mAt,
      float[] v,
      int vAt,
      AdamRates rates,
      int step) {
    float keep = rates.keep();
    float size = rates.stepSize(step);
    float root = rates.rootCorrection(step);
    float b1 = rates.beta1();
    float b2 = rates.beta2();
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector gi = load(g, gAt + i);
      FloatVector mi = load(m, mAt + i).mul(b1).add(gi.mul(1 - b1));
      FloatVector vi = load(v, vAt + i).mul(b2).add(gi.mul(1 - b2).mul(gi));
      mi.intoArray(m, mAt + i);
      vi.intoArray(v, vAt + i);
      FloatVector denominator = vi.sqrt().mul(root).add(rates.epsilon());
      load(p, pAt + i).mul(keep).sub(mi.mul(size).div(denominator)).intoArray(p, pAt + i);
    }
    for (; i < count; i++) {
      float gi = g[gAt + i];
      float mi = m[mAt + i] * b1 + gi * (1 - b1);
      float vi = v[vAt + i] * b2 + gi * (1 - b2) * gi;
      m[mAt + i] = mi;
      v[vAt + i] = vi;
      float denominator = (float) Math.sqrt(vi) * root + rates.epsilon();
      p[pAt + i] = p[pAt + i] * keep - mi * size / denominator;
    }
  }

  // ---------------------------------------------------------------------------- rows by an index

  @Override
  public void gatherAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      add(cols, x, xAt + index[indexAt + r] * xStep, y, yAt + r * yStep);
    }
  }

  @Override
  public void scatterAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      add(cols, x, xAt + r * xStep, y, yAt + index[indexAt + r] * yStep);
    }
  }

  private static void add(int count, float[] x, int xAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      load(y, yAt + i).add(load(x, xAt + i)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] += x[xAt + i];
    }
  }

  @Override
  public void gatherAffine(
      int rows,
      int cols,
      float[] base,
      int baseAt,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      int terms,
      float[] coefficients,
      int coefficientsAt,
      float[] vectors,
      int vectorsAt,
      int vectorsStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      int xr = xAt + index[indexAt + r] * xStep;
      int yr = yAt + r * yStep;
      int c = 0;
      for (int whole = F.loopBound(cols); c < whole; c += LANES) {
        load(base, baseAt + c).add(load(x, xr + c)).intoArray(y, yr + c);
      }
      for (; c < cols; c++) {
        y[yr + c] = base[baseAt + c] + x[xr + c];
      }
      for (int k = 0; k < terms; k++) {
        float coefficient = coefficients[coefficientsAt + r * terms + k];
        axpy(cols, coefficient, vectors, vectorsAt + k * vectorsStep, y, yr);
      }
    }
  }

  @Override
  public void raiseMax(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      int first,
      float[] max,
      int maxAt,
      int[] arg,
      int argAt) {
    int c = 0;
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector m = load(max, maxAt + c);
      IntVector winner = IntVector.fromArray(I, arg, argAt + c);
      for (int r = 0; r < rows; r++) {
        FloatVector v = load(x, xAt + r * xStep + c);
        VectorMask<Float> higher =
            v.compare(VectorOperators.GT, m).or(v.compare(VectorOperators.NE, v));
        m = m.blend(v, higher);
        winner = winner.blend(first + r, higher.cast(I));
      }
      m.intoArray(max, maxAt + c);
      winner.intoArray(arg, argAt + c);
    }
    for (; c < cols; c++) {
      for (int r = 0; r < rows; r++) {
        float v = x[xAt + r * xStep + c];
        if (v > max[maxAt + c] || Float.isNaN(v)) {
          max[maxAt + c] = v;
          arg[argAt + c] = first + r;
        }
      }
    }
  }

  private static FloatVector load(float[] x, int at) {
    return FloatVector.fromArray(F, x, at);
  }

  private static FloatVector load(float[] x, int at, VectorMask<Float> mask) {
    return FloatVector.fromArray(F, x, at, mask);
  }

  private static FloatVector all(float x) {
    return FloatVector.broadcast(F, x);
  }
}
