package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorSums.DOT_BLOCK;
import static dear.tensor.kernel.VectorSums.sum;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * What is made of exponentials: the sigmoid and log-softmax.
 *
 * <p>There is no {@code lanewise(EXP)}: it may differ between the interpreter and the compiler (see
 * {@link FastExp}).
 */
final class VectorExponentials {
  private VectorExponentials() {}

  static void sigmoid(int count, float[] x, int xAt, float[] y, int yAt) {
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      FloatVector e = exp(load(x, xAt + i).neg());
      all(1).div(e.add(1)).intoArray(y, yAt + i);
    }
    for (; i < count; i++) {
      y[yAt + i] = FastExp.sigmoid(x[xAt + i]);
    }
  }

  static void sigmoidBackward(
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

  /**
   * As {@link SegmentLogSoftmax#forward}, the exponentials by vectors. Long sums are made of
   * blocks, as in {@link VectorSums#dot}.
   */
  static void segmentLogSoftmax(
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
}
