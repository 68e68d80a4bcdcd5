// SPDX-License-Identifier: Apache-2.0
package dear.tensor.optim;

/** The learning rate of each step. */
public sealed interface LearningRate {
  /**
   * The rate of a step.
   *
   * @param step number of the step, from 0
   */
  double at(long step);

  /** Always the same. */
  record Constant(double rate) implements LearningRate {
    /** Checks the rate. */
    public Constant {
      positive("rate", rate);
    }

    @Override
    public double at(long step) {
      return rate;
    }
  }

  /**
   * Half a cosine wave from a rate down to a floor, where it stays (Loshchilov and Hutter, "SGDR",
   * ICLR 2017, without restarts).
   */
  record Cosine(double rate, double floor, long steps) implements LearningRate {
    /** Checks that it falls, over at least one step. */
    public Cosine {
      positive("rate", rate);
      positive("number of steps", (double) steps);
      if (!(floor >= 0 && floor <= rate)) {
        throw new IllegalArgumentException(
            "the floor must lie between 0 and the rate %s, not %s".formatted(rate, floor));
      }
    }

    @Override
    public double at(long step) {
      double done = Math.min(1, (double) step / steps);
      return floor + (rate - floor) * 0.5 * (1 + StrictMath.cos(Math.PI * done));
    }
  }

  /**
   * Rises in equal steps to the first rate of another schedule, which then begins: with four steps,
   * a quarter, a half and three quarters of the rate, then all of it.
   */
  record WarmUp(long steps, LearningRate then) implements LearningRate {
    /** Checks the number of steps. */
    public WarmUp {
      positive("number of warm-up steps", (double) steps);
    }

    @Override
    public double at(long step) {
      return step < steps - 1 ? then.at(0) * (step + 1) / steps : then.at(step - (steps - 1));
    }
  }

  /**
   * Returns a schedule that rises during warm-up and then falls along a cosine, to zero when a run
   * of the given length is over; the rate of its last step is just above. A warm-up that is longer
   * than the run never reaches the cosine.
   *
   * @param warmUp the number of warm-up steps, 0 for none
   * @param steps the length of the whole run
   */
  static LearningRate fallingToZero(double rate, long warmUp, long steps) {
    if (warmUp == 0) {
      return new Cosine(rate, 0, steps);
    }
    long rising = warmUp - 1; // the last step of the warm-up already has the full rate
    return new WarmUp(warmUp, new Cosine(rate, 0, Math.max(1, steps - rising)));
  }

  private static void positive(String what, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the " + what + " must be positive, not " + value);
    }
  }
}
