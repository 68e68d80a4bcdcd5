// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.data.Feature;
import java.util.List;

/**
 * What one evaluation of the processor came to.
 *
 * <p>The array is handed out without a copy; it must not be changed.
 *
 * @param evaluation which one, counted from 1
 * @param residual of the evaluated point, as the stop rule measures it; relative for a rollout
 * @param outputs the answer if the solve ended here
 * @param state what it is decoded from; empty if states were not kept
 */
@SuppressWarnings("ArrayRecordComponent") // bulk numbers to read, never to compare
public record TraceFrame(int evaluation, double residual, List<Feature> outputs, float[] state) {
  /** Copies the list. */
  public TraceFrame {
    outputs = List.copyOf(outputs);
  }
}
