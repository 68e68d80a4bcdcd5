// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.parameter.Initial;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.ParameterLayout;

/**
 * The parameters of the processor over pairs, with the symbols of {@link PairProcessor}.
 *
 * @param width d, the channels of a pair's state
 * @param inputs X
 * @param projections A, B, ρ, κ side by side, of S and X
 * @param hiddenLayer from a pair and its nodes to the hidden layer
 * @param candidate C₁, C₂, C₃ one below the other, of T_ij, X_ij and the hidden layer
 * @param candidateNorm LN of the candidate
 * @param linear L₁, L₂ one below the other, of T_ij and X_ij; zero at first
 * @param gate G
 */
record PairLayers(
    int width,
    Linear inputs,
    Linear projections,
    HiddenLayer hiddenLayer,
    Linear candidate,
    Norm candidateNorm,
    Parameter linear,
    Linear gate) {

  /**
   * The parameters of the hidden layer.
   *
   * @param pair H₁, H₂, H₃, H₄ one below the other, of S_ij, S_ji, T_ij and X_ij
   * @param left N₁
   * @param right N₂
   * @param norm LN of the hidden layer
   */
  record HiddenLayer(Linear pair, Linear left, Linear right, Norm norm) {}

  /** Adds the parameters to a layout. */
  static PairLayers in(ParameterLayout.Builder layout, int columns, int d) {
    int c = channels(d);
    int m = hidden(d);
    return new PairLayers(
        d,
        layout.linear("encoder.inputs", columns, d),
        layout.linear("projections", 2 * d, 4 * c),
        new HiddenLayer(
            layout.linear("pair", 3 * d + c, m),
            layout.linear("left", 4 * c, m),
            layout.linear("right", 4 * c, m),
            layout.norm("norm", m)),
        layout.linear("candidate", c + d + m, d),
        layout.norm("candidate_norm", d),
        layout.matrix("linear.weight", c + d, d, new Initial.Constant(0)),
        layout.linear("gate", m, d));
  }

  /** c, the channels of a composition. */
  static int channels(int d) {
    return Math.max(1, d / 2);
  }

  /** m, the width of the hidden layer. */
  static int hidden(int d) {
    return 2 * d;
  }

  int channels() {
    return channels(width);
  }

  int hidden() {
    return hidden(width);
  }
}
