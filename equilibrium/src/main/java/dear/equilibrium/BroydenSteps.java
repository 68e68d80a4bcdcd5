// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.equilibrium.linear.Vectors;

/**
 * Broyden's "good" method for one state, storing only the steps.
 *
 * <p>For the root of g(x) = f(x) - x with -I as first Jacobian. The usual form keeps two vectors
 * per step (M = -I + Σ u vᵀ); with full steps the second is not needed, because the update vectors
 * can be recovered from the next step. With s_0 … s_k the steps so far and z = g(x_{k+1}):
 *
 * <pre>
 *   for j = 0 … k-1:  z ← z + s_{j+1} (s_jᵀ z) / ‖s_j‖²
 *   s_{k+1} = z / (1 - s_kᵀ z / ‖s_k‖²)
 * </pre>
 *
 * <p>which takes half of torchdeq's memory. The history restarts when it is full, when the
 * denominator vanishes, and when a point is discarded (as in {@link AndersonSteps}).
 *
 * <p>C. T. Kelley, Iterative Methods for Linear and Nonlinear Equations, SIAM 1995, section 7.3.
 */
final class BroydenSteps implements Steps {
  // Below this the step would grow a millionfold: a singular update, not a long step.
  private static final double LEAST_DENOMINATOR = 1e-6;

  private final Method.Broyden options;
  private final double[] squaredNorms;
  private float[] slab = {}; // two pairs of point and image, then the steps
  private int dimension;
  private int count;

  BroydenSteps(Method.Broyden options) {
    this.options = options;
    squaredNorms = new double[options.memory()];
  }

  @Override
  public void run(FixedPointMap map, Progress progress) {
    dimension = map.dimension();
    slab = Steps.slab(slab, 4 + options.memory(), dimension);
    count = 0;
    int pair = 0;
    System.arraycopy(progress.solution().z(), 0, slab, point(pair), dimension);
    boolean extrapolated = false;
    double before = Double.POSITIVE_INFINITY;
    while (true) {
      map.apply(slab, point(pair), slab, image(pair));
      double residual = progress.observe(map, slab, point(pair), slab, image(pair), extrapolated);
      if (progress.over()) {
        return;
      }
      boolean wild =
          residual == Double.POSITIVE_INFINITY || residual > options.growthLimit() * before;
      if (extrapolated && wild) {
        extrapolated = false;
        plainStep(1 - pair, pair);
      } else {
        before = residual;
        extrapolated = broydenStep(pair);
        if (extrapolated) {
          System.arraycopy(slab, step(count - 1), slab, point(1 - pair), dimension);
          Vectors.mix(1, slab, point(pair), 1, slab, point(1 - pair), dimension);
        } else {
          plainStep(pair, 1 - pair);
        }
        pair = 1 - pair;
      }
    }
  }

  private int point(int pair) {
    return 2 * pair * dimension;
  }

  private int image(int pair) {
    return (2 * pair + 1) * dimension;
  }

  private int step(int index) {
    return (4 + index) * dimension;
  }

  /** Restarts the history with the step from one point to its image. */
  private void plainStep(int from, int to) {
    System.arraycopy(slab, image(from), slab, point(to), dimension);
    System.arraycopy(slab, point(from), slab, step(0), dimension);
    Vectors.mix(1, slab, image(from), -1, slab, step(0), dimension);
    squaredNorms[0] = Vectors.squaredNorm(slab, step(0), dimension);
    count = 1;
  }

  /** Adds the next step to the history; returns false if the history does not give one. */
  private boolean broydenStep(int pair) {
    if (count == 0 || count == options.memory()) {
      return false;
    }
    int z = step(count);
    System.arraycopy(slab, point(pair), slab, z, dimension);
    Vectors.mix(1, slab, image(pair), -1, slab, z, dimension);
    for (int j = 0; j < count - 1; j++) {
      double along = Vectors.dot(slab, step(j), slab, z, dimension) / squaredNorms[j];
      Vectors.addScaled(along, slab, step(j + 1), slab, z, dimension);
    }
    double along = Vectors.dot(slab, step(count - 1), slab, z, dimension) / squaredNorms[count - 1];
    double denominator = 1 - along;
    if (!(Math.abs(denominator) > LEAST_DENOMINATOR)) {
      return false;
    }
    Vectors.scale(1 / denominator, slab, z, slab, z, dimension);
    squaredNorms[count] = Vectors.squaredNorm(slab, z, dimension);
    // Not finite: the steps had no length, or the sums overflowed a float.
    if (!(squaredNorms[count] > 0 && squaredNorms[count] < Double.POSITIVE_INFINITY)) {
      return false;
    }
    count++;
    return true;
  }
}
