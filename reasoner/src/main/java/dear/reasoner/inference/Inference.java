// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.equilibrium.SolverOptions;
import dear.equilibrium.gradient.GradientMethod;

/** How many steps the processor takes, and how the gradient is propagated back. */
public sealed interface Inference {
  /**
   * Runs the processor to its equilibrium: the paper's reasoner ("DEAR").
   *
   * @param training the search in training
   * @param evaluation the search for answers
   * @param gradient how the gradient at the equilibrium is computed
   * @param jacobianWeight weight of the mean squared Jacobian in the loss; 0 for none
   * @param jacobianEvery the number of training steps from one Jacobian term to the next
   * @param noise standard deviation of the noise added to each evaluation in training; 0 for none
   * @param decoded which state answers are decoded from in evaluation
   * @param applications the number of plain applications that replace the search in training
   */
  record Equilibrium(
      SolverOptions training,
      SolverOptions evaluation,
      GradientMethod gradient,
      double jacobianWeight,
      int jacobianEvery,
      double noise,
      Decoded decoded,
      Applications applications)
      implements Inference {
    /** Four times the training budget, as is common for evaluation with torchdeq. */
    private static final int EVALUATION_BUDGET = 160;

    /** As the authors train; evaluated with a larger budget and without noise. */
    public static final Equilibrium DEFAULT =
        new Equilibrium(
            SolverOptions.DEFAULT,
            new SolverOptions(
                SolverOptions.DEFAULT.method(),
                SolverOptions.DEFAULT.stop().withBudget(EVALUATION_BUDGET)),
            new GradientMethod.OneStep(),
            1e-4,
            1,
            1e-3,
            Decoded.IMAGE,
            Applications.NONE);

    /** Checks the numbers. */
    public Equilibrium {
      requireWeight("Equilibrium.jacobianWeight", jacobianWeight);
      requireWeight("Equilibrium.noise", noise);
      if (jacobianEvery < 1) {
        throw new IllegalArgumentException(
            "Equilibrium.jacobianEvery must be at least 1, but is " + jacobianEvery);
      }
    }

    /** Returns a copy with other searches. */
    public Equilibrium withSolvers(SolverOptions inTraining, SolverOptions inEvaluation) {
      return new Equilibrium(
          inTraining,
          inEvaluation,
          gradient,
          jacobianWeight,
          jacobianEvery,
          noise,
          decoded,
          applications);
    }

    /** Returns a copy with another gradient. */
    public Equilibrium withGradient(GradientMethod method) {
      return new Equilibrium(
          training,
          evaluation,
          method,
          jacobianWeight,
          jacobianEvery,
          noise,
          decoded,
          applications);
    }

    /** Returns a copy with another Jacobian term. */
    public Equilibrium withJacobian(double weight, int every) {
      return new Equilibrium(
          training, evaluation, gradient, weight, every, noise, decoded, applications);
    }

    /** Returns a copy with other noise. */
    public Equilibrium withNoise(double deviation) {
      return new Equilibrium(
          training,
          evaluation,
          gradient,
          jacobianWeight,
          jacobianEvery,
          deviation,
          decoded,
          applications);
    }

    /** Returns a copy with another decoded state. */
    public Equilibrium withDecoded(Decoded state) {
      return new Equilibrium(
          training,
          evaluation,
          gradient,
          jacobianWeight,
          jacobianEvery,
          noise,
          state,
          applications);
    }
  }

  /**
   * Runs as many steps as the algorithm takes, with back-propagation through all of them: the
   * baseline ("NAR"). Memory grows by one state per step; the intermediate values of a step are
   * recomputed in the backward pass.
   *
   * @param jacobianWeight as for {@link Equilibrium}, at the last state
   * @param jacobianEvery as for {@link Equilibrium}
   */
  record Rollout(double jacobianWeight, int jacobianEvery) implements Inference {
    /** Without the Jacobian term. */
    public static final Rollout DEFAULT = new Rollout(0, 1);

    /** Checks the numbers. */
    public Rollout {
      requireWeight("Rollout.jacobianWeight", jacobianWeight);
      if (jacobianEvery < 1) {
        throw new IllegalArgumentException(
            "Rollout.jacobianEvery must be at least 1, but is " + jacobianEvery);
      }
    }
  }

  /**
   * A number of plain applications from zero, drawn for each training graph. A network trained with
   * both few and many of them keeps its state when it is applied more often.
   *
   * @param least the smallest number
   * @param most the largest; 0 if a solver searches instead
   */
  record Applications(int least, int most) {
    /** No plain applications: a solver searches instead. */
    public static final Applications NONE = new Applications(0, 0);

    /** Checks the order. */
    public Applications {
      if (least < 0 || most < least) {
        throw new IllegalArgumentException(
            "Applications from %d to %d do not form a range".formatted(least, most));
      }
    }
  }

  /** Which of the two states at an equilibrium is decoded. */
  enum Decoded {
    /** f(z*), which is also what training decodes. */
    IMAGE,
    /** z* itself. */
    POINT
  }

  /** The weight of the Jacobian term. */
  double jacobianWeight();

  /** The number of training steps from one Jacobian term to the next. */
  int jacobianEvery();

  private static void requireWeight(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be finite and at least 0, but is " + value);
    }
  }
}
