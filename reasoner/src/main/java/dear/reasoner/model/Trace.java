// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import java.util.List;

/**
 * An answer with a record of its evaluations: how the equilibrium and the answer formed.
 *
 * <pre>{@code
 * Trace cold = model.trace(Question.of(inputs), TraceOptions.DEFAULT);
 * Trace warm =
 *     model.trace(
 *         Question.of(edited).startingFrom(cold.answer().state()), TraceOptions.DEFAULT);
 * }</pre>
 *
 * @param solved the answer
 * @param frames the kept evaluations in order, including the one the answer was read from
 * @param residuals the residuals of all evaluations, kept or not
 * @param answeredAt the evaluation that the answer was read from; not the last one if the solver
 *     gave up
 * @param stateWidth the number of consecutive values that form a row of a state
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

  /** Returns the evaluation that the answer was read from. */
  public TraceFrame answer() {
    for (TraceFrame frame : frames) {
      if (frame.evaluation() == answeredAt) {
        return frame;
      }
    }
    throw new IllegalStateException("no frame for evaluation " + answeredAt);
  }

  /** Returns whether the state lives on all ordered pairs of nodes, row by row, not on nodes. */
  public boolean isOnPairs() {
    int nodes = solved.inputs().nodes();
    return nodes > 1 && answer().state().length == nodes * nodes * stateWidth;
  }

  /**
   * Returns the part of a frame's state that belongs to each node: {@link #stateWidth} numbers for
   * the first node, then for the next. For a state on pairs of nodes, it is the row of each node's
   * pair with itself. Empty if the frame keeps no state. No other reader of traces needs to know
   * what the rows of a state represent.
   */
  public float[] nodeStates(TraceFrame frame) {
    int nodes = solved.inputs().nodes();
    int rows = frame.state().length / stateWidth;
    if (rows == 0 || rows == nodes) {
      return frame.state();
    }
    if (rows != nodes * nodes) {
      throw new IllegalStateException(
          "a state of %d rows fits neither %d nodes nor their pairs".formatted(rows, nodes));
    }
    float[] diagonal = new float[nodes * stateWidth];
    for (int i = 0; i < nodes; i++) {
      System.arraycopy(
          frame.state(), i * (nodes + 1) * stateWidth, diagonal, i * stateWidth, stateWidth);
    }
    return diagonal;
  }
}
