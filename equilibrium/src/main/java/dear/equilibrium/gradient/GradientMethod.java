// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

/**
 * Which gradient of a loss L(h) is taken, h being the output state at an equilibrium z*.
 *
 * <p>With J = ∂f/∂z at z*: all of them end in (∂f/∂θ)ᵀ y and differ in y.
 */
public sealed interface GradientMethod {
  /** h = f(z*), y = ∂L/∂h: the gradient through one application, with z* held fixed. */
  record OneStep() implements GradientMethod {}

  /**
   * h after k damped applications z ← (1-damping) z + damping f(z) from z*, differentiated through
   * all of them; k terms of a Neumann series for the implicit gradient.
   */
  record DampedSteps(int steps, double damping) implements GradientMethod {
    /** Checks both. */
    public DampedSteps {
      require(steps >= 1, "DampedSteps.steps", "at least 1", steps);
      require(damping > 0 && damping <= 1, "DampedSteps.damping", "in (0, 1]", damping);
    }
  }

  /**
   * h = f(z*), y = (I - Jᵀ)⁻¹ ∂L/∂h: the exact gradient of the equilibrium, by the implicit
   * function theorem. One step is used instead if the system is not solved.
   *
   * @param solver how the system is solved
   * @param memory GMRES: products between restarts; Anderson: window; Broyden: steps kept
   * @param tolerance of the residual, relative to the norm of the right-hand side
   * @param budget the greatest number of products with Jᵀ
   */
  record Implicit(BackwardSolver solver, int memory, double tolerance, int budget)
      implements GradientMethod {
    /** GMRES to 1e-4, an accuracy that states in float can give even when J is near 1. */
    public static final Implicit DEFAULT = new Implicit(BackwardSolver.GMRES, 20, 1e-4, 60);

    private static final int LEAST_BUDGET = 3;

    /** Checks every value. */
    public Implicit {
      require(memory >= 1, "Implicit.memory", "at least 1", memory);
      require(tolerance > 0 && tolerance < 1, "Implicit.tolerance", "in (0, 1)", tolerance);
      require(budget >= LEAST_BUDGET, "Implicit.budget", "at least " + LEAST_BUDGET, budget);
    }
  }

  /**
   * h after this many plain applications from the start (not from an equilibrium), differentiated
   * through all of them. The only method whose memory grows with the number of evaluations.
   */
  record Unrolled(int steps) implements GradientMethod {
    /** Checks the steps. */
    public Unrolled {
      require(steps >= 1, "Unrolled.steps", "at least 1", steps);
    }
  }

  private static void require(boolean condition, String name, String range, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(name + " must be " + range + ", but is " + value);
    }
  }
}
