// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.SegmentLogSoftmax;

/**
 * The four passes of y = x - log Σ exp x within groups. With p = exp(y): ẏ = ẋ - Σ p∘ẋ, x̄ = ȳ -
 * p·Σ ȳ, and, since ṗ = p∘ẏ, x̄̇ = ȳ̇ - p·Σ ȳ̇ - p∘ẏ·Σ ȳ.
 */
record LogSoftmax(SegmentLogSoftmax kernel, Segments segments) {
  void forward(Matrix x, Matrix y) {
    kernel.forward(segments.count(), segments.start(), segments.order(), x, y);
  }

  void tangent(Matrix y, Matrix xDot, Matrix yDot) {
    kernel.tangent(segments.count(), segments.start(), segments.order(), y, xDot, yDot);
  }

  void backward(Matrix y, Matrix yBar, Matrix xBar) {
    kernel.backward(segments.count(), segments.start(), segments.order(), y, yBar, xBar);
  }

  /** Adds the term of {@code x̄̇} in which the probabilities move: -p∘ẏ·Σ ȳ. */
  void backwardMoving(Matrix y, Matrix yDot, Matrix yBar, Matrix xBarDot) {
    int[] start = segments.start();
    int[] order = segments.order();
    for (int s = 0; s < segments.count(); s++) {
      double sum = 0;
      for (int m = start[s]; m < start[s + 1]; m++) {
        sum += yBar.data()[yBar.at() + order[m]];
      }
      for (int m = start[s]; m < start[s + 1]; m++) {
        int i = order[m];
        double p = Math.exp(y.data()[y.at() + i]);
        xBarDot.data()[xBarDot.at() + i] -= (float) (p * yDot.data()[yDot.at() + i] * sum);
      }
    }
  }
}
