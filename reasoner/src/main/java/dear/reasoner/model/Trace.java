package dear.reasoner.model;

import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import dear.reasoner.inference.Run;
import java.util.List;

/**
 * A solve with its evaluations on record: how the equilibrium formed, and how the answer with it.
 *
 * <pre>{@code
 * Trace cold = model.trace(inputs, TraceOptions.DEFAULT);
 * Trace warm = model.trace(edited, TraceOptions.DEFAULT.startingFrom(cold.answer().state()));
 * }</pre>
 *
 * @param inputs the question
 * @param frames the kept evaluations in their order, the answered one among them
 * @param residuals of all evaluations, kept or not
 * @param answeredAt the evaluation that the answer was read from, which is not the last one when
 *     the solver gave up
 * @param tolerance where the solver stops; 0 for a rollout, which does not look at residuals
 * @param run the summary, as {@link Solved} has it
 */
public record Trace(
    Inputs inputs,
    List<TraceFrame> frames,
    List<Double> residuals,
    int answeredAt,
    double tolerance,
    Run run) {
  /** Copies the lists. */
  public Trace {
    frames = List.copyOf(frames);
    residuals = List.copyOf(residuals);
  }

  /** The evaluation that the answer was read from. */
  public TraceFrame answer() {
    for (TraceFrame frame : frames) {
      if (frame.evaluation() == answeredAt) {
        return frame;
      }
    }
    throw new IllegalStateException("no frame of evaluation " + answeredAt);
  }

  /** The answer. */
  public List<Feature> outputs() {
    return answer().outputs();
  }

  /** The same without the record. */
  public Solved solved() {
    return new Solved(inputs, outputs(), run);
  }
}
