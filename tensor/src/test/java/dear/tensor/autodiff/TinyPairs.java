// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.List;
import java.util.Optional;

/** A step over pairs of nodes: composition, pools, transpose and their sum, normalised. */
final class TinyPairs {
  private final ParameterLayout layout;
  private final Program program;
  private final Value s;
  private final Value next;

  /**
   * Builds the program.
   *
   * @param channels of the composition
   * @param pooled channels of the pools, and of the result
   */
  TinyPairs(int channels, int pooled) {
    int width = 2 * (channels + pooled);
    ParameterLayout.Builder p = ParameterLayout.builder();
    Linear base = p.linear("base", width, pooled);
    Linear composed = p.linear("composed", channels, pooled);
    Linear left = p.linear("left", 4 * pooled, pooled);
    Linear right = p.linear("right", 4 * pooled, pooled);
    Norm norm = p.norm("norm", pooled);
    layout = p.build();

    // The maxima are of the state itself, whose ties a layer before them would break.
    ProgramBuilder b = Program.builder();
    s = b.state("s", Rows.NODE_PAIRS, width);
    Value t = b.compose(s, 0, channels, channels);
    Value pools = b.pairPools(s, 2 * channels, pooled);
    Value transposed = b.linear(b.transposePairs(s), base);
    Value sum = b.addToPairs(transposed, b.linear(pools, left), b.linear(pools, right));
    Value y = b.linearOnto(sum, List.of(t), List.of(composed.weight().rows(0, channels)));
    next = b.layerNorm(y, norm);
    program = b.build();
  }

  /**
   * All passes over a graph: the new state and its tangent, the cotangent of the state and its
   * tangent, and the gradients of both ways back.
   */
  float[] passes(Optional<Workers> workers, int nodes) {
    Parameters parameters = Parameters.initial(layout, new RandomStream(3));
    Workspace w =
        workers.isPresent()
            ? program.workspace(parameters, workers.get())
            : program.workspace(parameters);
    RandomStream random = new RandomStream(nodes);
    w.bind(new GraphSize(nodes, 0));
    w.set(s, quarters(w.count(s), random), 0);
    w.forward();
    float[] gradients = new float[layout.size()];
    w.zero(Plane.COTANGENT);
    w.copyIn(Plane.COTANGENT, next, gaussian(w.count(next), random), 0);
    w.backward(gradients);
    w.zero(Plane.TANGENT);
    w.copyIn(Plane.TANGENT, s, gaussian(w.count(s), random), 0);
    w.tangent();
    w.zero(Plane.COTANGENT_TANGENT);
    w.copyIn(Plane.COTANGENT_TANGENT, next, gaussian(w.count(next), random), 0);
    w.backwardTangent(gradients);

    int outputs = w.count(next);
    int states = w.count(s);
    float[] all = new float[2 * outputs + 2 * states + gradients.length];
    w.copyOut(Plane.VALUE, next, all, 0);
    w.copyOut(Plane.TANGENT, next, all, outputs);
    w.copyOut(Plane.COTANGENT, s, all, 2 * outputs);
    w.copyOut(Plane.COTANGENT_TANGENT, s, all, 2 * outputs + states);
    System.arraycopy(gradients, 0, all, 2 * outputs + 2 * states, gradients.length);
    return all;
  }

  private static float[] quarters(int count, RandomStream random) {
    float[] numbers = gaussian(count, random);
    for (int i = 0; i < count; i++) {
      numbers[i] = Math.round(4 * numbers[i]) / 4f;
    }
    return numbers;
  }

  private static float[] gaussian(int count, RandomStream random) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }
}
