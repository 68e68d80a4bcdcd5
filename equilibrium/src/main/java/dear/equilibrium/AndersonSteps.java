// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.equilibrium.linear.MixingWeights;
import dear.equilibrium.linear.Vectors;
import java.util.Arrays;

/**
 * Anderson mixing (type II) for one state, with fixes for the problems of torchdeq's version, which
 * {@link Method.TorchdeqAnderson} turns off.
 *
 * <p>Of the last n ≤ window points x_i with images f_i = f(x_i) and residual vectors g_i = f_i -
 * x_i, the next point is
 *
 * <pre>  x = Σ a_i f_i,   a = argmin ‖Σ a_i g_i‖² + λ s ‖a‖²  with  Σ a_i = 1,   s = mean ‖g_i‖².
 * </pre>
 *
 * <p>The differences from torchdeq 0.1.0, and the reasons:
 *
 * <ul>
 *   <li>The regularisation λ is relative to the mean diagonal s of the Gram matrix. As an absolute
 *       number it would dominate once the residuals fall below its square root: then all weights
 *       become 1/n, and mixing is slower than plain iteration.
 *   <li>Each step computes one new row of the Gram matrix and keeps the others, all in double. A
 *       matrix that cannot be factored loses its oldest points instead of raising an error.
 *   <li>A mixed point whose residual is not finite, or grew past a limit, is discarded together
 *       with the history that led there; the next point is the plain step from the last good one.
 * </ul>
 *
 * <p>Memory: the history is one slab with two vectors per slot, g_i and f_i. A new point is written
 * where its slot will hold g, each element after that element of the old history was read, and
 * becomes g = f - x in place after the evaluation. The exact best point lives in the solution.
 *
 * <p>D. G. Anderson, Iterative procedures for nonlinear integral equations, J. ACM 12 (1965); H. F.
 * Walker and P. Ni, Anderson acceleration for fixed-point iterations, SIAM J. Numer. Anal. 49
 * (2011).
 */
final class AndersonSteps implements Steps {
  /**
   * Sums of a few vectors are computed in double, one block at a time that stays in the first-level
   * cache.
   */
  private static final int BLOCK = 1024;

  private final Method.Anderson options;
  private final int window;
  private final double[] gram; // by slot, valid in the row of the newer of two
  private final int[] order; // slots: those in use by age, oldest first, then the free ones
  private final double[] weights;
  private final MixingWeights system;
  private final double[] sums = new double[BLOCK];
  private float[] slab = {};
  private int dimension;
  private int count;

  AndersonSteps(Method.Anderson options, MixingWeights.Ridge ridge) {
    this.options = options;
    window = options.window();
    gram = new double[window * window];
    order = new int[window];
    weights = new double[window];
    system = new MixingWeights(window, ridge);
  }

  @Override
  public void run(FixedPointMap map, Progress progress) {
    dimension = map.dimension();
    slab = Steps.slab(slab, 2 * window, dimension);
    Arrays.setAll(order, i -> i);
    count = 0;
    int slot = 0;
    System.arraycopy(progress.solution().z(), 0, slab, point(slot), dimension);
    boolean mixed = false;
    double before = Double.POSITIVE_INFINITY;
    while (true) {
      map.apply(slab, point(slot), slab, image(slot));
      double residual = progress.observe(map, slab, point(slot), slab, image(slot), mixed);
      if (progress.over()) {
        return;
      }
      boolean wild =
          residual == Double.POSITIVE_INFINITY || residual > options.growthLimit() * before;
      if (mixed && wild) {
        forgetAllButNewest(slot);
        System.arraycopy(slab, image(order[0]), slab, point(slot), dimension);
        mixed = false;
      } else {
        before = residual;
        enter(slot);
        int dropped = system.solve(gram, window, order, count, options.regularisation(), weights);
        slot = count < window ? order[count] : order[0];
        mix(dropped, slot);
        mixed = count - dropped > 1;
      }
    }
  }

  private int point(int slot) {
    return 2 * slot * dimension;
  }

  private int image(int slot) {
    return (2 * slot + 1) * dimension;
  }

  /** Makes the slot, which holds a point and its image, the newest of the history. */
  private void enter(int slot) {
    int residual = point(slot);
    Vectors.mix(1, slab, image(slot), -1, slab, residual, dimension);
    if (count < window) {
      count++;
    } else {
      System.arraycopy(order, 1, order, 0, window - 1);
      order[window - 1] = slot;
    }
    for (int i = 0; i < count; i++) {
      int other = order[i];
      gram[slot * window + other] = Vectors.dot(slab, residual, slab, point(other), dimension);
    }
  }

  /** Keeps only the newest point of the history; the slot of the discarded one comes next. */
  private void forgetAllButNewest(int discarded) {
    int newest = order[count - 1];
    int free = 2;
    for (int slot = 0; slot < window; slot++) {
      if (slot != newest && slot != discarded) {
        order[free++] = slot;
      }
    }
    order[0] = newest;
    order[1] = discarded;
    count = 1;
  }

  /** Writes the mixture of the history, except for its oldest points, to the point of a slot. */
  private void mix(int dropped, int slot) {
    double share = options.mixing() - 1; // f + (mixing-1) g = mixing f + (1-mixing) x
    int target = point(slot);
    for (int from = 0; from < dimension; from += BLOCK) {
      int length = Math.min(BLOCK, dimension - from);
      Arrays.fill(sums, 0, length, 0);
      for (int i = dropped; i < count; i++) {
        accumulate(weights[i], image(order[i]) + from, length);
        if (share != 0) {
          accumulate(weights[i] * share, point(order[i]) + from, length);
        }
      }
      for (int j = 0; j < length; j++) {
        slab[target + from + j] = (float) sums[j];
      }
    }
  }

  private void accumulate(double weight, int offset, int length) {
    for (int j = 0; j < length; j++) {
      sums[j] += weight * slab[offset + j];
    }
  }
}
