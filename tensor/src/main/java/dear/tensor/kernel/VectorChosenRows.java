package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;
import static dear.tensor.kernel.VectorSums.sums;

import jdk.incubator.vector.FloatVector;

/** Products with a few rows of a matrix, given by a list. */
final class VectorChosenRows {
  private VectorChosenRows() {}

  static void combineChosen(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    int c = 0;
    for (; c + 8 * LANES <= cols; c += 8 * LANES) {
      combineEight(count, chosen, chosenAt, cols, x, xAt, w, wAt + c, y, yAt + c);
    }
    for (int whole = F.loopBound(cols); c < whole; c += LANES) {
      FloatVector sum = FloatVector.zero(F);
      for (int k = 0; k < count; k++) {
        int row = chosen[chosenAt + k];
        sum = all(x[xAt + row]).fma(load(w, wAt + row * cols + c), sum);
      }
      sum.intoArray(y, yAt + c);
    }
    for (; c < cols; c++) {
      float sum = 0;
      for (int k = 0; k < count; k++) {
        int row = chosen[chosenAt + k];
        sum = Math.fma(x[xAt + row], w[wAt + row * cols + c], sum);
      }
      y[yAt + c] = sum;
    }
  }

  /** Eight vectors of columns: the sums stay in registers. */
  private static void combineEight(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    FloatVector s4 = s0;
    FloatVector s5 = s0;
    FloatVector s6 = s0;
    FloatVector s7 = s0;
    for (int k = 0; k < count; k++) {
      int row = chosen[chosenAt + k];
      FloatVector factor = all(x[xAt + row]);
      int at = wAt + row * cols;
      s0 = factor.fma(load(w, at), s0);
      s1 = factor.fma(load(w, at + LANES), s1);
      s2 = factor.fma(load(w, at + 2 * LANES), s2);
      s3 = factor.fma(load(w, at + 3 * LANES), s3);
      s4 = factor.fma(load(w, at + 4 * LANES), s4);
      s5 = factor.fma(load(w, at + 5 * LANES), s5);
      s6 = factor.fma(load(w, at + 6 * LANES), s6);
      s7 = factor.fma(load(w, at + 7 * LANES), s7);
    }
    s0.intoArray(y, yAt);
    s1.intoArray(y, yAt + LANES);
    s2.intoArray(y, yAt + 2 * LANES);
    s3.intoArray(y, yAt + 3 * LANES);
    s4.intoArray(y, yAt + 4 * LANES);
    s5.intoArray(y, yAt + 5 * LANES);
    s6.intoArray(y, yAt + 6 * LANES);
    s7.intoArray(y, yAt + 7 * LANES);
  }

  /** Four rows at a time, so that their sums across lanes share the work; the last may repeat. */
  static void dotChosen(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    int whole = F.loopBound(cols);
    for (int k = 0; k < count; k += 4) {
      int last = count - 1;
      int r0 = chosen[chosenAt + k];
      int r1 = chosen[chosenAt + Math.min(k + 1, last)];
      int r2 = chosen[chosenAt + Math.min(k + 2, last)];
      int r3 = chosen[chosenAt + Math.min(k + 3, last)];
      FloatVector s0 = FloatVector.zero(F);
      FloatVector s1 = s0;
      FloatVector s2 = s0;
      FloatVector s3 = s0;
      for (int c = 0; c < whole; c += LANES) {
        FloatVector v = load(x, xAt + c);
        s0 = v.fma(load(w, wAt + r0 * cols + c), s0);
        s1 = v.fma(load(w, wAt + r1 * cols + c), s1);
        s2 = v.fma(load(w, wAt + r2 * cols + c), s2);
        s3 = v.fma(load(w, wAt + r3 * cols + c), s3);
      }
      FloatVector dots = sums(s0, s1, s2, s3);
      y[yAt + r0] = withTail(whole, cols, dots.lane(0), x, xAt, w, wAt + r0 * cols);
      y[yAt + r1] = withTail(whole, cols, dots.lane(LANES / 4), x, xAt, w, wAt + r1 * cols);
      y[yAt + r2] = withTail(whole, cols, dots.lane(LANES / 2), x, xAt, w, wAt + r2 * cols);
      y[yAt + r3] =
          withTail(whole, cols, dots.lane(LANES / 2 + LANES / 4), x, xAt, w, wAt + r3 * cols);
    }
  }

  private static float withTail(
      int whole, int cols, float dot, float[] x, int xAt, float[] w, int wAt) {
    float sum = dot;
    for (int c = whole; c < cols; c++) {
      sum = Math.fma(x[xAt + c], w[wAt + c], sum);
    }
    return sum;
  }
}
