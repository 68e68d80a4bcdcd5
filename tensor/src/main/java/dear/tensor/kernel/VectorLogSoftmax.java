// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorExp.exp;
import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorSums.DOT_BLOCK;
import static dear.tensor.kernel.VectorSums.sum;

import jdk.incubator.vector.FloatVector;

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
