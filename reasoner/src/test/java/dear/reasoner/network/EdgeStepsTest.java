// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import static org.assertj.core.api.Assertions.assertThat;

import dear.tensor.autodiff.GraphSize;
import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the steps over edges with equivalents made of rows per edge, in all four passes. */
class EdgeStepsTest {
  private static final int NODES = 7;
  private static final int COLS = 5;

  /** More than a block of edges, unordered, some of them repeated. */
  private static final int EDGES = 131;

  private static final int SCALARS = 2;

  /** One implementation of the function, with its inputs. */
  private record Written(Workspace w, Value a, Value b, Value t, Value y) {}

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fusedIsComposed(boolean maximum) {
    ParameterLayout.Builder layout = ParameterLayout.builder();
    Linear out = layout.linear("out", COLS, 1);
    Parameters parameters = Parameters.initial(layout.build(), new RandomStream(4));
    Written fused = written(parameters, out, maximum, true);
    Written composed = written(parameters, out, maximum, false);
    float[] fusedGradients = new float[parameters.layout().size()];
    float[] composedGradients = new float[parameters.layout().size()];
    run(fused, fusedGradients);
    run(composed, composedGradients);
    for (Plane plane : List.of(Plane.VALUE, Plane.TANGENT)) {
      close(read(fused, plane, fused.y()), read(composed, plane, composed.y()));
    }
    for (Plane plane : List.of(Plane.COTANGENT, Plane.COTANGENT_TANGENT)) {
      close(read(fused, plane, fused.a()), read(composed, plane, composed.a()));
      close(read(fused, plane, fused.b()), read(composed, plane, composed.b()));
      close(read(fused, plane, fused.t()), read(composed, plane, composed.t()));
    }
    close(fusedGradients, composedGradients);
  }

  private static Written written(
      Parameters parameters, Linear out, boolean maximum, boolean fused) {
    ProgramBuilder b = Program.builder();
    Value a = b.state("a", Rows.NODES, COLS);
    Value c = b.state("b", Rows.NODES, COLS);
    Value t = b.state("t", new Rows.Fixed(SCALARS + 1), COLS);
    Value scalars = b.constant("scalars", Rows.EDGES, SCALARS);
    Index row = b.index("row", Rows.EDGES, Rows.NODES);
    Index column = b.index("column", Rows.EDGES, Rows.NODES);
    EdgeEnds ends = new EdgeEnds(a, c, t, row, column, scalars);
    Value zero = b.constant("0", Rows.EDGES, COLS);
    Value two = b.constant("2", Rows.EDGES, COLS);
    List<Value> wide =
        List.of(
            b.constant("x0", Rows.EDGES, COLS),
            b.constant("x1", Rows.EDGES, COLS),
            b.constant("x2", Rows.EDGES, COLS));
    List<Index> term =
        List.of(
            b.index("t0", Rows.EDGES, t.rows()),
            b.index("t1", Rows.EDGES, t.rows()),
            b.index("t2", Rows.EDGES, t.rows()));
    Value y;
    if (fused && maximum) {
      y =
          b.step(
              "fused",
              List.of(a, c, t),
              Rows.EDGES,
              1,
              true,
              (w, o) -> new EdgeMaxStep(w, ends, out, o));
    } else if (fused) {
      y =
          b.step(
              "fused",
              List.of(a, c, t),
              Rows.EDGES,
              COLS,
              false,
              (w, o) -> new EdgeSumStep(w, ends, o));
    } else {
      Value left = b.gather(a, row);
      for (int k = 0; k <= SCALARS; k++) {
        left = b.add(left, b.gate(wide.get(k), b.gather(t, term.get(k)), zero)); // a product
      }
      Value right = b.gather(c, column);
      Value sum = b.add(left, right);
      Value difference = b.gate(two, right, sum); // 2·right - sum
      y = maximum ? b.linear(b.add(left, b.relu(difference)), out) : sum;
    }
    Workspace w = b.build().workspace(parameters);
    w.bind(new GraphSize(NODES, EDGES));
    RandomStream random = new RandomStream(8);
    for (Value value : List.of(a, c, t)) {
      random(w, Plane.VALUE, value, random);
    }
    random(w, Plane.VALUE, scalars, random);
    w.fill(Plane.VALUE, zero, 0);
    w.fill(Plane.VALUE, two, 2);
    int[] rows = new int[EDGES];
    int[] columns = new int[EDGES];
    for (int e = 0; e < EDGES; e++) {
      rows[e] = (int) (random.nextDouble() * NODES);
      columns[e] = (int) (random.nextDouble() * NODES);
    }
    w.set(row, rows, 0);
    w.set(column, columns, 0);
    for (int k = 0; k <= SCALARS; k++) {
      int[] all = new int[EDGES];
      Arrays.fill(all, k);
      w.set(term.get(k), all, 0);
      for (int i = 0; i < EDGES * COLS; i++) {
        w.array(Plane.VALUE)[w.offset(wide.get(k)) + i] =
            k == 0 ? 1 : w.array(Plane.VALUE)[w.offset(scalars) + (i / COLS) * SCALARS + k - 1];
      }
    }
    return new Written(w, a, c, t, y);
  }

  private static void run(Written it, float[] gradients) {
    Workspace w = it.w();
    RandomStream random = new RandomStream(15);
    w.forward();
    w.zero(Plane.TANGENT);
    for (Value value : List.of(it.a(), it.b(), it.t())) {
      random(w, Plane.TANGENT, value, random);
    }
    w.tangent();
    w.zero(Plane.COTANGENT);
    random(w, Plane.COTANGENT, it.y(), random);
    w.backward(gradients);
    w.zero(Plane.COTANGENT_TANGENT);
    random(w, Plane.COTANGENT_TANGENT, it.y(), random);
    w.backwardTangent(gradients);
  }

  private static void random(Workspace w, Plane plane, Value value, RandomStream random) {
    float[] numbers = new float[w.count(value)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    w.copyIn(plane, value, numbers, 0);
  }

  private static float[] read(Written it, Plane plane, Value value) {
    float[] numbers = new float[it.w().count(value)];
    it.w().copyOut(plane, value, numbers, 0);
    return numbers;
  }

  private static void close(float[] actual, float[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat(Math.abs(actual[i] - expected[i]))
          .as("element %d: %s for %s", i, actual[i], expected[i])
          .isLessThan(1e-4f * Math.max(1, Math.abs(expected[i])));
    }
  }
}
