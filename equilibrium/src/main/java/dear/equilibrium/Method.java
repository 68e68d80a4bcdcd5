// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/** How the next point is chosen. */
public sealed interface Method {
  /** Plain iteration: z ← (1-damping)·z + damping·f(z). */
  record Plain(double damping) implements Method {
    /** The undamped iteration z ← f(z). */
    public static final Plain DEFAULT = new Plain(1);

    /** Checks the damping. */
    public Plain {
      Check.inside(damping > 0 && damping <= 1, "Plain.damping", "in (0, 1]", damping);
    }

    @Override
    public int leastBudget() {
      return 1;
    }
  }

  /**
   * Anderson mixing of the last images.
   *
   * @param window how many points are mixed, at least 1
   * @param regularisation what is added to the diagonal of the Gram matrix of residuals after that
   *     matrix was divided by the mean of its diagonal; at least 0
   * @param mixing 1: a combination of images; less: part of the same combination of points
   * @param growthLimit a mixed point whose residual is this many times the previous one is
   *     discarded, together with the history; greater than 1, infinite for never
   */
  record Anderson(int window, double regularisation, double mixing, double growthLimit)
      implements Method {
    /**
     * Window 6, regularisation 1e-4, as torchdeq; the growth limit of 10 is advice from torchdeq's
     * users.
     */
    public static final Anderson DEFAULT = new Anderson(6, 1e-4, 1, 10);

    /** Checks every value. */
    public Anderson {
      Check.inside(window >= 1, "Anderson.window", "at least 1", window);
      Check.inside(
          regularisation >= 0 && regularisation < Double.POSITIVE_INFINITY,
          "Anderson.regularisation",
          "finite and at least 0",
          regularisation);
      Check.inside(mixing > 0 && mixing <= 2, "Anderson.mixing", "in (0, 2]", mixing);
      Check.inside(growthLimit > 1, "Anderson.growthLimit", "greater than 1", growthLimit);
    }

    /** This method with another window. */
    public Anderson withWindow(int value) {
      return new Anderson(value, regularisation, mixing, growthLimit);
    }

    @Override
    public int leastBudget() {
      return 3; // two points before there is anything to mix
    }
  }

  /**
   * Anderson mixing as torchdeq 0.1.0 does it, for comparisons with results obtained by that
   * library: the regularisation is an absolute number, no finite point is ever discarded, and the
   * first two evaluations neither end the search nor compete with later ones.
   *
   * @param window how many points are mixed, at least 1
   * @param regularisation what is added to the diagonal of the Gram matrix of residuals
   * @param mixing as for {@link Anderson}
   */
  record TorchdeqAnderson(int window, double regularisation, double mixing) implements Method {
    /** torchdeq's own values. */
    public static final TorchdeqAnderson DEFAULT = new TorchdeqAnderson(6, 1e-4, 1);

    /** The evaluations that torchdeq does not measure. */
    static final int UNMEASURED = 2;

    /** Checks every value. */
    public TorchdeqAnderson {
      asAnderson(window, regularisation, mixing);
    }

    /** The nearest thing to it among ours, which also checks the values. */
    private static Anderson asAnderson(int window, double regularisation, double mixing) {
      return new Anderson(window, regularisation, mixing, Double.POSITIVE_INFINITY);
    }

    Anderson asAnderson() {
      return asAnderson(window, regularisation, mixing);
    }

    @Override
    public int leastBudget() {
      return UNMEASURED + 1;
    }
  }

  /**
   * Broyden's method ("good" Broyden: least change of the Jacobian).
   *
   * @param memory how many steps are kept before the history restarts, at least 1
   * @param growthLimit as for {@link Anderson}
   */
  record Broyden(int memory, double growthLimit) implements Method {
    /** Thirty steps: as many as the hard reference problems need. */
    public static final Broyden DEFAULT = new Broyden(30, 10);

    /** Checks every value. */
    public Broyden {
      Check.inside(memory >= 1, "Broyden.memory", "at least 1", memory);
      Check.inside(growthLimit > 1, "Broyden.growthLimit", "greater than 1", growthLimit);
    }

    @Override
    public int leastBudget() {
      return 2;
    }
  }

  /** The smallest number of evaluations with which the method is useful. */
  int leastBudget();
}
