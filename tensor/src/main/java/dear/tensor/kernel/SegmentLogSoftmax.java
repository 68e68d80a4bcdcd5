package dear.tensor.kernel;

/**
 * Log-softmax within segments; the order of the elements is free, so there is nothing to vectorise.
 */
final class SegmentLogSoftmax {
  private SegmentLogSoftmax() {}

  static void forward(
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
      for (int p = from; p < to; p++) {
        sum += FastExp.exp(x[xAt + order[p]] - max);
      }
      float logSum = (float) (max + Math.log(sum));
      for (int p = from; p < to; p++) {
        y[yAt + order[p]] = x[xAt + order[p]] - logSum;
      }
    }
  }

  static void backward(
      int segments,
      int[] start,
      int startAt,
      int[] order,
      int orderAt,
      float[] y,
      int yAt,
      float[] gy,
      int gyAt,
      float[] gx,
      int gxAt) {
    for (int s = 0; s < segments; s++) {
      int from = orderAt + start[startAt + s];
      int to = orderAt + start[startAt + s + 1];
      double sum = 0;
      for (int p = from; p < to; p++) {
        sum += gy[gyAt + order[p]];
      }
      float total = (float) sum;
      for (int p = from; p < to; p++) {
        int e = order[p];
        gx[gxAt + e] += gy[gyAt + e] - FastExp.exp(y[yAt + e]) * total;
      }
    }
  }

  static void tangent(
      int segments,
      int[] start,
      int startAt,
      int[] order,
      int orderAt,
      float[] y,
      int yAt,
      float[] xDot,
      int xDotAt,
      float[] yDot,
      int yDotAt) {
    for (int s = 0; s < segments; s++) {
      int from = orderAt + start[startAt + s];
      int to = orderAt + start[startAt + s + 1];
      double sum = 0;
      for (int p = from; p < to; p++) {
        sum += FastExp.exp(y[yAt + order[p]]) * xDot[xDotAt + order[p]];
      }
      float mean = (float) sum;
      for (int p = from; p < to; p++) {
        yDot[yDotAt + order[p]] = xDot[xDotAt + order[p]] - mean;
      }
    }
  }
}
