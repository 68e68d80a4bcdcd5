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
 * @param receiver W_i
 * @param sender W_j
 * @param edge W_e
 * @param graph W_g
 * @param norm1 LN₁
 * @param message1 L₁
 * @param norm2 LN₂
 * @param message2 L₂
 * @param readoutState U₁
 * @param readoutMessage U₂
 * @param readoutNorm LN₃
 * @param gateState G₁
 * @param gateMessage G₂
 * @param gateOut G₃
 * @param path V and P, if there is a linear path
 */
record NodeLayers(
    Linear receiver,
    Linear sender,
    Linear edge,
    Linear graph,
    Norm norm1,
    Linear message1,
    Norm norm2,
    Linear message2,
    Linear readoutState,
    Linear readoutMessage,
    Norm readoutNorm,
    Linear gateState,
    Linear gateMessage,
    Linear gateOut,
    Optional<LinearPath> path) {

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
        layout.linear("receiver", 2 * d, d),
        layout.linear("sender", 2 * d, d),
        layout.linear("edge", d, d),
        layout.linear("graph", d, d),
        layout.norm("norm1", d),
        layout.linear("message1", d, d),
        layout.norm("norm2", d),
        layout.linear("message2", d, d),
        layout.linear("readout_state", 2 * d, d),
        layout.linear("readout_message", d, d),
        layout.norm("readout_norm", d),
        layout.linear("gate_state", 2 * d, d),
        layout.linear("gate_message", d, d),
        layout.linear("gate_out", d, d),
        path == 0 ? Optional.empty() : Optional.of(LinearPath.in(layout, d, path)));
  }
}
