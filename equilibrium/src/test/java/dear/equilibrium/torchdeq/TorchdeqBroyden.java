// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

/**
 * torchdeq's {@code broyden}: the root of g(x) = f(x) - x with the inverse Jacobian -I + Σ u vᵀ of
 * every sample. The oldest pair is overwritten when the memory is full; the stall test compares
 * samples of one step instead of steps of one sample (see {@link Tracker#spread}).
 */
final class TorchdeqBroyden {
  private static final int STALL_COLUMNS = 30;
  private static final double STALL_RATIO = 1.3;
  private static final double STALL_TOLERANCES = 3;

  private final BatchMap map;
  private final TorchdeqOptions options;
  private final boolean lineSearch;
  private final int batch;
  private final int dimension;
  private final int size;
  private final double[][] u;
  private final double[][] v;
  private int calls;

  TorchdeqBroyden(BatchMap map, TorchdeqOptions options, TorchdeqMethod.Broyden method) {
    this.map = map;
    this.options = options;
    lineSearch = method.lineSearch();
    batch = map.batch();
    dimension = map.dimension();
    size = batch * dimension;
    int memory = Math.min(method.lbfgsThreshold(), options.maxIter());
    u = new double[memory][size];
    v = new double[memory][size];
  }

  TorchdeqResult solve(double[] start) {
    Tracker tracker = new Tracker(options, map, start, Tracker.FLOOR);
    double[] x = start.clone();
    double[] g = residual(x);
    double[] step = g.clone();
    boolean stop = false;
    for (int iteration = 1; iteration <= options.maxIter() && !stop; iteration++) {
      double[] next = new double[size];
      double[] nextG;
      if (lineSearch) {
        ArmijoSearch search = new ArmijoSearch(this::residual, x, g, step);
        nextG = search.run();
        System.arraycopy(search.point(), 0, next, 0, size);
      } else {
        for (int i = 0; i < size; i++) {
          next[i] = round(x[i] + step[i]);
        }
        nextG = residual(next);
      }
      double[] image = new double[size];
      for (int i = 0; i < size; i++) {
        image[i] = round(nextG[i] + next[i]);
      }
      stop =
          tracker.update(iteration + 1, iteration, nextG, image, next)
              || stalled(tracker, iteration);
      if (!stop) {
        remember(
            iteration,
            options.precision().subtract(next, x),
            options.precision().subtract(nextG, g));
        double[] product = multiply(nextG, Math.min(iteration, u.length), u, v);
        for (int i = 0; i < size; i++) {
          step[i] = -product[i];
        }
      }
      x = next;
      g = nextG;
    }
    return tracker.result(calls, options.maxIter() + 1);
  }

  private boolean stalled(Tracker tracker, int iteration) {
    return iteration > STALL_COLUMNS
        && tracker.worst() < STALL_TOLERANCES * options.tol()
        && tracker.spread(STALL_COLUMNS) < STALL_RATIO;
  }

  /** The Sherman-Morrison update; NaN becomes 0, as in torchdeq. */
  private void remember(int iteration, double[] dx, double[] dg) {
    int before = Math.min(iteration - 1, u.length);
    int slot = (iteration - 1) % u.length;
    double[] newV = multiply(dx, before, v, u);
    double[] product = multiply(dg, before, u, v);
    double[] newU = new double[size];
    for (int b = 0; b < batch; b++) {
      double denominator = round(dot(newV, dg, b));
      for (int i = b * dimension; i < (b + 1) * dimension; i++) {
        newU[i] = zeroForNaN(round(round(dx[i] - product[i]) / denominator));
        newV[i] = zeroForNaN(newV[i]);
      }
    }
    u[slot] = newU;
    v[slot] = newV;
  }

  /** -y + Σ left (right·y), sample by sample: M y, or Mᵀ y with the factors exchanged. */
  private double[] multiply(double[] y, int terms, double[][] left, double[][] right) {
    double[] out = new double[size];
    for (int b = 0; b < batch; b++) {
      int from = b * dimension;
      for (int l = 0; l < terms; l++) {
        double product = round(dot(right[l], y, b));
        for (int i = from; i < from + dimension; i++) {
          out[i] = round(out[i] + round(left[l][i] * product));
        }
      }
      for (int i = from; i < from + dimension; i++) {
        out[i] = round(-y[i] + round(out[i]));
      }
    }
    return out;
  }

  private double[] residual(double[] x) {
    double[] out = new double[size];
    map.apply(x, out);
    calls++;
    for (int i = 0; i < size; i++) {
      out[i] = round(out[i] - x[i]);
    }
    return out;
  }

  private double dot(double[] a, double[] b, int sample) {
    double sum = 0;
    for (int i = sample * dimension; i < (sample + 1) * dimension; i++) {
      sum = round(sum + round(a[i] * b[i]));
    }
    return sum;
  }

  private static double zeroForNaN(double value) {
    return Double.isNaN(value) ? 0 : value;
  }

  private double round(double value) {
    return options.precision().round(value);
  }
}
