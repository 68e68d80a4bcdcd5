// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import java.util.List;

/**
 * A solve with its evaluations on record: how the equilibrium formed, and how the answer with it.
 *
 * <pre>{@code
 * Trace cold = model.trace(Question.of(inputs), TraceOptions.DEFAULT);
 * Trace warm =
 *     model.trace(
 *         Question.of(edited).startingFrom(cold.answer().state()), TraceOptions.DEFAULT);
 * }</pre>
 *
 * @param solved the answer
 * @param frames the kept evaluations in their order, the answered one among them
 * @param residuals of all evaluations, kept or not
 * @param answeredAt the evaluation that the answer was read from, which is not the last one when
 *     the solver gave up
 * @param stateWidth how many consecutive numbers of a state belong together
 */
public record Trace(
    Solved solved,
    List<TraceFrame> frames,
    List<Double> residuals,
    int answeredAt,
    int stateWidth) {
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

  /**
   * What a frame's state says of each node: {@link #stateWidth} numbers for the first, then for the
   * next; of a state on pairs of nodes, those of the node's pair with itself. Empty where the frame
   * keeps no state. Nothing else that reads traces knows what the rows of a state stand for.
   */
  public float[] nodeStates(TraceFrame frame) {
    int nodes = solved.inputs().nodes();
    int rows = frame.state().length / stateWidth;
    if (rows == 0 || rows == nodes) {
      return frame.state();
    }
    if (rows != nodes * nodes) {
      throw new IllegalStateException(
          "a state of %d rows has them neither for %d nodes nor for their pairs"
              .formatted(rows, nodes));
    }
    float[] diagonal = new float[nodes * stateWidth];
    for (int i = 0; i < nodes; i++) {
      System.arraycopy(
          frame.state(), i * (nodes + 1) * stateWidth, diagonal, i * stateWidth, stateWidth);
    }
    return diagonal;
  }
}
