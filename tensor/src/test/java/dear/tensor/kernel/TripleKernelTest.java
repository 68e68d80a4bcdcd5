// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logits of edges that point to nodes: the bits of the plain loops, at any size. */
class TripleKernelTest {
  private static final int GAP = 5;

  /** A graph with some edges, in any order, and the operands in the middle of a plane. */
  private record Case(Triple x, int edges, int y, int length) {
    static Case random(Random random, int nodes, int channels, double density) {
      int size = nodes * nodes * 3 * channels;
      int edges = 1 + random.nextInt(nodes * nodes);
      int allowed = GAP + size + 1;
      int y = allowed + nodes * nodes + 2;
      int length = y + edges * nodes + GAP;
      float[] values = numbers(random, length);
      for (int i = 0; i < nodes * nodes; i++) {
        values[allowed + i] = random.nextDouble() < density ? 1 : 0;
      }
      int[] rows = random.ints(edges + 3, 0, nodes).toArray();
      int[] columns = random.ints(edges + 1, 0, nodes).toArray();
      float[] theta = numbers(random, channels + 4);
      Triple x =
          new Triple(
              nodes,
              channels,
              GAP,
              values,
              allowed,
              new Triple.Ends(rows, 3, columns, 1),
              new Triple.Readout(theta, 2, channels + 3));
      return new Case(x, edges, y, length);
    }

    Case copy() {
      Triple it = x;
      return new Case(
          new Triple(
              it.nodes(),
              it.channels(),
              it.at(),
              it.values().clone(),
              it.allowed(),
              it.ends(),
              it.readout()),
          edges,
          y,
          length);
    }
  }

  private static float[] numbers(Random random, int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void hasTheBitsOfThePlainLoops(Kernels kernels) {
    Random random = new Random(3);
    for (int nodes : new int[] {1, 2, 3, 7, 8, 13, 16, 17}) {
      for (int channels : new int[] {1, 3, 4, 8, 16, 19, 32}) {
        for (double density : new double[] {0, 0.4, 1}) {
          check(kernels.triples(), Case.random(random, nodes, channels, density), random);
        }
      }
    }
  }

  private static void check(Triples triples, Case found, Random random) {
    Triples plain = new ScalarTriples();
    Case expected = found.copy();
    int n = found.x().nodes();
    float[] scratch = new float[triples.scratch(n, found.x().channels())];
    Arrays.fill(scratch, Float.NaN);
    int cut = n / 2;
    triples.prepare(found.x(), cut, n, scratch);
    triples.prepare(found.x(), 0, cut, scratch);
    int split = found.edges() / 2;
    triples.logits(found.x(), split, found.edges(), scratch, found.y());
    triples.logits(found.x(), 0, split, scratch, found.y());
    plain.logits(expected.x(), 0, expected.edges(), new float[0], expected.y());
    assertThat(found.x().values()).as("logits").isEqualTo(expected.x().values());

    float[] plane = numbers(random, found.length());
    for (int i = 0; i < plane.length; i += 3) {
      plane[i] = 0; // as the gradient of a position without a target is
    }
    float[] other = plane.clone();
    triples.toInputs(found.x(), found.edges(), plane, found.y());
    plain.toInputs(expected.x(), expected.edges(), other, expected.y());
    assertThat(plane).as("gradients of the inputs").isEqualTo(other);

    float[] tangents = numbers(random, found.length());
    float[] gradients = numbers(random, found.x().theta().length);
    float[] others = gradients.clone();
    triples.toWeights(found.x(), found.edges(), plane, found.y(), tangents, gradients);
    plain.toWeights(expected.x(), expected.edges(), plane, expected.y(), tangents, others);
    assertThat(gradients).as("gradients of the weights").isEqualTo(others);
  }
}
