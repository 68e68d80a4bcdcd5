// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import java.util.Arrays;

/** f(z) = tanh(W z + x), with gradients of W and x. */
public final class TanhMap implements TwiceDifferentiableMap {
  private final int d;
  private final float[] weights;
  private final float[] input;
  private final float[] point;
  private final float[] value;
  private final float[] scratch;

  /** The gradient of W that was collected. */
  public final double[] weightGradient;

  /** The gradient of x that was collected. */
  public final double[] inputGradient;

  /** A function of the given weights, row after row, and input. */
  public TanhMap(int d, float[] weights, float[] input) {
    this.d = d;
    this.weights = weights;
    this.input = input;
    point = new float[d];
    value = new float[d];
    scratch = new float[d];
    weightGradient = new double[d * d];
    inputGradient = new double[d];
  }

  @Override
  public int dimension() {
    return d;
  }

  @Override
  public void apply(float[] z, int zOffset, float[] out, int outOffset) {
    for (int i = 0; i < d; i++) {
      double sum = input[i];
      for (int j = 0; j < d; j++) {
        sum += (double) weights[i * d + j] * z[zOffset + j];
      }
      out[outOffset + i] = (float) Math.tanh(sum);
    }
  }

  @Override
  public void linearize(float[] z, int zOffset, float[] out, int outOffset) {
    System.arraycopy(z, zOffset, point, 0, d);
    apply(z, zOffset, value, 0);
    System.arraycopy(value, 0, out, outOffset, d);
  }

  private double slope(int i) {
    return 1 - (double) value[i] * value[i];
  }

  @Override
  public void multiplyTransposed(float[] y, int yOffset, float[] out, int outOffset) {
    for (int j = 0; j < d; j++) {
      double sum = 0;
      for (int i = 0; i < d; i++) {
        sum += weights[i * d + j] * slope(i) * y[yOffset + i];
      }
      out[outOffset + j] = (float) sum;
    }
  }

  @Override
  public void accumulate(float[] y, int yOffset) {
    for (int i = 0; i < d; i++) {
      double inner = slope(i) * y[yOffset + i];
      inputGradient[i] += inner;
      for (int j = 0; j < d; j++) {
        weightGradient[i * d + j] += inner * point[j];
      }
    }
  }

  @Override
  public void differentiateTransposed(
      float[] v, int vOffset, float[] w, int wOffset, float scale, float[] out, int outOffset) {
    for (int i = 0; i < d; i++) {
      double along = 0;
      for (int j = 0; j < d; j++) {
        along += (double) weights[i * d + j] * w[wOffset + j];
      }
      double inner = scale * v[vOffset + i] * -2.0 * value[i] * slope(i) * along;
      scratch[i] = (float) inner;
      inputGradient[i] += inner;
      for (int j = 0; j < d; j++) {
        weightGradient[i * d + j] +=
            inner * point[j] + scale * v[vOffset + i] * slope(i) * w[wOffset + j];
      }
    }
    for (int j = 0; j < d; j++) {
      double sum = 0;
      for (int i = 0; i < d; i++) {
        sum += (double) weights[i * d + j] * scratch[i];
      }
      out[outOffset + j] = (float) sum;
    }
  }

  /** The same function with one input moved. */
  public TanhMap withInput(int index, double by) {
    float[] moved = input.clone();
    moved[index] += (float) by;
    return new TanhMap(d, weights, moved);
  }

  /** Clears all gradients. */
  public void clearGradients() {
    Arrays.fill(weightGradient, 0);
    Arrays.fill(inputGradient, 0);
  }
}
