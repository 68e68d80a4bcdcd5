// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;

/**
 * Sums across lanes and along rows.
 *
 * <p>Lanes are added by a fixed butterfly: the order of {@code reduceLanes} is not specified and
 * may differ between the interpreter and the compiler, which would change results while a program
 * warms up.
 */
final class VectorSums {
  /**
   * The number of elements that a dot product sums in single precision before adding to the double
   * sum.
   */
  static final int DOT_BLOCK = 64 * LANES;

  // Butterflies: lane i is paired with lane i XOR a power of two.
  private static final VectorShuffle<Float> SWAP_HALVES = swap(LANES / 2);
  private static final VectorShuffle<Float> SWAP_QUARTERS = swap(LANES / 4);
  private static final VectorShuffle<Float> SWAP_EIGHTHS = swap(LANES / 8);
  private static final VectorShuffle<Float> SWAP_SIXTEENTHS = swap(LANES / 16);
  private static final VectorMask<Float> UPPER_HALF = quarters(0b1100);
  private static final VectorMask<Float> ODD_QUARTERS = quarters(0b1010);
  private static final VectorMask<Float> QUARTER_1 = quarters(0b0010);
  private static final VectorMask<Float> QUARTER_2 = quarters(0b0100);
  private static final VectorMask<Float> QUARTER_3 = quarters(0b1000);

  private VectorSums() {}

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

  static double dot(int count, float[] x, int xAt, float[] y, int yAt) {
    double total = 0;
    for (int from = 0; from < count; from += DOT_BLOCK) {
      total += shortDot(Math.min(DOT_BLOCK, count - from), x, xAt + from, y, yAt + from);
    }
    return total;
  }

  /** A dot product in single precision: four vectors of partial sums, then the tail. */
  static float shortDot(int count, float[] x, int xAt, float[] y, int yAt) {
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

  static float sum(int count, float[] x, int xAt) {
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
  static float sum(FloatVector v) {
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
  static FloatVector sums(FloatVector v0, FloatVector v1, FloatVector v2, FloatVector v3) {
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

  /** Four numbers, each in a quarter of the lanes. */
  static FloatVector quarters(float x0, float x1, float x2, float x3) {
    return all(x0).blend(x1, QUARTER_1).blend(x2, QUARTER_2).blend(x3, QUARTER_3);
  }
}
