// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.data.Feature;
import java.util.List;

/**
 * The result of one evaluation of the processor.
 *
 * <p>The array is not copied; callers must not modify it.
 *
 * @param evaluation the number of the evaluation, counted from 1
 * @param residual the residual of the evaluated point, as the stop rule measures it; relative for a
 *     rollout
 * @param outputs the answer if the search had ended here
 * @param state the state it is decoded from; empty if states are not kept
 */
@SuppressWarnings("ArrayRecordComponent") // bulk numbers to read, never to compare
public record TraceFrame(int evaluation, double residual, List<Feature> outputs, float[] state) {
  /** Copies the list. */
  public TraceFrame {
    outputs = List.copyOf(outputs);
  }
}
