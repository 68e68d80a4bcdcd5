// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.parameter.Initial;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.ParameterLayout;
import java.util.Optional;

/**
 * The parameters of the processor, with the symbols of {@link NodeProcessor}.
 *
 * @param message from the states at the ends of an edge to a message
 * @param readout from state and message to the candidate
 * @param gate from state and message to the gate
 * @param path V and P, if there is a linear path
 */
record NodeLayers(Message message, Readout readout, Gate gate, Optional<LinearPath> path) {
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

  /**
   * The parameters of the linear path.
   *
   * @param sender V_j
   * @param edge V_e
   * @param out P, zero at first
   */
  record LinearPath(Linear sender, Linear edge, Parameter out) {
    static LinearPath in(ParameterLayout.Builder layout, int d, int channels) {
      return new LinearPath(
          layout.linear("path_sender", 2 * d, channels),
          layout.linear("path_edge", d, channels),
          layout.matrix("path_out.weight", channels, d, new Initial.Constant(0)));
    }
  }

  /**
   * Adds the parameters to a layout.
   *
   * @param path the channels of the linear path; 0 for none
   */
  static NodeLayers in(ParameterLayout.Builder layout, int d, int path) {
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
            layout.linear("gate_out", d, d)),
        path == 0 ? Optional.empty() : Optional.of(LinearPath.in(layout, d, path)));
  }
}
