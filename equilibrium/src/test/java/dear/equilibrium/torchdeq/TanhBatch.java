// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import dear.equilibrium.Golden;
import java.util.stream.IntStream;

/** The batch of a reference problem in either arithmetic, its coordinates in any order. */
final class TanhBatch implements BatchMap {
  private static final double SATURATION = 10; // tanh is 1 in float from 9.1 on

  private final Golden.Problem problem;
  private final Precision precision;
  private final int[] order;
  private final double[] weights;
  private final double[] input;

  TanhBatch(Golden.Problem problem, Precision precision) {
    this(problem, precision, IntStream.range(0, problem.dimension()).toArray());
  }

  /** With coordinate {@code order[i]} of the problem in place i. */
  TanhBatch(Golden.Problem problem, Precision precision, int[] order) {
    this.problem = problem;
    this.precision = precision;
    this.order = order;
    int d = problem.dimension();
    double[] stored = problem.flat("W");
    weights = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        weights[i * d + j] = stored[order[i] * d + order[j]];
      }
    }
    input = reordered(problem.flat("x"));
  }

  Precision precision() {
    return precision;
  }

  /** The start states in this order. */
  double[] start() {
    return reordered(problem.flat("z0"));
  }

  private double[] reordered(double[] states) {
    int d = order.length;
    double[] out = new double[states.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = states[i / d * d + order[i % d]];
    }
    return out;
  }

  /** States in this order, brought back to the problem's own. */
  double[] restored(double[] states) {
    int d = order.length;
    double[] out = new double[states.length];
    for (int i = 0; i < out.length; i++) {
      out[i / d * d + order[i % d]] = states[i];
    }
    return out;
  }

  @Override
  public int batch() {
    return problem.batch();
  }

  @Override
  public int dimension() {
    return problem.dimension();
  }

  @Override
  public void apply(double[] z, double[] out) {
    int d = dimension();
    for (int b = 0; b < batch(); b++) {
      for (int i = 0; i < d; i++) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
          sum = precision.round(sum + precision.round(weights[i * d + j] * z[b * d + j]));
        }
        out[b * d + i] = tanh(precision.round(sum + input[b * d + i]));
      }
    }
  }

  /** Jᵀy of all samples, J at points whose images are given. */
  void multiplyTransposed(double[] images, double[] y, double[] out) {
    int d = dimension();
    for (int b = 0; b < batch(); b++) {
      for (int j = 0; j < d; j++) {
        double sum = 0;
        for (int i = 0; i < d; i++) {
          double inner = slope(images[b * d + i]) * y[b * d + i];
          sum = precision.round(sum + precision.round(weights[i * d + j] * precision.round(inner)));
        }
        out[b * d + j] = sum;
      }
    }
  }

  /** The derivative of tanh at the point where tanh has this value. */
  double slope(double image) {
    return precision.round(1 - precision.round(image * image));
  }

  /** A matrix in this order, brought back to the problem's own. */
  double[] restoredMatrix(double[] matrix) {
    int d = order.length;
    double[] out = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        out[order[i] * d + order[j]] = matrix[i * d + j];
      }
    }
    return out;
  }

  /** One of the problem's batches in this order. */
  double[] reordered(String member) {
    return reordered(problem.flat(member));
  }

  /** In float from exponentials, occasionally off in the last place as float libraries are. */
  private double tanh(double value) {
    if (precision == Precision.FLOAT64) {
      return Math.tanh(value);
    }
    if (Math.abs(value) > SATURATION) {
      return Math.signum(value);
    }
    float up = (float) Math.exp(value);
    float down = (float) Math.exp(-value);
    return (up - down) / (up + down);
  }
}
