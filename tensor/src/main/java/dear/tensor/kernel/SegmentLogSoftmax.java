// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Log-softmax within segments of a vector: segment s holds the elements {@code x[order[p]]} for p
 * from {@code start[s]} to {@code start[s+1]} (exclusive). The order is arbitrary, so there is
 * nothing to vectorise in the derivatives.
 */
public interface SegmentLogSoftmax {
  /** {@code y = x - log Σ exp x} within each segment. In place if {@code y} is {@code x}. */
  void forward(int segments, int[] start, int[] order, Matrix x, Matrix y);

  /** {@code gx += gy - exp(y)·Σ gy} within each segment, {@code y} being the log-softmax. */
  default void backward(int segments, int[] start, int[] order, Matrix y, Matrix gy, Matrix gx) {
    for (int s = 0; s < segments; s++) {
      double sum = 0;
      for (int p = start[s]; p < start[s + 1]; p++) {
        sum += gy.data()[gy.at() + order[p]];
      }
      float total = (float) sum;
      for (int p = start[s]; p < start[s + 1]; p++) {
        int e = order[p];
        float probability = FastExp.exp(y.data()[y.at() + e]);
        gx.data()[gx.at() + e] += gy.data()[gy.at() + e] - probability * total;
      }
    }
  }

  /** {@code ẏ = ẋ - Σ exp(y)∘ẋ} within each segment. In place if {@code ẏ} is {@code ẋ}. */
  default void tangent(int segments, int[] start, int[] order, Matrix y, Matrix xDot, Matrix yDot) {
    for (int s = 0; s < segments; s++) {
      double sum = 0;
      for (int p = start[s]; p < start[s + 1]; p++) {
        int e = order[p];
        sum += FastExp.exp(y.data()[y.at() + e]) * xDot.data()[xDot.at() + e];
      }
      float mean = (float) sum;
      for (int p = start[s]; p < start[s + 1]; p++) {
        int e = order[p];
        yDot.data()[yDot.at() + e] = xDot.data()[xDot.at() + e] - mean;
      }
    }
  }
}
