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
 * <p><b>Tails.</b> A tile that has fewer rows left than it has points its spare rows at its last
 * row: they compute the same number again and store it at the same place. So every element of every
 * product is one chain of fused multiply-adds in the order of the inner index, whichever tile it
 * falls into, and its bits do not depend on its neighbours. Element-wise loops end in a scalar loop
 * that performs the same operations as a lane.
 *
 * <p><b>Sums across lanes</b> use a fixed butterfly: the order of {@code reduceLanes} is not
 * specified and may differ between the interpreter and the compiler, which would change results
 * while a program warms up. For the same reason there is no {@code lanewise(EXP)} (see {@link
 * FastExp}).
 *
 * <p><b>Length of methods.</b> A vector is a register only where everything that touches it is
 * compiled together. The compiler stops inlining at a number of nodes that about a hundred vector
 * operations reach; past it every vector is an object on the heap, and the kernel five times
 * slower. Long kernels are therefore cut into passes that hand over numbers or memory; only short
 * helpers take or return vectors.
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

  /** Rows of the tile that takes what is left: 16 nodes are 6 + 6 + 4 rows. */
  private static final int SHORT_TILE = 4;

  /** Rows that share a panel while it is in the first-level cache: eight tiles. */
  private static final int ROW_BLOCK = 8 * TILE;

  /**
   * Rows of one sweep of {@link #weightGradient}: unpacked rows of width 128 share few cache sets.
   */
  private static final int GRADIENT_BLOCK = 48;

  /** Elements that a dot product sums in single precision before the double sum takes over. */
  private static final int DOT_BLOCK = 64 * LANES;

  // Butterflies: lane i meets lane i XOR a power of two.
  private static final VectorShuffle<Float> SWAP_HALVES = swap(LANES / 2);
  private static final VectorShuffle<Float> SWAP_QUARTERS = swap(LANES / 4);
  private static final VectorShuffle<Float> SWAP_EIGHTHS = swap(LANES / 8);
  private static final VectorShuffle<Float> SWAP_SIXTEENTHS = swap(LANES / 16);
  private static final VectorMask<Float> UPPER_HALF = quarters(0b1100);
  private static final VectorMask<Float> ODD_QUARTERS = quarters(0b1010);
  private static final VectorMask<Float> QUARTER_1 = quarters(0b0010);
  private static final VectorMask<Float> QUARTER_2 = quarters(0b0100);
  private static final VectorMask<Float> QUARTER_3 = quarters(0b1000);

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

  private static VectorShuffle<Float> swap(int distance) {
    return VectorShuffle.fromOp(F, lane -> lane ^ distance);
  }

  private static VectorMask<Float> quarters(int bits) {
    boolean[] set = new boolean[LANES];
    for (int lane = 0; lane < LANES; lane++) {
      set[lane] = (bits >> (lane * 4 / LANES) & 1) != 0;
    }
    return VectorMask.fromArray(F, set, 0);
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
          if (width == PANEL && last == TILE - 1) {
            wholeGradientTile(size, a, ar, aStep, g, gr, gStep, dw, wr, dwStep);
          } else if (width == PANEL) {
            gradientTile(size, last, a, ar, aStep, g, gr, gStep, dw, wr, dwStep);
          } else {
            for (int v = 0; v < width; v += LANES) {
              int lanes = Math.min(LANES, width - v);
              edgeGradientTile(
                  size, last, a, ar, aStep, g, gr + v, gStep, dw, wr + v, dwStep, lanes);
            }
          }
        }
      }
    }
  }

  /**
   * A tile of six inputs. The loop's variable is a long because that measured fastest of eight ways
   * to write the loop (the tile alone: 90 against 52 GFLOP/s with an int); presumably the compiler
   * does not unroll it and so keeps the accumulators in registers, but its assembly was not read.
   */
  private static void wholeGradientTile(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      float[] g,
      int gAt,
      int gStep,
      float[] c,
      int cAt,
      int cStep) {
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
    int ar = aAt;
    int gr = gAt;
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
    int ar = aAt;
    int gr = gAt;
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

  /**
   * The inputs of a tile and at most one vector of outputs, with a mask: a method with a loop over
   * the vectors was too large for the compiler's first tier.
   */
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
    VectorMask<Float> mask = F.indexInRange(0, width);
    int c1 = cAt + Math.min(1, last) * cStep;
    int c2 = cAt + Math.min(2, last) * cStep;
    int c3 = cAt + Math.min(3, last) * cStep;
    int c4 = cAt + Math.min(4, last) * cStep;
    int c5 = cAt + last * cStep;
    FloatVector v0 = load(c, cAt, mask);
    FloatVector v1 = load(c, c1, mask);
    FloatVector v2 = load(c, c2, mask);
    FloatVector v3 = load(c, c3, mask);
    FloatVector v4 = load(c, c4, mask);
    FloatVector v5 = load(c, c5, mask);
    int ar = aAt;
    int gr = gAt;
    for (long r = 0; r < rows; r++, ar += aStep, gr += gStep) {
      FloatVector g0 = load(g, gr, mask);
      v0 = all(a[ar]).fma(g0, v0);
      v1 = all(a[ar + Math.min(1, last)]).fma(g0, v1);
      v2 = all(a[ar + Math.min(2, last)]).fma(g0, v2);
      v3 = all(a[ar + Math.min(3, last)]).fma(g0, v3);
      v4 = all(a[ar + Math.min(4, last)]).fma(g0, v4);
      v5 = all(a[ar + last]).fma(g0, v5);
    }
    v0.intoArray(c, cAt, mask);
    v1.intoArray(c, c1, mask);
    v2.intoArray(c, c2, mask);
    v3.intoArray(c, c3, mask);
    v4.intoArray(c, c4, mask);
    v5.intoArray(c, c5, mask);
  }

  @Override
  public long exerciseRegisters(int rounds) {
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
    for (int r = 0; r < rows; r += 4) {
      int last = Math.min(3, rows - 1 - r);
      int x0 = xAt + r * xStep;
      int x1 = x0 + Math.min(1, last) * xStep;
      int x2 = x0 + Math.min(2, last) * xStep;
      int x3 = x0 + last * xStep;
      FloatVector mean = means(cols, x, x0, x1, x2, x3);
      float m0 = mean.lane(0);
      float m1 = mean.lane(LANES / 4);
      float m2 = mean.lane(LANES / 2);
      float m3 = mean.lane(LANES / 2 + LANES / 4);
      FloatVector inv = inverseDeviations(cols, x, x0, x1, x2, x3, m0, m1, m2, m3);
      float i0 = inv.lane(0);
      float i1 = inv.lane(LANES / 4);
      float i2 = inv.lane(LANES / 2);
      float i3 = inv.lane(LANES / 2 + LANES / 4);
      normalize(cols, p, scale, offset, rectify, x, x0, x1, x2, x3, m0, m1, m2, m3, i0, i1, i2, i3);
    }
  }

  /**
   * The last step of layer norm for four rows, in place. A row that is there twice is read before
   * it is written, in every column.
   */
  private static void normalize(
      int cols,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] x,
      int x0,
      int x1,
      int x2,
      int x3,
      float m0,
      float m1,
      float m2,
      float m3,
      float i0,
      float i1,
      float i2,
      float i3) {
    int c = 0;
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector s = load(p, scale + c);
      FloatVector o = load(p, offset + c);
      FloatVector y0 = load(x, x0 + c).sub(m0).mul(i0).fma(s, o);
      FloatVector y1 = load(x, x1 + c).sub(m1).mul(i1).fma(s, o);
      FloatVector y2 = load(x, x2 + c).sub(m2).mul(i2).fma(s, o);
      FloatVector y3 = load(x, x3 + c).sub(m3).mul(i3).fma(s, o);
      rectified(y0, rectify).intoArray(x, x0 + c);
      rectified(y1, rectify).intoArray(x, x1 + c);
      rectified(y2, rectify).intoArray(x, x2 + c);
      rectified(y3, rectify).intoArray(x, x3 + c);
    }
    for (; c < cols; c++) {
      float y0 = affine((x[x0 + c] - m0) * i0, p[scale + c], p[offset + c], rectify);
      float y1 = affine((x[x1 + c] - m1) * i1, p[scale + c], p[offset + c], rectify);
      float y2 = affine((x[x2 + c] - m2) * i2, p[scale + c], p[offset + c], rectify);
      float y3 = affine((x[x3 + c] - m3) * i3, p[scale + c], p[offset + c], rectify);
      x[x0 + c] = y0;
      x[x1 + c] = y1;
      x[x2 + c] = y2;
      x[x3 + c] = y3;
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
    for (int r = 0; r < rows; r += 4) {
      int last = Math.min(3, rows - 1 - r);
      int r1 = r + Math.min(1, last);
      int r2 = r + Math.min(2, last);
      int r3 = r + last;
      int x0 = xAt + r * xStep;
      int x1 = xAt + r1 * xStep;
      int x2 = xAt + r2 * xStep;
      int x3 = xAt + r3 * xStep;
      FloatVector mean = means(cols, x, x0, x1, x2, x3);
      float m0 = mean.lane(0);
      float m1 = mean.lane(LANES / 4);
      float m2 = mean.lane(LANES / 2);
      float m3 = mean.lane(LANES / 2 + LANES / 4);
      FloatVector i = inverseDeviations(cols, x, x0, x1, x2, x3, m0, m1, m2, m3);
      inv[invAt + r] = i.lane(0);
      inv[invAt + r1] = i.lane(LANES / 4);
      inv[invAt + r2] = i.lane(LANES / 2);
      inv[invAt + r3] = i.lane(LANES / 2 + LANES / 4);
      int n0 = nAt + r * nStep;
      int y0 = yAt + r * yStep;
      normalize(cols, p, scale, offset, rectify, x, x0, m0, inv[invAt + r], n, n0, y, y0);
      if (last > 0) {
        int n1 = n0 + nStep;
        int y1 = y0 + yStep;
        normalize(cols, p, scale, offset, rectify, x, x1, m1, inv[invAt + r1], n, n1, y, y1);
      }
      if (last > 1) {
        int n2 = n0 + 2 * nStep;
        int y2 = y0 + 2 * yStep;
        normalize(cols, p, scale, offset, rectify, x, x2, m2, inv[invAt + r2], n, n2, y, y2);
      }
      if (last > 2) {
        int n3 = n0 + 3 * nStep;
        int y3 = y0 + 3 * yStep;
        normalize(cols, p, scale, offset, rectify, x, x3, m3, inv[invAt + r3], n, n3, y, y3);
      }
    }
  }

  /** The last step of layer norm for a row that may be overwritten by the normalised one. */
  private static void normalize(
      int cols,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] x,
      int xr,
      float mean,
      float inv,
      float[] n,
      int nr,
      float[] y,
      int yr) {
    int c = 0;
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector nc = load(x, xr + c).sub(mean).mul(inv);
      nc.intoArray(n, nr + c);
      FloatVector yc = nc.fma(load(p, scale + c), load(p, offset + c));
      rectified(yc, rectify).intoArray(y, yr + c);
    }
    for (; c < cols; c++) {
      float nc = (x[xr + c] - mean) * inv;
      n[nr + c] = nc;
      y[yr + c] = affine(nc, p[scale + c], p[offset + c], rectify);
    }
  }

  /**
   * The means of four rows, some of which may be the same row, each in its quarter of the lanes.
   * Four at a time hide the latency of the sums across lanes.
   */
  private static FloatVector means(int cols, float[] x, int x0, int x1, int x2, int x3) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int whole = F.loopBound(cols);
    for (int c = 0; c < whole; c += LANES) {
      s0 = s0.add(load(x, x0 + c));
      s1 = s1.add(load(x, x1 + c));
      s2 = s2.add(load(x, x2 + c));
      s3 = s3.add(load(x, x3 + c));
    }
    FloatVector sums = sums(s0, s1, s2, s3);
    for (int c = whole; c < cols; c++) {
      sums = sums.add(quarters(x[x0 + c], x[x1 + c], x[x2 + c], x[x3 + c]));
    }
    return sums.mul(1f / cols);
  }

  /** One over the standard deviations of four rows, each in its quarter of the lanes. */
  private static FloatVector inverseDeviations(
      int cols, float[] x, int x0, int x1, int x2, int x3, float m0, float m1, float m2, float m3) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    int whole = F.loopBound(cols);
    for (int c = 0; c < whole; c += LANES) {
      FloatVector d0 = load(x, x0 + c).sub(m0);
      FloatVector d1 = load(x, x1 + c).sub(m1);
      FloatVector d2 = load(x, x2 + c).sub(m2);
      FloatVector d3 = load(x, x3 + c).sub(m3);
      s0 = d0.fma(d0, s0);
      s1 = d1.fma(d1, s1);
      s2 = d2.fma(d2, s2);
      s3 = d3.fma(d3, s3);
    }
    FloatVector sums = sums(s0, s1, s2, s3);
    for (int c = whole; c < cols; c++) {
      FloatVector d = quarters(x[x0 + c] - m0, x[x1 + c] - m1, x[x2 + c] - m2, x[x3 + c] - m3);
      sums = d.fma(d, sums);
    }
    return all(1).div(sums.mul(1f / cols).add(LAYER_NORM_EPSILON).sqrt());
  }

  private static FloatVector quarters(float x0, float x1, float x2, float x3) {
    return all(x0).blend(x1, QUARTER_1).blend(x2, QUARTER_2).blend(x3, QUARTER_3);
  }

  private static float affine(float n, float scale, float offset, boolean rectify) {
    float y = Math.fma(n, scale, offset);
    return rectify && y < 0 ? 0 : y;
  }

  private static FloatVector rectified(FloatVector y, boolean rectify) {
    return rectify ? y.blend(0f, y.compare(VectorOperators.LT, 0f)) : y;
  }

  /** Where the rectifier above {@code n} is open: everywhere, if the threshold is -∞. */
  private static VectorMask<Float> open(
      FloatVector n, float[] p, int scale, int offset, float threshold) {
    return n.fma(load(p, scale), load(p, offset)).compare(VectorOperators.GT, threshold);
  }

  private static boolean open(float n, float[] p, int scale, int offset, float threshold) {
    return Math.fma(n, p[scale], p[offset]) > threshold;
  }

  private static float threshold(boolean rectify) {
    return rectify ? 0 : Float.NEGATIVE_INFINITY;
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
    float threshold = threshold(rectify);
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
        FloatVector.zero(F)
            .blend(d.mul(load(p, scale + c)), open(nc, p, scale + c, offset + c, threshold))
            .intoArray(yDot, yr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float d = Math.fma(nc, -along, xDot[xr + c] - mean) * i;
        nDot[nd + c] = d;
        yDot[yr + c] = open(nc, p, scale + c, offset + c, threshold) ? d * p[scale + c] : 0;
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
    float threshold = threshold(rectify);
    for (int r = 0; r < rows; r++) {
      int gr = gyAt + r * gyStep;
      int nr = nAt + r * nStep;
      int xr = gxAt + r * gxStep;
      FloatVector s = FloatVector.zero(F);
      FloatVector t = FloatVector.zero(F);
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        VectorMask<Float> open = open(nc, p, scale + c, offset + c, threshold);
        FloatVector g = FloatVector.zero(F).blend(load(gy, gr + c), open);
        g.fma(nc, load(dp, scale + c)).intoArray(dp, scale + c);
        g.add(load(dp, offset + c)).intoArray(dp, offset + c);
        FloatVector gn = g.mul(load(p, scale + c));
        s = s.add(gn);
        t = gn.fma(nc, t);
      }
      FloatVector sums = sums(s, t, s, t);
      float sum = sums.lane(0);
      float dot = sums.lane(LANES / 4);
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float g = open(nc, p, scale + c, offset + c, threshold) ? gy[gr + c] : 0;
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
        VectorMask<Float> open = open(nc, p, scale + c, offset + c, threshold);
        FloatVector g = FloatVector.zero(F).blend(load(gy, gr + c), open);
        FloatVector gn = g.mul(load(p, scale + c));
        FloatVector d = nc.fma(all(-along), gn.sub(mean)).mul(i);
        (accumulate ? d.add(load(gx, xr + c)) : d).intoArray(gx, xr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float g = open(nc, p, scale + c, offset + c, threshold) ? gy[gr + c] : 0;
        float gn = g * p[scale + c];
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
    float threshold = threshold(rectify);
    for (int r = 0; r < rows; r++) {
      int gr = gyAt + r * gyStep;
      int gd = gyDotAt + r * gyDotStep;
      int nr = nAt + r * nStep;
      int nd = nDotAt + r * nDotStep;
      int xr = gxDotAt + r * gxDotStep;
      FloatVector s = FloatVector.zero(F);
      FloatVector t = s;
      FloatVector sDot = s;
      FloatVector tDot = s;
      int c = 0;
      for (; c < whole; c += LANES) {
        FloatVector nc = load(n, nr + c);
        FloatVector ndc = load(nDot, nd + c);
        VectorMask<Float> open = open(nc, p, scale + c, offset + c, threshold);
        FloatVector g = FloatVector.zero(F).blend(load(gy, gr + c), open);
        FloatVector d = FloatVector.zero(F).blend(load(gyDot, gd + c), open);
        d.fma(nc, g.fma(ndc, load(dpDot, scale + c))).intoArray(dpDot, scale + c);
        d.add(load(dpDot, offset + c)).intoArray(dpDot, offset + c);
        g = g.mul(load(p, scale + c));
        d = d.mul(load(p, scale + c));
        s = s.add(g);
        t = g.fma(nc, t);
        sDot = sDot.add(d);
        tDot = d.fma(nc, g.fma(ndc, tDot));
      }
      FloatVector sums = sums(s, t, sDot, tDot);
      float sum = sums.lane(0);
      float dot = sums.lane(LANES / 4);
      float sumDot = sums.lane(LANES / 2);
      float dotDot = sums.lane(LANES / 2 + LANES / 4);
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float ndc = nDot[nd + c];
        boolean open = open(nc, p, scale + c, offset + c, threshold);
        float g = open ? gy[gr + c] : 0;
        float d = open ? gyDot[gd + c] : 0;
        dpDot[scale + c] = Math.fma(d, nc, Math.fma(g, ndc, dpDot[scale + c]));
        dpDot[offset + c] += d;
        g *= p[scale + c];
        d *= p[scale + c];
        sum += g;
        dot = Math.fma(g, nc, dot);
        sumDot += d;
        dotDot = Math.fma(d, nc, Math.fma(g, ndc, dotDot));
      }
      // gẋ = inv̇·gn + inv·gṅ - ṅ·along - n·slope - shift: the formula sorted by vectors.
      float i = inv[invAt + r];
      float iDot = invDot[invDotAt + r];
      float along = i * (dot / cols);
      float slope = iDot * (dot / cols) + i * (dotDot / cols);
      float shift = iDot * (sum / cols) + i * (sumDot / cols);
      for (c = 0; c < whole; c += LANES) {
        // Past its limit of nodes the compiler still inlines the Vector API, but not our helpers.
        FloatVector nc = FloatVector.fromArray(F, n, nr + c);
        FloatVector scales = FloatVector.fromArray(F, p, scale + c);
        VectorMask<Float> open =
            nc.fma(scales, FloatVector.fromArray(F, p, offset + c))
                .compare(VectorOperators.GT, threshold);
        FloatVector g =
            FloatVector.fromArray(F, gyDot, gd + c)
                .mul(i)
                .add(FloatVector.fromArray(F, gy, gr + c).mul(iDot));
        FloatVector x =
            FloatVector.zero(F)
                .blend(g, open)
                .mul(scales)
                .sub(shift)
                .sub(FloatVector.fromArray(F, nDot, nd + c).mul(along))
                .sub(nc.mul(slope));
        (accumulate ? x.add(FloatVector.fromArray(F, gxDot, xr + c)) : x).intoArray(gxDot, xr + c);
      }
      for (; c < cols; c++) {
        float nc = n[nr + c];
        float g = gyDot[gd + c] * i + gy[gr + c] * iDot;
        g = open(nc, p, scale + c, offset + c, threshold) ? g : 0;
        float x = g * p[scale + c] - shift - nDot[nd + c] * along - nc * slope;
        gxDot[xr + c] = accumulate ? x + gxDot[xr + c] : x;
      }
    }
  }

  // -------------------------------------------------------------------------------- element-wise

  @Override
  public void relu(int count, float[] x, int xAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      rectified(load(x, xAt + i), true).intoArray(y, yAt + i);
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
  public void combine(
      int count,
      float alpha,
      float[] a,
      int aAt,
      float beta,
      float[] b,
      int bAt,
      float[] y,
      int yAt) {
    FloatVector factor = all(alpha);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      factor.fma(load(a, aAt + i), load(b, bAt + i).mul(beta)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = Math.fma(alpha, a[aAt + i], b[bAt + i] * beta);
    }
  }

  @Override
  public void mix(
      int count, float[] q, int qAt, float[] a, int aAt, float[] b, int bAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector share = load(q, qAt + i);
      FloatVector rest = all(1).sub(share).mul(load(b, bAt + i));
      share.fma(load(a, aAt + i), rest).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      float share = q[qAt + i];
      y[yAt + i] = Math.fma(share, a[aAt + i], (1 - share) * b[bAt + i]);
    }
  }

  @Override
  public void axpyTwice(
      int count,
      float alpha,
      float[] x,
      int xAt,
      float beta,
      float[] z,
      int zAt,
      float[] y,
      int yAt) {
    FloatVector a = all(alpha);
    FloatVector b = all(beta);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector sum = b.fma(load(z, zAt + i), load(y, yAt + i));
      a.fma(load(x, xAt + i), sum).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = Math.fma(alpha, x[xAt + i], Math.fma(beta, z[zAt + i], y[yAt + i]));
    }
  }

  @Override
  public void choose(
      int count,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float[] x,
      int xAt,
      float[] z,
      int zAt,
      float[] y,
      int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> first = load(a, aAt + i).compare(VectorOperators.GE, load(b, bAt + i));
      load(z, zAt + i).blend(load(x, xAt + i), first).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = a[aAt + i] >= b[bAt + i] ? x[xAt + i] : z[zAt + i];
    }
  }

  @Override
  public void chooseBackward(
      int count,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float alpha,
      float[] g,
      int gAt,
      float[] gx,
      int gxAt,
      float[] gz,
      int gzAt) {
    FloatVector zero = FloatVector.zero(F);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      VectorMask<Float> first = load(a, aAt + i).compare(VectorOperators.GE, load(b, bAt + i));
      FloatVector share = load(g, gAt + i).mul(alpha);
      zero.blend(share, first).intoArray(gx, gxAt + i);
      load(gz, gzAt + i).add(share.blend(zero, first)).intoArray(gz, gzAt + i);
    }
    for (; i < count; i++) {
      boolean first = a[aAt + i] >= b[bAt + i];
      float share = alpha * g[gAt + i];
      gx[gxAt + i] = first ? share : 0;
      gz[gzAt + i] += first ? 0 : share;
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

  /** The sum of the lanes, always as the same tree of additions. */
  private static float sum(FloatVector v) {
    FloatVector s = v.add(v.rearrange(SWAP_HALVES));
    s = s.add(s.rearrange(SWAP_QUARTERS));
    if (LANES >= 8) {
      s = s.add(s.rearrange(SWAP_EIGHTHS));
    }
    if (LANES >= 16) {
      s = s.add(s.rearrange(SWAP_SIXTEENTHS));
    }
    return s.lane(0);
  }

  /** The sums of the lanes of four vectors, each in a quarter of the lanes, as {@link #sum}. */
  private static FloatVector sums(FloatVector v0, FloatVector v1, FloatVector v2, FloatVector v3) {
    FloatVector h0 = v0.add(v0.rearrange(SWAP_HALVES));
    FloatVector h1 = v1.add(v1.rearrange(SWAP_HALVES));
    FloatVector h2 = v2.add(v2.rearrange(SWAP_HALVES));
    FloatVector h3 = v3.add(v3.rearrange(SWAP_HALVES));
    FloatVector even = h0.blend(h2, UPPER_HALF);
    FloatVector odd = h1.blend(h3, UPPER_HALF);
    FloatVector s =
        even.add(even.rearrange(SWAP_QUARTERS))
            .blend(odd.add(odd.rearrange(SWAP_QUARTERS)), ODD_QUARTERS);
    if (LANES >= 8) {
      s = s.add(s.rearrange(SWAP_EIGHTHS));
    }
    if (LANES >= 16) {
      s = s.add(s.rearrange(SWAP_SIXTEENTHS));
    }
    return s;
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

  // ------------------------------------------------------------------------------------- softmax

  /**
   * As {@link SegmentLogSoftmax#forward}, the exponentials by vectors. Long sums are made of
   * blocks, as in {@link #dot}.
   */
  @Override
  public void segmentLogSoftmax(
      int segments,
      int[] start,
      int startAt,
      int[] order,
      int orderAt,
      float[] x,
      int xAt,
      float[] y,
      int yAt) {
    for (int s = 0; s < segments; s++) {
      int from = orderAt + start[startAt + s];
      int to = orderAt + start[startAt + s + 1];
      float max = Float.NEGATIVE_INFINITY;
      for (int p = from; p < to; p++) {
        max = Math.max(max, x[xAt + order[p]]);
      }
      double sum = 0;
      for (int block = from; block < to; block += DOT_BLOCK) {
        int count = Math.min(DOT_BLOCK, to - block);
        sum += sumOfExponentials(count, order, block, x, xAt, max);
      }
      float logSum = (float) (max + Math.log(sum));
      for (int p = from; p < to; p++) {
        y[yAt + order[p]] = x[xAt + order[p]] - logSum;
      }
    }
  }

  private static float sumOfExponentials(
      int count, int[] order, int orderAt, float[] x, int xAt, float max) {
    FloatVector s = FloatVector.zero(F);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      s = s.add(exp(FloatVector.fromArray(F, x, xAt, order, orderAt + i).sub(max)));
    }
    float sum = sum(s);
    for (; i < count; i++) {
      sum += FastExp.exp(x[xAt + order[orderAt + i]] - max);
    }
    return sum;
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
      if (terms == 0) {
        int c = 0;
        for (int whole = F.loopBound(cols); c < whole; c += LANES) {
          load(base, baseAt + c).add(load(x, xr + c)).intoArray(y, yr + c);
        }
        for (; c < cols; c++) {
          y[yr + c] = base[baseAt + c] + x[xr + c];
        }
        continue;
      }
      int first = coefficientsAt + r * terms;
      sumWithTerm(cols, base, baseAt, x, xr, coefficients[first], vectors, vectorsAt, y, yr);
      for (int k = 1; k < terms; k++) {
        axpy(cols, coefficients[first + k], vectors, vectorsAt + k * vectorsStep, y, yr);
      }
    }
  }

  private static void sumWithTerm(
      int cols,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float coefficient,
      float[] v,
      int vAt,
      float[] y,
      int yAt) {
    FloatVector factor = all(coefficient);
    int c = 0;
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector sum = load(a, aAt + c).add(load(b, bAt + c));
      factor.fma(load(v, vAt + c), sum).intoArray(y, yAt + c);
    }
    for (; c < cols; c++) {
      y[yAt + c] = Math.fma(coefficient, v[vAt + c], a[aAt + c] + b[bAt + c]);
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
    for (int end = cols - 4 * LANES; c <= end; c += 4 * LANES) {
      raiseFour(rows, x, xAt + c, xStep, first, max, maxAt + c, arg, argAt + c);
    }
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector m = load(max, maxAt + c);
      IntVector winner = IntVector.fromArray(I, arg, argAt + c);
      for (int r = 0; r < rows; r++) {
        FloatVector v = load(x, xAt + r * xStep + c);
        VectorMask<Float> higher = higher(v, m);
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

  private static void raiseFour(
      int rows,
      float[] x,
      int xAt,
      int xStep,
      int first,
      float[] max,
      int maxAt,
      int[] arg,
      int argAt) {
    FloatVector m0 = load(max, maxAt);
    FloatVector m1 = load(max, maxAt + LANES);
    FloatVector m2 = load(max, maxAt + 2 * LANES);
    FloatVector m3 = load(max, maxAt + 3 * LANES);
    IntVector w0 = IntVector.fromArray(I, arg, argAt);
    IntVector w1 = IntVector.fromArray(I, arg, argAt + LANES);
    IntVector w2 = IntVector.fromArray(I, arg, argAt + 2 * LANES);
    IntVector w3 = IntVector.fromArray(I, arg, argAt + 3 * LANES);
    for (int r = 0; r < rows; r++) {
      int xr = xAt + r * xStep;
      IntVector row = IntVector.broadcast(I, first + r);
      FloatVector v0 = load(x, xr);
      FloatVector v1 = load(x, xr + LANES);
      FloatVector v2 = load(x, xr + 2 * LANES);
      FloatVector v3 = load(x, xr + 3 * LANES);
      VectorMask<Float> h0 = higher(v0, m0);
      VectorMask<Float> h1 = higher(v1, m1);
      VectorMask<Float> h2 = higher(v2, m2);
      VectorMask<Float> h3 = higher(v3, m3);
      m0 = m0.blend(v0, h0);
      m1 = m1.blend(v1, h1);
      m2 = m2.blend(v2, h2);
      m3 = m3.blend(v3, h3);
      w0 = w0.blend(row, h0.cast(I));
      w1 = w1.blend(row, h1.cast(I));
      w2 = w2.blend(row, h2.cast(I));
      w3 = w3.blend(row, h3.cast(I));
    }
    m0.intoArray(max, maxAt);
    m1.intoArray(max, maxAt + LANES);
    m2.intoArray(max, maxAt + 2 * LANES);
    m3.intoArray(max, maxAt + 3 * LANES);
    w0.intoArray(arg, argAt);
    w1.intoArray(arg, argAt + LANES);
    w2.intoArray(arg, argAt + 2 * LANES);
    w3.intoArray(arg, argAt + 3 * LANES);
  }

  private static VectorMask<Float> higher(FloatVector v, FloatVector max) {
    return v.compare(VectorOperators.GT, max).or(v.compare(VectorOperators.NE, v));
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
