// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

/** torchdeq's solvers with their own options. */
public sealed interface TorchdeqMethod {
  /** {@code fixed_point_iter}; its residual shrinks with the damping. */
  record FixedPointIter(double tau) implements TorchdeqMethod {}

  /** {@code simple_fixed_point_iter}: as many applications as allowed, no checks. */
  record SimpleFixedPointIter(double tau) implements TorchdeqMethod {}

  /** {@code anderson}: window m, absolute regularisation lam, mixing tau. */
  record Anderson(int m, double lam, double tau) implements TorchdeqMethod {
    /** torchdeq's defaults. */
    public static final Anderson DEFAULT = new Anderson(6, 1e-4, 1);

    /** Checks the window. */
    public Anderson {
      if (m < 1) {
        throw new IllegalArgumentException("m must be at least 1, but is " + m);
      }
    }
  }

  /**
   * {@code broyden}: the number of updates kept (at most the iterations), and whether to search
   * along lines.
   */
  record Broyden(int lbfgsThreshold, boolean lineSearch) implements TorchdeqMethod {
    /** torchdeq's defaults: all updates kept, no line search. */
    public static final Broyden DEFAULT = new Broyden(Integer.MAX_VALUE, false);

    /** Checks the threshold. */
    public Broyden {
      if (lbfgsThreshold < 1) {
        throw new IllegalArgumentException(
            "lbfgsThreshold must be at least 1, but is " + lbfgsThreshold);
      }
    }
  }
}
