// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.tensor.parameter.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GradientTreeTest {
  private static final int PARAMETERS = 9001;

  private static void addNoise(int worker, int graph, float[] gradients) {
    RandomStream random = new RandomStream(graph);
    for (int i = 0; i < PARAMETERS; i++) {
      gradients[i] += (float) (random.nextGaussian() * Math.pow(10, graph % 5));
    }
  }

  /** Sums whose bits depend on the order of addition. */
  private static float[] sum(int threads, int graphs) {
    try (Workers workers = new Workers(threads)) {
      return new GradientTree(workers, PARAMETERS).sum(graphs, GradientTreeTest::addNoise).clone();
    }
  }

  @Test
  void sameBitsForAnyNumberOfThreads() {
    for (int graphs : new int[] {1, 5, 32, 33}) {
      float[] one = sum(1, graphs);
      assertThat(one).isNotEqualTo(new float[PARAMETERS]);
      for (int threads : new int[] {2, 3, 8}) {
        assertThat(sum(threads, graphs)).as("%d threads", threads).isEqualTo(one);
      }
    }
  }

  @Test
  void theBracketsAreThoseOfABinaryTree() {
    // 23 graphs: five leaves of four, one of three.
    float[][] leaves = new float[6][PARAMETERS];
    for (int graph = 0; graph < 23; graph++) {
      addNoise(0, graph, leaves[graph / 4]);
    }
    float[] sum = sum(2, 23);
    for (int i = 0; i < PARAMETERS; i++) {
      float left = (leaves[0][i] + leaves[1][i]) + (leaves[2][i] + leaves[3][i]);
      assertThat(sum[i]).isEqualTo(left + (leaves[4][i] + leaves[5][i]));
    }
  }

  /** The sum of parts, each of which was computed by a team of its own, in reverse order. */
  private static float[] joined(int graphs, int[] cuts, List<Integer> arrays) {
    List<GradientTree.Part> parts = new ArrayList<>();
    for (int c = cuts.length - 1; c > 0; c--) {
      try (Workers workers = new Workers(2)) {
        GradientTree tree = new GradientTree(workers, PARAMETERS);
        List<GradientTree.Part> mine =
            tree.parts(graphs, cuts[c - 1], cuts[c], GradientTreeTest::addNoise);
        arrays.add(mine.size());
        parts.addAll(mine);
      }
    }
    try (Workers workers = new Workers(1)) {
      return new GradientTree(workers, PARAMETERS).join(graphs, parts).clone();
    }
  }

  @Test
  void partsOfAnyCutHaveTheBitsOfTheWhole() {
    for (int graphs : new int[] {1, 7, 31, 32, 33, 100}) {
      float[] whole = sum(1, graphs);
      int leaves = GradientTree.leaves(graphs);
      for (int machines = 1; machines <= 5; machines++) {
        int[] cuts = new int[machines + 1];
        for (int m = 0; m <= machines; m++) {
          cuts[m] = leaves * m / machines;
        }
        assertThat(joined(graphs, cuts, new ArrayList<>()))
            .as("%d graphs on %d machines", graphs, machines)
            .isEqualTo(whole);
      }
    }
  }

  @Test
  void aPartThatIsASubtreeIsOneArray() {
    List<Integer> arrays = new ArrayList<>();
    joined(32, new int[] {0, 2, 4, 8}, arrays);
    assertThat(arrays).containsExactly(1, 1, 1);
    arrays.clear();
    joined(32, new int[] {0, 1, 7, 8}, arrays); // the middle: leaf 1, leaves 2 and 3, 4 and 5, 6
    assertThat(arrays).containsExactly(1, 4, 1);
  }

  @Test
  void partsThatAreNotAWholeBatchAreRefused() {
    try (Workers workers = new Workers(1)) {
      GradientTree tree = new GradientTree(workers, 3);
      GradientTree.Part leaf = new GradientTree.Part(0, 0, new float[3]);
      assertThatThrownBy(() -> tree.join(8, List.of(leaf)))
          .hasMessage("the parts hold 1 leaves instead of the 2 of a batch of 8 graphs");
      assertThatThrownBy(() -> tree.join(4, List.of(new GradientTree.Part(1, 0, new float[3]))))
          .hasMessageStartingWith("node 0 of level 1 with 3 values is not part of a batch");
      assertThatThrownBy(() -> tree.join(4, List.of(new GradientTree.Part(0, 0, new float[2]))))
          .hasMessageContaining("with 2 values");
      assertThatThrownBy(() -> tree.parts(8, 1, 3, (worker, graph, gradients) -> {}))
          .hasMessage("leaves 1 to 3 are not among the 2 of a batch of 8 graphs");
      assertThat(tree.join(4, List.of(leaf))).isEqualTo(new float[3]);
    }
  }

  @Test
  void everyGraphCountsOnce() {
    try (Workers workers = new Workers(2)) {
      GradientTree tree = new GradientTree(workers, 40);
      GradientTree.GraphTask task = (worker, graph, gradients) -> gradients[graph] += graph + 1;
      tree.sum(40, task); // leftovers of an earlier batch must not matter
      float[] sum = tree.sum(40, task);
      for (int i = 0; i < 40; i++) {
        assertThat(sum[i]).isEqualTo(i + 1);
      }
    }
  }

  @Test
  void aFailureNamesItsGraph() {
    try (Workers workers = new Workers(2)) {
      GradientTree tree = new GradientTree(workers, 40);
      assertThatThrownBy(() ->
              tree.sum(
                  32,
                  (worker, graph, gradients) -> {
                    if (graph >= 17) {
                      throw new IllegalStateException("not finite");
                    }
                  }))
          .isInstanceOf(TaskFailedException.class)
          .hasMessage("graph 17: java.lang.IllegalStateException: not finite")
          .extracting(e -> ((TaskFailedException) e).index())
          .isEqualTo(17);
    }
  }
}
