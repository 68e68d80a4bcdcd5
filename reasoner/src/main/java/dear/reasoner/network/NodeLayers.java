// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.ParameterLayout;

/**
 * The parameters of the processor, with the symbols of {@link NodeProcessor}.
 *
 * @param message from the states at the ends of an edge to a message
 * @param readout from state and message to the candidate
 * @param gate from state and message to the gate
 */
record NodeLayers(Message message, Readout readout, Gate gate) {
  /**
   * The layers of a message.
   *
   * @param receiver W_i
   * @param sender W_j
   * @param edge W_e
   * @param graph W_g
   * @param norm1 LN₁
   * @param linear1 L₁
   * @param norm2 LN₂
   * @param linear2 L₂
   */
  record Message(
      Linear receiver,
      Linear sender,
      Linear edge,
      Linear graph,
      Norm norm1,
      Linear linear1,
      Norm norm2,
      Linear linear2) {}

  /**
   * The layers of the readout.
   *
   * @param state U₁
   * @param message U₂
   * @param norm LN₃
   */
  record Readout(Linear state, Linear message, Norm norm) {}

  /**
   * The layers of the gate.
   *
   * @param state G₁
   * @param message G₂
   * @param out G₃
   */
  record Gate(Linear state, Linear message, Linear out) {}

  /** Adds the parameters to a layout. */
  static NodeLayers in(ParameterLayout.Builder layout, int d) {
    return new NodeLayers(
        new Message(
            layout.linear("receiver", 2 * d, d),
            layout.linear("sender", 2 * d, d),
            layout.linear("edge", d, d),
            layout.linear("graph", d, d),
            layout.norm("norm1", d),
            layout.linear("message1", d, d),
            layout.norm("norm2", d),
            layout.linear("message2", d, d)),
        new Readout(
            layout.linear("readout_state", 2 * d, d),
            layout.linear("readout_message", d, d),
            layout.norm("readout_norm", d)),
        new Gate(
            layout.linear("gate_state", 2 * d, d),
            layout.linear("gate_message", d, d),
            layout.linear("gate_out", d, d)));
  }
}
