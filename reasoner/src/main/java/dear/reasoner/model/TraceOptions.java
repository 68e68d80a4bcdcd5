package dear.reasoner.model;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is put on record of a solve, where it starts and when it ends.
 *
 * @param start the state to start from, node by node; empty for zeros
 * @param tolerance where the solver stops, in place of the model's own; a rollout has none
 * @param mostFrames how many evaluations are kept; beyond that every second one is dropped, again
 *     and again, so that the kept ones stay evenly spread. The one that was answered from is always
 *     there
 * @param states whether every frame keeps its state; the one that was answered from always does
 * @param beforeEvaluation called before each evaluation; what it throws ends the solve, which is
 *     how a caller sets a time limit
 */
public record TraceOptions(
    Optional<float[]> start,
    OptionalDouble tolerance,
    int mostFrames,
    boolean states,
    Runnable beforeEvaluation) {

  /** From zeros, as the model does, with every evaluation and state of any usual budget. */
  public static final TraceOptions DEFAULT =
      new TraceOptions(Optional.empty(), OptionalDouble.empty(), 256, true, () -> {});

  /** Nothing on record but the answer and its state. */
  public static final TraceOptions ANSWER_ONLY = DEFAULT.withFrames(0, false);

  /** Checks the numbers. */
  public TraceOptions {
    if (mostFrames < 0) {
      throw new IllegalArgumentException(
          "TraceOptions.mostFrames must be at least 0, but is " + mostFrames);
    }
  }

  /** The same from another state: the end of an earlier trace, say. */
  public TraceOptions startingFrom(float[] state) {
    return new TraceOptions(
        Optional.of(state.clone()), tolerance, mostFrames, states, beforeEvaluation);
  }

  /** The same with another tolerance. */
  public TraceOptions withTolerance(double value) {
    return new TraceOptions(start, OptionalDouble.of(value), mostFrames, states, beforeEvaluation);
  }

  /** The same with other bounds on what is kept. */
  public TraceOptions withFrames(int most, boolean withStates) {
    return new TraceOptions(start, tolerance, most, withStates, beforeEvaluation);
  }

  /** The same with something to do before each evaluation. */
  public TraceOptions beforeEachEvaluation(Runnable action) {
    return new TraceOptions(start, tolerance, mostFrames, states, action);
  }
}
