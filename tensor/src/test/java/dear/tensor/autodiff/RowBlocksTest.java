// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;

import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps that run together, some rows at a time: the bits of one step after the other. */
class RowBlocksTest {
  private static final int WIDTH = 5;

  /** Eleven nodes are 121 pairs: a whole block and the beginning of another. */
  private static final GraphSize SIZE = new GraphSize(11, 0);

  private final Program program;
  private final Value s;
  private final Value upstream;
  private final Value left;
  private final Value hidden;
  private final Value next;
  private final Value after;
  private final Parameters parameters;

  RowBlocksTest() {
    ParameterLayout.Builder layout = ParameterLayout.builder();
    Linear first = layout.linear("first", WIDTH, WIDTH);
    Linear second = layout.linear("second", WIDTH, WIDTH);
    Linear third = layout.linear("third", WIDTH, WIDTH);
    Norm norm = layout.norm("norm", WIDTH);
    ProgramBuilder b = Program.builder();
    s = b.state("s", Rows.NODE_PAIRS, WIDTH);
    upstream = b.upstream("upstream", Rows.NODE_PAIRS, WIDTH);
    left = b.state("left", Rows.NODES, WIDTH);
    Value sum = b.addToPairs(upstream, left, left);
    hidden = b.linearOnto(sum, List.of(s), List.of(first.weight().rows(0, WIDTH)));
    Value z = b.rectifiedNorm(hidden, norm);
    Value gate = b.sigmoid(b.linear(z, second));
    next = b.clamp(b.gate(gate, b.add(b.relu(hidden), z), s), 1);
    after = b.transposePairs(b.linear(next, third)); // whose input is read by another stretch
    program = b.build();
    parameters = Parameters.initial(layout.build(), new RandomStream(3));
  }

  @Test
  void givesTheBitsOfOneStepAfterTheOther() {
    List<float[]> inBlocks = passes(program.workspace(parameters));
    for (int threads = 1; threads <= 3; threads++) {
      try (Workers workers = new Workers(threads)) {
        List<float[]> whole = passes(program.workspace(parameters, workers));
        for (int i = 0; i < whole.size(); i++) {
          assertThat(inBlocks.get(i))
              .as("result %d, %d threads", i, threads)
              .isEqualTo(whole.get(i));
          assertThat(whole.get(i)).as("result %d", i).doesNotContain(Float.NaN);
        }
      }
    }
    Workspace lean = program.evaluation(parameters, Optional.empty());
    forward(lean);
    float[] values = new float[lean.count(after)];
    lean.copyOut(Plane.VALUE, after, values, 0);
    assertThat(values).isEqualTo(inBlocks.getFirst());
  }

  /** Without derivatives, each thread has one block of what only the stretch reads. */
  @Test
  void aTeamWithoutDerivativesGivesTheSameBits() {
    List<float[]> expected = passes(program.workspace(parameters));
    for (int threads = 1; threads <= 3; threads++) {
      try (Workers workers = new Workers(threads)) {
        Workspace lean = program.evaluation(parameters, Optional.of(workers));
        for (int again = 0; again < 2; again++) {
          forward(lean);
          float[] values = new float[lean.count(after)];
          lean.copyOut(Plane.VALUE, after, values, 0);
          assertThat(values).as("%d threads", threads).isEqualTo(expected.getFirst());
        }
      }
    }
  }

  /** What an earlier pass left behind must not count, even where zero() leaves it to the pass. */
  @Test
  void aSecondPassGivesTheSame() {
    Workspace w = program.workspace(parameters);
    List<float[]> expected = passes(w);
    List<float[]> again = passes(w);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(again.get(i)).as("result %d", i).isEqualTo(expected.get(i));
    }
  }

  private void forward(Workspace w) {
    w.bind(SIZE);
    w.set(s, numbers(w, s, 1), 0);
    w.set(upstream, numbers(w, upstream, 2), 0);
    w.set(left, numbers(w, left, 3), 0);
    w.forward();
  }

  /** All passes, with seeds at the end and at values that only steps of the stretch read. */
  private List<float[]> passes(Workspace w) {
    List<float[]> results = new ArrayList<>();
    forward(w);
    collect(w, Plane.VALUE, results, after);
    w.zero(Plane.TANGENT);
    w.copyIn(Plane.TANGENT, s, numbers(w, s, 4), 0);
    w.copyIn(Plane.TANGENT, left, numbers(w, left, 5), 0);
    w.tangent();
    collect(w, Plane.TANGENT, results, after);
    float[] gradients = new float[parameters.layout().size()];
    for (Plane plane : List.of(Plane.COTANGENT, Plane.COTANGENT_TANGENT)) {
      w.zero(plane);
      w.copyIn(plane, after, numbers(w, after, 6), 0);
      w.copyIn(plane, hidden, numbers(w, hidden, 7), 0);
      w.fill(plane, next, 0.25f);
      if (plane == Plane.COTANGENT) {
        w.backward(gradients);
      } else {
        w.backwardTangent(gradients);
      }
      collect(w, plane, results, s, upstream, left);
      results.add(gradients.clone());
    }
    return results;
  }

  private static void collect(Workspace w, Plane plane, List<float[]> into, Value... values) {
    for (Value value : values) {
      float[] numbers = new float[w.count(value)];
      w.copyOut(plane, value, numbers, 0);
      into.add(numbers);
    }
  }

  private static float[] numbers(Workspace w, Value value, int seed) {
    RandomStream random = new RandomStream(seed);
    float[] numbers = new float[w.count(value)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }
}
