// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compositions over pairs: odd sizes, ties, one node, any cut of the rows. */
class CompositionTest {
  private static final int GAP = 3; // between operands, so that a wrong step shows

  private static Composition random(int nodes, int channels, boolean ties) {
    int step = 3 * channels + GAP;
    float[] array = new float[nodes * nodes * step + 1];
    Random random = new Random(nodes * 31L + channels);
    for (int i = 0; i < array.length; i++) {
      array[i] = ties ? random.nextInt(3) : (float) random.nextGaussian();
    }
    return new Composition(
        nodes,
        channels,
        new Matrix(array, 1, step, channels),
        new Matrix(array, 1 + channels, step, channels),
        new Matrix(array, 1 + 2 * channels, step, channels));
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void isTheDefinition(Kernels kernels) {
    for (int nodes : new int[] {1, 2, 3, 4, 5, 7, 8, 13}) {
      for (int channels : new int[] {1, 4, 7, 8, 16, 19, 32}) {
        for (boolean ties : new boolean[] {false, true}) {
          check(kernels, random(nodes, channels, ties));
        }
      }
    }
  }

  private static void check(Kernels kernels, Composition x) {
    int n = x.nodes();
    float[] before = x.t().data().clone();
    int[] winners = new int[n * n * x.channels()];
    int cut = n / 2;
    kernels.compositions().compose(x, cut, n);
    kernels.compositions().compose(x, 0, cut);
    kernels.compositions().winners(x, 0, cut, winners);
    kernels.compositions().winners(x, cut, n, winners);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int c = 0; c < x.channels(); c++) {
          float best = Float.NEGATIVE_INFINITY;
          int winner = -1;
          for (int k = 0; k < n; k++) {
            float sum = before[x.ofA(i, k) + c] + before[x.ofB(k, j) + c];
            if (sum > best) {
              best = sum;
              winner = k;
            }
          }
          assertThat(x.t().data()[x.ofT(i, j) + c]).isEqualTo(best);
          assertThat(winners[(i * n + j) * x.channels() + c]).isEqualTo(winner);
          before[x.ofT(i, j) + c] = best;
        }
      }
    }
    assertThat(x.t().data()).as("nothing else is written").isEqualTo(before);
  }

  /**
   * The three derivative passes, with the same bits as loops over i, j and channel: sums are added
   * in that order, whatever the cut of rows and columns, to what was there before.
   */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void derivativesAreTheirDefinition(Kernels kernels) {
    for (int nodes : new int[] {1, 2, 3, 4, 5, 7, 8, 13}) {
      for (int channels : new int[] {1, 4, 7, 8, 16, 19, 32, 37}) {
        for (boolean ties : new boolean[] {false, true}) {
          Composition x = random(nodes, channels, ties);
          int[] winners = new int[nodes * nodes * channels];
          kernels.compositions().compose(x, 0, nodes);
          kernels.compositions().winners(x, 0, nodes, winners);
          checkDerivatives(kernels.compositions(), nodes, channels, winners);
        }
      }
    }
  }

  private static void checkDerivatives(
      Compositions compositions, int nodes, int channels, int[] winners) {
    Composition x = random(nodes, channels, false); // the derivatives are without ties
    float[] found = x.t().data();
    float[] expected = found.clone();
    int cut = nodes / 2;
    compositions.backToA(x, winners, cut, nodes);
    compositions.backToA(x, winners, 0, cut);
    each(x, winners, (i, j, k, c) -> expected[x.ofA(i, k) + c] += expected[x.ofT(i, j) + c]);
    assertThat(found).as("back to a, %d nodes", nodes).isEqualTo(expected);
    compositions.backToB(x, winners, cut, nodes);
    compositions.backToB(x, winners, 0, cut);
    each(x, winners, (i, j, k, c) -> expected[x.ofB(k, j) + c] += expected[x.ofT(i, j) + c]);
    assertThat(found).as("back to b, %d nodes", nodes).isEqualTo(expected);
    compositions.tangent(x, winners, cut, nodes);
    compositions.tangent(x, winners, 0, cut);
    each(
        x,
        winners,
        (i, j, k, c) ->
            expected[x.ofT(i, j) + c] = expected[x.ofA(i, k) + c] + expected[x.ofB(k, j) + c]);
    assertThat(found).as("tangent, %d nodes", nodes).isEqualTo(expected);
  }

  private interface Cell {
    void visit(int i, int j, int winner, int channel);
  }

  private static void each(Composition x, int[] winners, Cell cell) {
    int next = 0;
    for (int i = 0; i < x.nodes(); i++) {
      for (int j = 0; j < x.nodes(); j++) {
        for (int c = 0; c < x.channels(); c++) {
          cell.visit(i, j, winners[next++], c);
        }
      }
    }
  }

  /** Scratch memory may hold anything before, as it does when threads keep theirs. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void doesNotDependOnScratchMemory(Kernels kernels) {
    float[] scratch = new float[kernels.compositions().scratch(13)];
    Arrays.fill(scratch, Float.NaN);
    for (int nodes : new int[] {13, 6, 1, 11}) {
      Composition x = random(nodes, 37, false);
      float[] expected = x.t().data().clone();
      Composition whole =
          new Composition(
              nodes,
              x.channels(),
              new Matrix(expected, x.a().at(), x.a().step(), x.a().cols()),
              new Matrix(expected, x.b().at(), x.b().step(), x.b().cols()),
              new Matrix(expected, x.t().at(), x.t().step(), x.t().cols()));
      kernels.compositions().compose(whole, 0, nodes);
      for (int i = 0; i < nodes; i++) {
        kernels.compositions().compose(x, i, i + 1, scratch);
      }
      assertThat(x.t().data()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void poolsRows(Kernels kernels) {
    for (int rows : new int[] {1, 2, 5, 16}) {
      for (int channels : new int[] {1, 7, 8, 19, 32}) {
        Random random = new Random(rows * 31L + channels);
        int step = channels + GAP;
        int max = 2 + rows * step;
        float[] array = new float[max + 2 * channels + 1];
        for (int i = 0; i < array.length; i++) {
          array[i] = random.nextInt(5); // with ties, and sums without rounding
        }
        float[] before = array.clone();
        int[] winners = new int[channels + 1];
        Compositions.Pool pool =
            new Compositions.Pool(rows, channels, array, 2, step, max, max + channels);
        kernels.compositions().pool(pool);
        kernels.compositions().poolWinners(pool, winners, 1);
        for (int c = 0; c < channels; c++) {
          int winner = 0;
          float sum = 0;
          for (int k = 0; k < rows; k++) {
            sum += before[2 + k * step + c];
            winner = before[2 + k * step + c] > before[2 + winner * step + c] ? k : winner;
          }
          assertThat(array[max + c]).isEqualTo(before[2 + winner * step + c]);
          assertThat(array[max + channels + c]).isEqualTo(sum * (1f / rows));
          assertThat(winners[1 + c]).isEqualTo(winner);
        }
      }
    }
  }
}
