// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Log-softmax, one exponential after the other. */
final class ScalarLogSoftmax implements SegmentLogSoftmax {
  @Override
  public void forward(int segments, int[] start, int[] order, Matrix x, Matrix y) {
    for (int s = 0; s < segments; s++) {
      float max = Float.NEGATIVE_INFINITY;
      for (int p = start[s]; p < start[s + 1]; p++) {
        max = Math.max(max, x.data()[x.at() + order[p]]);
      }
      double sum = 0;
      for (int p = start[s]; p < start[s + 1]; p++) {
        sum += FastExp.exp(x.data()[x.at() + order[p]] - max);
      }
      float logSum = (float) (max + Math.log(sum));
      for (int p = start[s]; p < start[s + 1]; p++) {
        y.data()[y.at() + order[p]] = x.data()[x.at() + order[p]] - logSum;
      }
    }
  }
}
