// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.diagnostics;

import dear.equilibrium.DifferentiableMap;
import dear.equilibrium.linear.HessenbergEigenvalues;
import dear.equilibrium.linear.ProbeLaw;
import dear.equilibrium.linear.ProbeStream;
import dear.equilibrium.linear.Vectors;

/**
 * The spectral radius of the Jacobian at a point: below 1, plain iteration converges near it.
 *
 * <p>Uses Arnoldi's method on Jᵀ, which has the eigenvalues of J. A power iteration gives the wrong
 * number for a complex pair, because the vector keeps rotating in the pair's plane; a Krylov space
 * contains that plane after two steps. The space grows until the radius settles.
 *
 * @param radius the greatest modulus of an eigenvalue
 * @param complex whether that eigenvalue is one of a complex pair
 * @param products the number of products with Jᵀ
 * @param settled whether the radius settled (or all eigenvalues are known); otherwise the number is
 *     an underestimate
 */
public record SpectralRadius(double radius, boolean complex, int products, boolean settled) {
  // An imaginary part below this share of the modulus is rounding of a real eigenvalue.
  private static final double REAL = 1e-4;
  private static final int CHECK_EVERY = 5;

  /**
   * Measures at a point.
   *
   * @param maxProducts how far the space may grow, one vector of memory each
   * @param tolerance the relative change between checks below which the radius counts as settled
   */
  public static SpectralRadius at(
      DifferentiableMap map, float[] z, int zOffset, int maxProducts, double tolerance, long seed) {
    if (maxProducts < 1) {
      throw new IllegalArgumentException("maxProducts must be at least 1, but is " + maxProducts);
    }
    if (!(tolerance > 0)) {
      throw new IllegalArgumentException("tolerance must be greater than 0, but is " + tolerance);
    }
    int d = map.dimension();
    int most = Math.min(maxProducts, d);
    float[] image = new float[d];
    map.linearize(z, zOffset, image, 0);
    float[] basis = new float[Math.multiplyExact(most + 1, d)];
    double[][] hessenberg = new double[most + 1][most];
    new ProbeStream(seed, 0).fill(ProbeLaw.GAUSSIAN, basis, 0, d);
    Vectors.scale(1 / Vectors.norm(basis, 0, d), basis, 0, basis, 0, d);
    SpectralRadius last = new SpectralRadius(0, false, 0, false);
    for (int k = 0; k < most; k++) {
      boolean exhausted = !extend(map, basis, hessenberg, k);
      int products = k + 1;
      boolean complete = exhausted || products == d;
      if (complete || products == most || products % CHECK_EVERY == 0) {
        SpectralRadius now = read(hessenberg, products, complete);
        boolean still =
            complete
                || (last.products > 0
                    && Math.abs(now.radius - last.radius) <= tolerance * now.radius);
        last = new SpectralRadius(now.radius, now.complex, products, still);
        if (still) {
          return last;
        }
      }
    }
    return last;
  }

  /** Adds a vector to the basis; returns false if the space is exhausted. */
  private static boolean extend(
      DifferentiableMap map, float[] basis, double[][] hessenberg, int k) {
    int d = map.dimension();
    int next = (k + 1) * d;
    map.multiplyTransposed(basis, k * d, basis, next);
    double size = Vectors.norm(basis, next, d);
    if (!(size < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException("the Jacobian at this point is not finite");
    }
    // Twice: the eigenvalues of nearly dependent vectors need a basis that is orthogonal to float.
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i <= k; i++) {
        double along = Vectors.dot(basis, i * d, basis, next, d);
        hessenberg[i][k] += along;
        Vectors.addScaled(-along, basis, i * d, basis, next, d);
      }
    }
    double rest = Vectors.norm(basis, next, d);
    if (rest <= size * Math.ulp(1f) || rest == 0) {
      return false;
    }
    hessenberg[k + 1][k] = rest;
    Vectors.scale(1 / rest, basis, next, basis, next, d);
    return true;
  }

  private static SpectralRadius read(double[][] hessenberg, int size, boolean complete) {
    double[][] values = HessenbergEigenvalues.of(hessenberg, size);
    double radius = 0;
    boolean complex = false;
    for (int i = 0; i < size; i++) {
      double modulus = Math.hypot(values[0][i], values[1][i]);
      if (modulus > radius) {
        radius = modulus;
        complex = Math.abs(values[1][i]) > REAL * modulus;
      }
    }
    return new SpectralRadius(radius, complex, size, complete);
  }
}
