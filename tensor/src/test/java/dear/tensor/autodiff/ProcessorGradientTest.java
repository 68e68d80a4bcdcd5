// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import org.junit.jupiter.api.Test;

/**
 * Chained steps: the gradient of loss + weight·‖Jᵀv‖² against differences of the program's own
 * passes. Those are in single precision, so this test is coarse; it finds wiring errors that {@link
 * StepTest} cannot see.
 */
class ProcessorGradientTest {
  private static final int WIDTH = 6;
  private static final float WEIGHT = 0.7f;

  private final TinyProcessor tiny = new TinyProcessor(WIDTH);
  private final TinyProcessor.Graph graph = new TinyProcessor.Graph(4, WIDTH, 5);
  private final Parameters parameters = tiny.initial(3);
  private final float[] v = new float[4 * WIDTH];

  ProcessorGradientTest() {
    RandomStream random = new RandomStream(17);
    for (int i = 0; i < v.length; i++) {
      v[i] = (float) random.nextGaussian();
    }
  }

  private double objective(Workspace w) {
    tiny.forward(w, graph);
    double sum = w.scalar(Plane.VALUE, tiny.loss);
    w.zero(Plane.COTANGENT);
    w.copyIn(Plane.COTANGENT, tiny.next, v, 0);
    w.backward();
    float[] jv = new float[v.length];
    w.copyOut(Plane.COTANGENT, tiny.h, jv, 0);
    for (float x : jv) {
      sum += WEIGHT * (double) x * x;
    }
    return sum;
  }

  @Test
  void gradientOfLossAndJacobianTerm() {
    Workspace w = tiny.program.workspace(parameters);
    float[] gradients = new float[tiny.layout.size()];
    tiny.forward(w, graph);
    tiny.gradients(w, v, WEIGHT, gradients);
    float[] stateGradient = new float[v.length];
    w.copyOut(Plane.COTANGENT_TANGENT, tiny.h, stateGradient, 0);

    RandomStream random = new RandomStream(23);
    for (Parameter p : tiny.layout.parameters()) {
      // Along a random direction in each parameter: one difference tests all of its entries.
      float[] saved = parameters.values().clone();
      double expected = 0;
      double scale = 0;
      double[] direction = new double[p.count()];
      for (int i = 0; i < direction.length; i++) {
        direction[i] = random.nextGaussian();
        expected += direction[i] * gradients[p.offset() + i];
        scale += direction[i] * direction[i];
      }
      double step = 2e-3 / Math.sqrt(scale);
      double[] sides = new double[2];
      for (int side = 0; side < 2; side++) {
        for (int i = 0; i < direction.length; i++) {
          parameters.values()[p.offset() + i] =
              (float) (saved[p.offset() + i] + (side == 0 ? step : -step) * direction[i]);
        }
        parameters.changed();
        sides[side] = objective(w);
      }
      System.arraycopy(saved, 0, parameters.values(), 0, saved.length);
      parameters.changed();
      double found = (sides[0] - sides[1]) / (2 * step);
      assertThat(found / Math.sqrt(scale))
          .as(p.name())
          .isCloseTo(
              expected / Math.sqrt(scale),
              within(2e-3 * (1 + Math.abs(expected) / Math.sqrt(scale))));
    }
  }

  @Test
  void whatWasBoundBeforeLeavesNoTrace() {
    float[] fresh = new float[tiny.layout.size()];
    Workspace w = tiny.program.workspace(parameters);
    tiny.forward(w, graph);
    tiny.gradients(w, v, WEIGHT, fresh);

    Workspace used = tiny.program.workspace(parameters);
    for (int nodes : new int[] {9, 2}) {
      TinyProcessor.Graph other = new TinyProcessor.Graph(nodes, WIDTH, nodes);
      tiny.forward(used, other);
      tiny.gradients(used, new float[nodes * WIDTH], 1, new float[tiny.layout.size()]);
    }
    float[] again = new float[tiny.layout.size()];
    tiny.forward(used, graph);
    tiny.gradients(used, v, WEIGHT, again);
    assertThat(again).isEqualTo(fresh);
  }
}
