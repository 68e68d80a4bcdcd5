// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;

import dear.tensor.parameter.Linear;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import org.junit.jupiter.api.Test;

/** Which nodes an edge may point to. */
class TriplesTest {
  @Test
  void nodesThatMayNotBeChosenHaveNoLogitAndNoGradient() {
    ParameterLayout.Builder layout = ParameterLayout.builder();
    Linear out = layout.linear("out", 1, 1);
    ProgramBuilder b = Program.builder();
    Value x = b.state("x", Rows.NODE_PAIRS, 3);
    Value allowed = b.constant("allowed", Rows.NODE_PAIRS, 1);
    Index row = b.index("row", Rows.EDGES, Rows.NODES);
    Index column = b.index("column", Rows.EDGES, Rows.NODES);
    Value y = b.triples(x, allowed, row, column, out);
    Parameters parameters = Parameters.initial(layout.build(), new RandomStream(1));
    parameters.values()[out.weight().offset()] = 2;
    parameters.values()[out.bias().offset()] = 0.5f;
    parameters.changed();
    Workspace w = b.build().workspace(parameters);
    w.bind(new GraphSize(3, 1));
    w.set(row, new int[] {0}, 0);
    w.set(column, new int[] {1}, 0);
    w.fill(Plane.VALUE, x, 1);
    w.set(allowed, new float[] {0, 0, 0, 0, 0, 0, 0, 1, 0}, 0); // only 2 → 1
    w.forward();
    float[] logits = new float[3];
    w.copyOut(Plane.VALUE, y, logits, 0);
    assertThat(logits).containsExactly(6.5f, TripleStep.NEVER, 6.5f);

    w.zero(Plane.COTANGENT);
    w.fill(Plane.COTANGENT, y, 1);
    float[] gradients = new float[parameters.values().length];
    w.backward(gradients);
    assertThat(gradients[out.weight().offset()]).isEqualTo(6);
    assertThat(gradients[out.bias().offset()]).isEqualTo(2);
    float[] back = new float[27];
    w.copyOut(Plane.COTANGENT, x, back, 0);
    assertThat(back[1 * 3]).as("α[0,1], over the node that is not allowed").isZero();
    assertThat(back[2 * 3]).as("α[0,2]").isEqualTo(2);
  }
}
