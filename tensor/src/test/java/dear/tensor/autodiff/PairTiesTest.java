// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;

import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Maxima over pairs where several k are largest and differences are undefined: the first k takes
 * the whole derivative, in every pass. All numbers are small integers, so that sums are exact.
 */
class PairTiesTest {
  private static final int CHANNELS = 19;
  private static final int COLS = 2 * CHANNELS;

  /** The values of one plane: rows of pairs in, rows of the operation out. */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  private record Numbers(float[] in, float[] out) {}

  private final ProgramBuilder b = Program.builder();
  private final Value x = b.state("x", Rows.NODE_PAIRS, COLS);
  private final RandomStream random = new RandomStream(4);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 7, 13})
  void theFirstWayTakesTheDerivativeOfAComposition(int n) {
    Passes passes = new Passes(b.compose(x, 0, CHANNELS, CHANNELS), n);
    float[] tangent = new float[n * n * CHANNELS];
    float[] cotangent = new float[n * n * COLS];
    float[] cotangentTangent = new float[n * n * COLS];
    int ties = 0;
    for (int cell = 0; cell < tangent.length; cell++) {
      int i = cell / CHANNELS / n;
      int j = cell / CHANNELS % n;
      int c = cell % CHANNELS;
      int first = -1;
      float best = Float.NEGATIVE_INFINITY;
      for (int k = 0; k < n; k++) {
        float sum = passes.values.in[a(n, i, k, c)] + passes.values.in[b(n, k, j, c)];
        ties += sum == best ? 1 : 0;
        first = sum > best ? k : first;
        best = Math.max(best, sum);
      }
      assertThat(passes.values.out[cell]).isEqualTo(best);
      int left = a(n, i, first, c);
      int right = b(n, first, j, c);
      tangent[cell] = passes.tangents.in[left] + passes.tangents.in[right];
      for (int at : new int[] {left, right}) {
        cotangent[at] += passes.cotangents.out[cell];
        cotangentTangent[at] += passes.cotangentTangents.out[cell];
      }
    }
    assertThat(ties > 0).isEqualTo(n > 1);
    assertThat(passes.tangents.out).isEqualTo(tangent);
    assertThat(passes.cotangents.in).isEqualTo(cotangent);
    assertThat(passes.cotangentTangents.in).isEqualTo(cotangentTangent);
  }

  private static int a(int n, int i, int k, int c) {
    return (i * n + k) * COLS + c;
  }

  private static int b(int n, int k, int j, int c) {
    return (k * n + j) * COLS + CHANNELS + c;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 7, 13})
  void theFirstPairTakesTheDerivativeOfAPool(int n) {
    Passes passes = new Passes(b.pairPools(x, 0, CHANNELS), n);
    float[] tangent = passes.tangents.out.clone(); // of the means, which have no ties
    float[] cotangent = new float[n * n * COLS];
    float[] cotangentTangent = new float[n * n * COLS];
    int ties = 0;
    for (int pool = 0; pool < n * COLS; pool++) {
      int i = pool / COLS;
      boolean row = pool % COLS < CHANNELS;
      int c = pool % COLS;
      int max = i * 2 * COLS + (row ? c : c + CHANNELS);
      int mean = max + CHANNELS;
      int first = -1;
      float best = Float.NEGATIVE_INFINITY;
      for (int k = 0; k < n; k++) {
        int at = (row ? i * n + k : k * n + i) * COLS + c;
        ties += passes.values.in[at] == best ? 1 : 0;
        first = passes.values.in[at] > best ? at : first;
        best = Math.max(best, passes.values.in[at]);
        cotangent[at] += 1f / n * passes.cotangents.out[mean];
        cotangentTangent[at] += 1f / n * passes.cotangentTangents.out[mean];
      }
      assertThat(passes.values.out[max]).isEqualTo(best);
      tangent[max] = passes.tangents.in[first];
      cotangent[first] += passes.cotangents.out[max];
      cotangentTangent[first] += passes.cotangentTangents.out[max];
    }
    assertThat(ties > 0).isEqualTo(n > 1);
    assertThat(passes.tangents.out).isEqualTo(tangent);
    assertThat(passes.cotangents.in).isEqualTo(cotangent);
    assertThat(passes.cotangentTangents.in).isEqualTo(cotangentTangent);
  }

  /** All passes of an operation on x: what was given and what came out, plane by plane. */
  private final class Passes {
    final Numbers values;
    final Numbers tangents;
    final Numbers cotangents;
    final Numbers cotangentTangents;

    Passes(Value y, int n) {
      Parameters none = Parameters.initial(ParameterLayout.builder().build(), random);
      Workspace w = b.build().workspace(none);
      w.bind(new GraphSize(n, 0));
      w.set(x, integers(w.count(x), 3), 0);
      w.forward();
      w.zero(Plane.COTANGENT);
      w.copyIn(Plane.COTANGENT, y, integers(w.count(y), 9), 0);
      w.backward();
      w.zero(Plane.TANGENT);
      w.copyIn(Plane.TANGENT, x, integers(w.count(x), 9), 0);
      w.tangent();
      w.zero(Plane.COTANGENT_TANGENT);
      w.copyIn(Plane.COTANGENT_TANGENT, y, integers(w.count(y), 9), 0);
      w.backwardTangent(new float[0]);
      values = read(w, Plane.VALUE, y);
      tangents = read(w, Plane.TANGENT, y);
      cotangents = read(w, Plane.COTANGENT, y);
      cotangentTangents = read(w, Plane.COTANGENT_TANGENT, y);
    }

    private Numbers read(Workspace w, Plane plane, Value y) {
      Numbers numbers = new Numbers(new float[w.count(x)], new float[w.count(y)]);
      w.copyOut(plane, x, numbers.in, 0);
      w.copyOut(plane, y, numbers.out, 0);
      return numbers;
    }
  }

  /** Some of 1, …, most. */
  private float[] integers(int count, int most) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = 1 + (int) (random.nextDouble() * most);
    }
    return numbers;
  }
}
