// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * torchdeq's line search: one step length s for the whole batch that lowers φ(s) = ‖g(x + s p)‖²
 * enough (Armijo), backtracking by quadratic and then cubic interpolation. As in scipy, except that
 * the quadratic candidate is not itself tested and that a failure means s = 1.
 */
final class ArmijoSearch {
  private static final double SUFFICIENT_DECREASE = 1e-4;
  private static final double LEAST_STEP = 1e-2;
  private static final double LEAST_SHRINKAGE = 0.96;

  private final UnaryOperator<double[]> residual;
  private final double[] x;
  private final double[] direction;
  private double[] point;
  private double lastStep;
  private double[] lastResidual;

  ArmijoSearch(UnaryOperator<double[]> residual, double[] x, double[] g, double[] direction) {
    this.residual = residual;
    this.x = x;
    this.direction = direction;
    point = x;
    lastResidual = g;
  }

  /** Searches; returns the residual at the accepted {@link #point}. */
  double[] run() {
    double accepted = search(squaredNorm(lastResidual));
    phi(accepted); // an evaluation only if the last candidate was another one
    point = along(accepted);
    return lastResidual;
  }

  double[] point() {
    return point;
  }

  private double search(double phi0) {
    double slope = -phi0;
    double s0 = 1;
    double phiS0 = phi(s0);
    if (phiS0 <= phi0 + SUFFICIENT_DECREASE * s0 * slope) {
      return s0;
    }
    double s1 = -slope * s0 * s0 / 2 / (phiS0 - phi0 - slope * s0);
    double phiS1 = phi(s1);
    while (s1 > LEAST_STEP) {
      double rest0 = phiS0 - phi0 - slope * s0;
      double rest1 = phiS1 - phi0 - slope * s1;
      double factor = s0 * s0 * s1 * s1 * (s1 - s0);
      double a = (s0 * s0 * rest1 - s1 * s1 * rest0) / factor;
      double b = (-s0 * s0 * s0 * rest1 + s1 * s1 * s1 * rest0) / factor;
      double s2 = (-b + Math.sqrt(Math.abs(b * b - 3 * a * slope))) / (3 * a);
      double phiS2 = phi(s2);
      if (phiS2 <= phi0 + SUFFICIENT_DECREASE * s2 * slope) {
        return s2;
      }
      if (s1 - s2 > s1 / 2 || 1 - s2 / s1 < LEAST_SHRINKAGE) {
        s2 = s1 / 2;
      }
      s0 = s1;
      s1 = s2;
      phiS0 = phiS1;
      phiS1 = phiS2;
    }
    return 1;
  }

  private double phi(double s) {
    if (s != lastStep) {
      lastResidual = residual.apply(along(s));
      lastStep = s;
    }
    return squaredNorm(lastResidual);
  }

  private double[] along(double s) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = x[i] + s * direction[i];
    }
    return out;
  }

  private static double squaredNorm(double[] values) {
    return Arrays.stream(values).map(value -> value * value).sum();
  }
}
