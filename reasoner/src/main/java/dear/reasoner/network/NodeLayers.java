// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.ParameterLayout;

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
    Linear gateOut) {

  /** Adds the parameters to a layout. */
  static NodeLayers in(ParameterLayout.Builder layout, int d) {
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
        layout.linear("gate_out", d, d));
  }
}
