// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import dear.equilibrium.DifferentiableMap;
import java.util.Arrays;

/**
 * Plain steps from zero and back-propagation through all of them. States are kept; the intermediate
 * values of every step but the last are recomputed in the backward pass.
 */
final class RolloutGradient {
  private float[] states = {}; // consecutive, starting with the zero state
  private float[] adjoint = {};
  private float[] product = {};
  private int steps;

  /** Runs the steps and writes the last state. */
  void forward(DifferentiableMap map, int count, float[] out) {
    int d = map.dimension();
    steps = count;
    int needed = Math.multiplyExact(count, d);
    if (states.length < needed) {
      states = new float[needed];
    }
    Arrays.fill(states, 0, d, 0);
    for (int t = 0; t < count - 1; t++) {
      map.apply(states, t * d, states, (t + 1) * d);
    }
    map.linearize(states, (count - 1) * d, out, 0);
  }

  /** Returns the offset in {@link #states} of the state before the last step. */
  int lastPoint(int dimension) {
    return (steps - 1) * dimension;
  }

  float[] states() {
    return states;
  }

  /** Adds the parameter gradients to those that the map collects. */
  void backward(DifferentiableMap map, float[] gradient) {
    int d = map.dimension();
    if (adjoint.length < d) {
      adjoint = new float[d];
      product = new float[d];
    }
    System.arraycopy(gradient, 0, adjoint, 0, d);
    for (int t = steps - 1; t > 0; t--) {
      map.accumulateAndMultiply(adjoint, 0, product, 0);
      System.arraycopy(product, 0, adjoint, 0, d);
      map.linearize(states, (t - 1) * d, product, 0);
    }
    map.accumulate(adjoint, 0);
  }
}
