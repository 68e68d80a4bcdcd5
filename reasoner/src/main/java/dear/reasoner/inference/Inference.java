// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.equilibrium.SolverOptions;
import dear.equilibrium.gradient.GradientMethod;
import java.util.List;

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
   * @param noise the noise in training
   * @param decoded which state answers are decoded from
   * @param applications the number of plain applications that replace the search in training
   */
  record Equilibrium(
      SolverOptions training,
      SolverOptions evaluation,
      GradientMethod gradient,
      double jacobianWeight,
      int jacobianEvery,
      Noise noise,
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
            new Noise(1e-3, 0),
            Decoded.IMAGE,
            Applications.NONE);

    /** Checks the numbers. */
    public Equilibrium {
      if (!applications.supervised().isEmpty() && !walksPlainly(gradient)) {
        throw new IllegalArgumentException(
            "only plain applications can be supervised on the way, not " + gradient);
      }
      requireWeight("Equilibrium.jacobianWeight", jacobianWeight);
      if (jacobianEvery < 1) {
        throw new IllegalArgumentException(
            "Equilibrium.jacobianEvery must be at least 1, but is " + jacobianEvery);
      }
    }

    private static boolean walksPlainly(GradientMethod gradient) {
      return gradient instanceof GradientMethod.OneStep
          || (gradient instanceof GradientMethod.DampedSteps(_, double damping) && damping == 1);
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

    /** Returns a copy with other noise on evaluations. */
    public Equilibrium withNoise(double deviation) {
      return withNoise(new Noise(deviation, noise.start()));
    }

    /** Returns a copy with other noise. */
    public Equilibrium withNoise(Noise other) {
      return new Equilibrium(
          training,
          evaluation,
          gradient,
          jacobianWeight,
          jacobianEvery,
          other,
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

    /** Returns a copy with plain applications instead of a search in training. */
    public Equilibrium withApplications(Applications plain) {
      return new Equilibrium(
          training, evaluation, gradient, jacobianWeight, jacobianEvery, noise, decoded, plain);
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
   * <p>The state may be decoded on the way, too: the loss is then the mean over all decoded states,
   * each with a gradient through the same number of applications before it.
   *
   * @param least the smallest number
   * @param most the largest; 0 if a solver searches instead
   * @param supervised the numbers of applications after which the state is decoded as well, in
   *     ascending order; those above the number drawn for a graph are not reached
   */
  record Applications(int least, int most, List<Integer> supervised) {
    /** No plain applications: a solver searches instead. */
    public static final Applications NONE = new Applications(0, 0, List.of());

    /** Checks the order. */
    public Applications {
      supervised = List.copyOf(supervised);
      if (least < 0 || most < least) {
        throw new IllegalArgumentException(
            "Applications from %d to %d do not form a range".formatted(least, most));
      }
    }
  }

  /**
   * Noise in training; answers are always searched for without.
   *
   * @param evaluations standard deviation of what is added to each evaluation; 0 for none
   * @param start largest standard deviation of the state that a graph starts from, its own being
   *     drawn uniformly below it; 0 for a start from zeros
   */
  record Noise(double evaluations, double start) {
    /** Checks the numbers. */
    public Noise {
      requireWeight("Noise.evaluations", evaluations);
      requireWeight("Noise.start", start);
    }
  }

  /**
   * Which state at an equilibrium is decoded, z being the point at which the search stopped.
   *
   * <p>Anderson mixing proposes a point z and evaluates f(z). torchdeq returns f(z), and the
   * authors apply the processor to that once more, with a gradient, in training and (because their
   * solver never leaves its training mode) in testing.
   */
  enum Decoded {
    /** f(z), with the gradient taken at z. */
    IMAGE,
    /** z itself; in training f(z), because z has no gradient. */
    POINT,
    /** f(f(z)), with the gradient taken at f(z): one more evaluation, as the authors do. */
    NEXT
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
