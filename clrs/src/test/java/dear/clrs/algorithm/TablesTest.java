// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The dynamic programs: the solution read from the table is as good as the recursion's. */
class TablesTest {
  private static final Trial CHAIN = new Trial(new MatrixChainOrder(), MatrixChainOrder.FEATURES);
  private static final Trial LCS = new Trial(new LcsLength(), LcsLength.FEATURES);
  private static final Trial TREE = new Trial(new OptimalBst(), OptimalBst.FEATURES);

  private final Random random = new Random(31);

  @Test
  void matrixChainSplitsAtTheLeastCost() {
    for (int trial = 0; trial < 90; trial++) {
      int n = 1 + trial % 9;
      double[] p = random.ints(n, 1, 9).asDoubleStream().toArray();
      Instance solved = CHAIN.run(CHAIN.inputs(n).reals("p", p).build());
      int[] split = solved.output("s").codes();
      for (int i = 1; i < n; i++) {
        for (int j = i; j < n; j++) {
          assertThat(chainCost(p, split, i, j)).isEqualTo(leastChainCost(p, i, j));
        }
      }
    }
  }

  @Test
  void commonSubsequenceIsTheLongest() {
    for (int trial = 0; trial < 200; trial++) {
      int rows = 1 + random.nextInt(7);
      int columns = 1 + random.nextInt(7);
      int n = rows + columns;
      int[] letters = random.ints(n, 0, 1 + random.nextInt(4)).toArray();
      int[] string = new int[n];
      Arrays.fill(string, rows, n, 1);
      Instance solved =
          LCS.run(LCS.inputs(n).codes("string", string).codes("key", letters).build());
      int[] from = solved.output("b").codes();
      int found = 0;
      int i = rows - 1;
      int j = columns - 1;
      while (i >= 0 && j >= 0) {
        switch (from[i * n + rows + j]) {
          case 0 -> {
            assertThat(letters[i--]).isEqualTo(letters[rows + j--]);
            found++;
          }
          case 1 -> i--;
          case 2 -> j--;
          default -> throw new AssertionError("a blank cell inside the table");
        }
      }
      assertThat(found).isEqualTo(longest(letters, rows, rows - 1, columns - 1));
      for (int cell = 0; cell < n * n; cell++) {
        boolean inside = cell / n < rows && cell % n >= rows;
        assertThat(from[cell] >= 0).isEqualTo(inside);
      }
    }
  }

  @Test
  void searchTreeHasTheLeastCost() {
    for (int trial = 0; trial < 80; trial++) {
      int n = 1 + trial % 8;
      double[] p = random.ints(n, 0, 9).asDoubleStream().toArray();
      double[] q = random.ints(n, 0, 9).asDoubleStream().toArray();
      Instance solved = TREE.run(TREE.inputs(n).reals("p", p).reals("q", q).build());
      int[] root = solved.output("root").codes();
      assertThat(treeCost(p, q, root, n, 0, n - 1)).isEqualTo(leastTreeCost(p, q, 0, n - 1));
      assertThat(solved.length()).isEqualTo(n);
    }
  }

  @Test
  void searchTreeRefusesWeightsBeyondItsBound() {
    Inputs heavy = TREE.inputs(2).reals("p", 1e9, 0).reals("q", 0, 0).build();
    assertThatThrownBy(() -> TREE.run(heavy))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("p and q must be probabilities");
  }

  private static double chainCost(double[] p, int[] split, int i, int j) {
    if (i == j) {
      return 0;
    }
    int k = split[i * p.length + j];
    return chainCost(p, split, i, k) + chainCost(p, split, k + 1, j) + p[i - 1] * p[k] * p[j];
  }

  private static double leastChainCost(double[] p, int i, int j) {
    double least = i == j ? 0 : Double.POSITIVE_INFINITY;
    for (int k = i; k < j; k++) {
      double cost = leastChainCost(p, i, k) + leastChainCost(p, k + 1, j);
      least = Math.min(least, cost + p[i - 1] * p[k] * p[j]);
    }
    return least;
  }

  private static int longest(int[] letters, int rows, int i, int j) {
    if (i < 0 || j < 0) {
      return 0;
    }
    return letters[i] == letters[rows + j]
        ? 1 + longest(letters, rows, i - 1, j - 1)
        : Math.max(longest(letters, rows, i - 1, j), longest(letters, rows, i, j - 1));
  }

  /** The cost of the tree over keys i to j-1: every probability times the nodes on its path. */
  private static double treeCost(double[] p, double[] q, int[] root, int n, int i, int j) {
    if (i == j) {
      return q[i];
    }
    int r = root[i * n + j];
    return treeCost(p, q, root, n, i, r) + treeCost(p, q, root, n, r + 1, j) + weight(p, q, i, j);
  }

  private static double leastTreeCost(double[] p, double[] q, int i, int j) {
    double least = i == j ? q[i] : Double.POSITIVE_INFINITY;
    for (int r = i; r < j; r++) {
      double cost = leastTreeCost(p, q, i, r) + leastTreeCost(p, q, r + 1, j);
      least = Math.min(least, cost + weight(p, q, i, j));
    }
    return least;
  }

  private static double weight(double[] p, double[] q, int i, int j) {
    double weight = q[i];
    for (int k = i; k < j; k++) {
      weight += p[k] + q[k + 1];
    }
    return weight;
  }
}
