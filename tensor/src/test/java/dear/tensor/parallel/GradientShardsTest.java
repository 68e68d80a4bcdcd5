// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.tensor.parameter.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GradientShardsTest {
  private static final int PARAMETERS = 9001;

  /** Sums whose bits depend on the order of addition. */
  private static float[] sum(int threads, int graphs) {
    try (Workers workers = new Workers(threads)) {
      GradientShards shards = new GradientShards(workers, 8, PARAMETERS);
      GradientShards.GraphTask task =
          (worker, graph, gradients) -> {
            RandomStream random = new RandomStream(graph);
            for (int i = 0; i < PARAMETERS; i++) {
              gradients[i] += (float) (random.nextGaussian() * Math.pow(10, graph % 5));
            }
          };
      return shards.sum(graphs, task).clone();
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
  void everyGraphCountsOnce() {
    try (Workers workers = new Workers(2)) {
      GradientShards shards = new GradientShards(workers, 3, 40);
      GradientShards.GraphTask task = (worker, graph, gradients) -> gradients[graph] += graph + 1;
      shards.sum(40, task); // leftovers of an earlier batch must not matter
      float[] sum = shards.sum(40, task);
      for (int i = 0; i < 40; i++) {
        assertThat(sum[i]).isEqualTo(i + 1);
      }
    }
  }

  @Test
  void aFailureNamesItsGraph() {
    try (Workers workers = new Workers(2)) {
      GradientShards shards = new GradientShards(workers, 3, 40);
      assertThatThrownBy(() ->
              shards.sum(
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
