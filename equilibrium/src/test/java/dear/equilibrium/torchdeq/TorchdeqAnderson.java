// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

/**
 * torchdeq's {@code anderson}: a ring of m points and images per sample and, at every step, the
 * dense bordered system [0 1ᵀ; 1 GGᵀ + lam I] of all n used slots, by LU with partial pivoting. lam
 * is absolute; the first two evaluations are not measured; an exactly singular system is an error
 * for the whole batch.
 */
final class TorchdeqAnderson {
  private final BatchMap map;
  private final TorchdeqOptions options;
  private final TorchdeqMethod.Anderson method;
  private final int batch;
  private final int dimension;
  private final double[][] points;
  private final double[][] images;

  TorchdeqAnderson(BatchMap map, TorchdeqOptions options, TorchdeqMethod.Anderson method) {
    this.map = map;
    this.options = options;
    this.method = method;
    batch = map.batch();
    dimension = map.dimension();
    points = new double[Math.max(method.m(), 2)][batch * dimension];
    images = new double[Math.max(method.m(), 2)][batch * dimension];
  }

  TorchdeqResult solve(double[] start) {
    Tracker tracker = new Tracker(options, map, start, Tracker.FLOOR);
    System.arraycopy(start, 0, points[0], 0, start.length);
    map.apply(points[0], images[0]);
    System.arraycopy(images[0], 0, points[1], 0, start.length);
    map.apply(points[1], images[1]);
    int calls = 2;
    boolean stop = false;
    while (calls < options.maxIter() && !stop) {
      int used = Math.min(calls, method.m());
      int slot = calls % method.m();
      double[] next = new double[batch * dimension];
      for (int b = 0; b < batch; b++) {
        mix(b, weights(b, used), next);
      }
      points[slot] = next;
      map.apply(next, images[slot]);
      calls++;
      stop =
          tracker.update(
              calls,
              calls,
              options.precision().subtract(images[slot], next),
              images[slot],
              images[slot]);
    }
    return tracker.result(calls, Math.max(options.maxIter() - 1, 1));
  }

  private void mix(int b, double[] weights, double[] next) {
    double tau = method.tau();
    for (int i = b * dimension; i < (b + 1) * dimension; i++) {
      double ofImages = 0;
      double ofPoints = 0;
      for (int k = 0; k < weights.length; k++) {
        ofImages = round(ofImages + round(weights[k] * images[k][i]));
        ofPoints = round(ofPoints + round(weights[k] * points[k][i]));
      }
      next[i] = round(round(tau * round(ofImages)) + round((1 - tau) * round(ofPoints)));
    }
  }

  private double[] weights(int b, int n) {
    double[][] system = new double[n + 1][n + 2];
    for (int i = 0; i < n; i++) {
      system[0][i + 1] = 1;
      system[i + 1][0] = 1;
      for (int j = 0; j <= i; j++) {
        double product = gram(b, i, j);
        system[i + 1][j + 1] = product;
        system[j + 1][i + 1] = product;
      }
      system[i + 1][i + 1] = round(system[i + 1][i + 1] + round(method.lam()));
    }
    system[0][n + 1] = 1; // the right-hand side
    double[] solution = DenseSystem.solve(system, options.precision());
    double[] weights = new double[n];
    System.arraycopy(solution, 1, weights, 0, n);
    return weights;
  }

  private double gram(int b, int i, int j) {
    double sum = 0;
    for (int k = b * dimension; k < (b + 1) * dimension; k++) {
      sum =
          round(
              sum + round(round(images[i][k] - points[i][k]) * round(images[j][k] - points[j][k])));
    }
    return round(sum);
  }

  private double round(double value) {
    return options.precision().round(value);
  }
}
