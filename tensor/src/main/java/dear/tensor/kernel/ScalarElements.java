// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Element by element. */
final class ScalarElements implements Elements {
  /**
   * The number of elements of a dot product summed in single precision before adding to the double
   * sum.
   */
  private static final int DOT_BLOCK = 512;

  @Override
  public void relu(int count, Matrix x, Matrix y) {
    for (int i = 0; i < count; i++) {
      float v = x.data()[x.at() + i];
      y.data()[y.at() + i] = v < 0 ? 0 : v;
    }
  }

  @Override
  public void reluBackward(int count, Matrix x, Matrix gy, Matrix gx) {
    for (int i = 0; i < count; i++) {
      gx.data()[gx.at() + i] += x.data()[x.at() + i] > 0 ? gy.data()[gy.at() + i] : 0;
    }
  }

  @Override
  public void sigmoid(int count, Matrix x, Matrix y) {
    for (int i = 0; i < count; i++) {
      y.data()[y.at() + i] = FastExp.sigmoid(x.data()[x.at() + i]);
    }
  }

  @Override
  public void sigmoidBackward(int count, Matrix y, Matrix gy, Matrix gx) {
    for (int i = 0; i < count; i++) {
      float v = y.data()[y.at() + i];
      gx.data()[gx.at() + i] += gy.data()[gy.at() + i] * (v * (1 - v));
    }
  }

  @Override
  public void sigmoidCurvature(int count, Matrix y, Matrix gy, Matrix yDot, Matrix gxDot) {
    for (int i = 0; i < count; i++) {
      float bend = 1 - 2 * y.data()[y.at() + i];
      gxDot.data()[gxDot.at() + i] += gy.data()[gy.at() + i] * bend * yDot.data()[yDot.at() + i];
    }
  }

  @Override
  public void clamp(int count, float limit, Matrix x, Matrix y) {
    for (int i = 0; i < count; i++) {
      y.data()[y.at() + i] = clamp(x.data()[x.at() + i], limit);
    }
  }

  static float clamp(float x, float limit) {
    float high = x > limit ? limit : x; // keeps NaN
    return high < -limit ? -limit : high;
  }

  @Override
  public void clampBackward(int count, float limit, Matrix x, Matrix gy, Matrix gx) {
    for (int i = 0; i < count; i++) {
      boolean outside = Math.abs(x.data()[x.at() + i]) > limit;
      gx.data()[gx.at() + i] += outside ? 0 : gy.data()[gy.at() + i];
    }
  }

  @Override
  public void sum(int count, Matrix a, Matrix b, Matrix c, Matrix y) {
    for (int i = 0; i < count; i++) {
      y.data()[y.at() + i] = a.data()[a.at() + i] + (b.data()[b.at() + i] + c.data()[c.at() + i]);
    }
  }

  @Override
  public void addProduct(int count, float alpha, Matrix x, Matrix y, Matrix z) {
    for (int i = 0; i < count; i++) {
      z.data()[z.at() + i] += alpha * x.data()[x.at() + i] * y.data()[y.at() + i];
    }
  }

  @Override
  public void addDifference(int count, Matrix x, Matrix a, Matrix b, Matrix z) {
    for (int i = 0; i < count; i++) {
      float difference = a.data()[a.at() + i] - b.data()[b.at() + i];
      z.data()[z.at() + i] += x.data()[x.at() + i] * difference;
    }
  }

  @Override
  public void addRest(int count, Matrix x, Matrix q, Matrix z) {
    for (int i = 0; i < count; i++) {
      z.data()[z.at() + i] += x.data()[x.at() + i] * (1 - q.data()[q.at() + i]);
    }
  }

  @Override
  public void axpy(int count, float alpha, Matrix x, Matrix y) {
    axpy(count, alpha, x.data(), x.at(), y.data(), y.at());
  }

  static void axpy(int count, float alpha, float[] x, int xAt, float[] y, int yAt) {
    for (int i = 0; i < count; i++) {
      y[yAt + i] += alpha * x[xAt + i];
    }
  }

  @Override
  public void combine(int count, float alpha, Matrix a, float beta, Matrix b, Matrix y) {
    for (int i = 0; i < count; i++) {
      y.data()[y.at() + i] = alpha * a.data()[a.at() + i] + beta * b.data()[b.at() + i];
    }
  }

  @Override
  public void mix(int count, Matrix q, Matrix a, Matrix b, Matrix y) {
    for (int i = 0; i < count; i++) {
      float share = q.data()[q.at() + i];
      y.data()[y.at() + i] = share * a.data()[a.at() + i] + (1 - share) * b.data()[b.at() + i];
    }
  }

  @Override
  public void choose(int count, Matrix a, Matrix b, Matrix x, Matrix z, Matrix y) {
    for (int i = 0; i < count; i++) {
      boolean first = a.data()[a.at() + i] >= b.data()[b.at() + i];
      y.data()[y.at() + i] = first ? x.data()[x.at() + i] : z.data()[z.at() + i];
    }
  }

  @Override
  public void chooseBackward(
      int count, Matrix a, Matrix b, float alpha, Matrix g, Matrix gx, Matrix gz) {
    for (int i = 0; i < count; i++) {
      boolean first = a.data()[a.at() + i] >= b.data()[b.at() + i];
      float share = alpha * g.data()[g.at() + i];
      gx.data()[gx.at() + i] = first ? share : 0;
      gz.data()[gz.at() + i] += first ? 0 : share;
    }
  }

  @Override
  public void scale(int count, float alpha, Matrix x) {
    for (int i = 0; i < count; i++) {
      x.data()[x.at() + i] *= alpha;
    }
  }

  @Override
  public double dot(int count, Matrix x, Matrix y) {
    return dot(count, x.data(), x.at(), y.data(), y.at());
  }

  static double dot(int count, float[] x, int xAt, float[] y, int yAt) {
    double total = 0;
    for (int from = 0; from < count; from += DOT_BLOCK) {
      int to = Math.min(count, from + DOT_BLOCK);
      float sum = 0;
      for (int i = from; i < to; i++) {
        sum += x[xAt + i] * y[yAt + i];
      }
      total += sum;
    }
    return total;
  }
}
