// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import dear.equilibrium.DifferentiableMap;
import java.util.Arrays;
import java.util.List;

/**
 * Plain steps from zero and back-propagation through all of them. All states are kept. The maps,
 * which are the same function, keep the intermediate values of the last steps, one each; those of
 * earlier steps are recomputed in the backward pass.
 */
final class RolloutGradient {
  private float[] states = {}; // consecutive, starting with the zero state
  private float[] adjoint = {};
  private float[] product = {};
  private List<? extends DifferentiableMap> maps = List.of();
  private int steps;

  /** Runs the steps and writes the last state. */
  void forward(List<? extends DifferentiableMap> functions, int count, float[] out) {
    maps = functions;
    steps = count;
    int d = map(0).dimension();
    int needed = Math.multiplyExact(count, d);
    if (states.length < needed) {
      states = new float[needed];
    }
    Arrays.fill(states, 0, d, 0);
    for (int t = 0; t < count - 1; t++) {
      map(t).linearize(states, t * d, states, (t + 1) * d);
    }
    map(count - 1).linearize(states, (count - 1) * d, out, 0);
  }

  /** The map of a step: the last ones have their own, all others share the first. */
  private DifferentiableMap map(int step) {
    return maps.get(Math.max(0, step - (steps - maps.size())));
  }

  /** Returns the offset in {@link #states} of the state before the last step. */
  int lastPoint(int dimension) {
    return (steps - 1) * dimension;
  }

  float[] states() {
    return states;
  }

  /** Adds the parameter gradients to those that the map collects. */
  void backward(float[] gradient) {
    int d = map(0).dimension();
    if (adjoint.length < d) {
      adjoint = new float[d];
      product = new float[d];
    }
    System.arraycopy(gradient, 0, adjoint, 0, d);
    for (int t = steps - 1; t >= 0; t--) {
      DifferentiableMap map = map(t);
      map.linearize(states, t * d, product, 0); // which does nothing where the values are kept
      map.accumulateAndMultiply(adjoint, 0, product, 0);
      System.arraycopy(product, 0, adjoint, 0, d);
    }
  }
}
