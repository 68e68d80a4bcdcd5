// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorExp.exp;
import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorSums.DOT_BLOCK;
import static dear.tensor.kernel.VectorSums.sum;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** Log-softmax with vectorised exponentials. Long sums are made of blocks, like dot products. */
final class VectorLogSoftmax implements SegmentLogSoftmax {
  @Override
  public void forward(int segments, int[] start, int[] order, Matrix from, Matrix to) {
    float[] x = from.data();
    int xAt = from.at();
    float[] y = to.data();
    int yAt = to.at();
    for (int s = 0; s < segments; s++) {
      int first = start[s];
      int end = start[s + 1];
      if (areSideBySide(order, first, end)) {
        sideBySide(end - first, x, xAt + order[first], y, yAt + order[first]);
      } else {
        scattered(first, end, order, x, xAt, y, yAt);
      }
    }
  }

  private static boolean areSideBySide(int[] order, int first, int end) {
    for (int p = first + 1; p < end; p++) {
      if (order[p] != order[first] + p - first) {
        return false;
      }
    }
    return first < end;
  }

  /** A segment in one piece, such as a row: the same sums without an index for each element. */
  private static void sideBySide(int count, float[] x, int at, float[] y, int to) {
    float max = max(count, x, at);
    double sum = 0;
    for (int block = 0; block < count; block += DOT_BLOCK) {
      sum += sumOfExponentials(Math.min(DOT_BLOCK, count - block), x, at + block, max);
    }
    float logSum = (float) (max + Math.log(sum));
    for (int i = 0; i < count; i++) {
      y[to + i] = x[at + i] - logSum;
    }
  }

  private static float max(int count, float[] x, int at) {
    FloatVector m = FloatVector.broadcast(F, Float.NEGATIVE_INFINITY);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      m = m.max(FloatVector.fromArray(F, x, at + i));
    }
    float max = m.reduceLanes(VectorOperators.MAX);
    for (; i < count; i++) {
      max = Math.max(max, x[at + i]);
    }
    return max;
  }

  private static float sumOfExponentials(int count, float[] x, int at, float max) {
    FloatVector s = FloatVector.zero(F);
    int i = 0;
    for (int whole = F.loopBound(count); i < whole; i += LANES) {
      s = s.add(exp(FloatVector.fromArray(F, x, at + i).sub(max)));
    }
    float sum = sum(s);
    for (; i < count; i++) {
      sum += FastExp.exp(x[at + i] - max);
    }
    return sum;
  }

  private static void scattered(
      int first, int end, int[] order, float[] x, int xAt, float[] y, int yAt) {
    float max = Float.NEGATIVE_INFINITY;
    for (int p = first; p < end; p++) {
      max = Math.max(max, x[xAt + order[p]]);
    }
    double sum = 0;
    for (int block = first; block < end; block += DOT_BLOCK) {
      int count = Math.min(DOT_BLOCK, end - block);
      sum += sumOfExponentials(count, order, block, x, xAt, max);
    }
    float logSum = (float) (max + Math.log(sum));
    for (int p = first; p < end; p++) {
      y[yAt + order[p]] = x[xAt + order[p]] - logSum;
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
}
