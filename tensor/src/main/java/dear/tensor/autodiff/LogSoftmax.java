package dear.tensor.autodiff;

import dear.tensor.kernel.Kernels;

/**
 * The four passes of y = x - log Σ exp x within groups, on arrays. With p = exp(y): ẏ = ẋ - Σ p∘ẋ,
 * x̄ = ȳ - p·Σ ȳ, and, since ṗ = p∘ẏ, x̄̇ = ȳ̇ - p·Σ ȳ̇ - p∘ẏ·Σ ȳ.
 */
record LogSoftmax(Kernels kernels, Segments segments) {
  void forward(float[] x, int xAt, float[] y, int yAt) {
    kernels.segmentLogSoftmax(
        segments.count(), segments.start(), 0, segments.order(), 0, x, xAt, y, yAt);
  }

  void tangent(float[] y, int yAt, float[] xDot, int xDotAt, float[] yDot, int yDotAt) {
    kernels.segmentLogSoftmaxTangent(
        segments.count(),
        segments.start(),
        0,
        segments.order(),
        0,
        y,
        yAt,
        xDot,
        xDotAt,
        yDot,
        yDotAt);
  }

  void backward(float[] y, int yAt, float[] yBar, int yBarAt, float[] xBar, int xBarAt) {
    kernels.segmentLogSoftmaxBackward(
        segments.count(),
        segments.start(),
        0,
        segments.order(),
        0,
        y,
        yAt,
        yBar,
        yBarAt,
        xBar,
        xBarAt);
  }

  /** Adds the term of {@code x̄̇} in which the probabilities move: -p∘ẏ·Σ ȳ. */
  void backwardMoving(
      float[] y,
      int yAt,
      float[] yDot,
      int yDotAt,
      float[] yBar,
      int yBarAt,
      float[] xBarDot,
      int xBarDotAt) {
    int[] start = segments.start();
    int[] order = segments.order();
    for (int s = 0; s < segments.count(); s++) {
      double sum = 0;
      for (int m = start[s]; m < start[s + 1]; m++) {
        sum += yBar[yBarAt + order[m]];
      }
      for (int m = start[s]; m < start[s + 1]; m++) {
        int i = order[m];
        xBarDot[xBarDotAt + i] -= (float) (Math.exp(y[yAt + i]) * yDot[yDotAt + i] * sum);
      }
    }
  }
}
