// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.reasoner.network.Network;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import java.util.Arrays;

/**
 * Hand-made weights turn the processor over pairs into an exact Floyd-Warshall.
 *
 * <p>The first channel of the state is 10 - distance, 10 being the limit at which states are
 * clamped. Its composition is the Bellman operator, T_ij = max_k (S_ik - w_kj) over the edges (k,
 * j), and the linear path passes it on unchanged; on the diagonal 10 is added and clamped away. The
 * gate is open. An edge points to the k at which |S_ik - w_kj - S_ij| vanishes.
 */
public final class HandMadeWeights {
  /** The width of the network. */
  public static final int WIDTH = 16;

  // Columns of the pairs' inputs: i = j, edge i → j, its weight.
  private static final int SAME = 0;
  private static final int EDGE = 1;
  private static final int WEIGHT = 2;

  /** Larger than any sum of distances. */
  private static final float FAR = 40;

  private static final float LIMIT = 10;

  /** So large that nothing is left of FAR for a distance of 9.9 or less. */
  private static final float UNREACHED = 10 * FAR;

  private final Network network;
  private final Parameters parameters;

  private HandMadeWeights(Network network, Parameters parameters) {
    this.network = network;
    this.parameters = parameters;
  }

  /** Overwrites all parameters of a network for Floyd-Warshall over pairs. */
  public static void write(Network network, Parameters parameters) {
    new HandMadeWeights(network, parameters).write();
  }

  private void write() {
    Arrays.fill(parameters.values(), 0);
    // X: channel 0 is i = j, channel 1 the edge, channel 2 its weight.
    set("encoder.inputs.weight", SAME, 0, 1);
    set("encoder.inputs.weight", EDGE, 1, 1);
    set("encoder.inputs.weight", WEIGHT, 2, 1);
    // a = S in channel 0; b = -weight on edges, very far elsewhere.
    int channels = WIDTH / 2;
    int input = WIDTH; // the rows of a layer of [S ; X] that multiply X
    set("projections.weight", 0, 0, 1);
    set("projections.weight", input + 1, channels, FAR);
    set("projections.weight", input + 2, channels, -1);
    set("projections.bias", 0, channels, -FAR);
    // The candidate: T, and the limit on the diagonal.
    set("linear.weight", 0, 0, 1);
    set("linear.weight", channels, 0, LIMIT);
    for (int c = 0; c < WIDTH; c++) {
      set("gate.bias", 0, c, 100);
    }
    // The pointer of (i, j): three rectified sums of α_ik, β_kj and γ_ij, thirds of the columns.
    int p = WIDTH / 4;
    String triple = "decoder.Pi.triple.weight";
    for (int sign = 0; sign < 2; sign++) { // |S_ik - w_kj - S_ij|
      float one = 1 - 2 * sign;
      set(triple, 0, sign, one);
      set(triple, input + 2, p + sign, -one);
      set(triple, 0, 2 * p + sign, -one);
      set("decoder.Pi.out.weight", sign, 0, -1);
    }
    // Nobody comes to j from j, though every node has an edge to itself; a cycle, i = j, may.
    set(triple, input, p + 2, FAR);
    set(triple, input, 2 * p + 2, -FAR);
    set("decoder.Pi.out.weight", 2, 0, -1);
    // Where j was not reached, S_ij is not above its start, 0, and the pointer stays at i.
    set(triple, input, 3, FAR);
    set(triple, 0, 2 * p + 3, -UNREACHED);
    set("decoder.Pi.out.weight", 3, 0, 1);
    parameters.changed();
  }

  private void set(String name, int row, int column, float value) {
    Parameter parameter = network.layout().get(name);
    parameters.values()[parameter.offset() + row * parameter.out() + column] = value;
  }
}
