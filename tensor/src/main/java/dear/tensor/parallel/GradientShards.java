// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

import java.util.Arrays;

/**
 * Sums gradients over the graphs of a batch, with the same bits for any number of threads.
 *
 * <p>Floating-point addition is not associative, so a sum must always be computed in the same
 * order. The batch is cut into a fixed number of shards of consecutive graphs, each with an array
 * of its own that one thread fills graph by graph; then the arrays are added in the order of
 * shards. The result depends on the batch and on the number of shards alone.
 *
 * <p>More shards balance better but cost more memory traffic: each is as large as the model. Eight
 * keep up to eight threads busy; at 330,000 parameters they take 10 MB.
 */
public final class GradientShards {
  /** Enough for eight threads. */
  public static final int DEFAULT_COUNT = 8;

  // The number of parameters that one task sums: 16 kB per array, so that the sum stays in the
  // first-level
  // cache.
  private static final int GRAIN = 4096;

  private final Workers workers;
  private final float[][] shards;
  private final float[] total;
  private int graphs;
  private GraphTask task = (worker, graph, gradients) -> {};

  // Created once: a capturing lambda per batch would create garbage.
  private final IndexedTask fill = this::fill;
  private final IndexedTask add = this::add;

  /** A task that adds a graph's gradients to an array. */
  @FunctionalInterface
  public interface GraphTask {
    /**
     * Runs for one graph.
     *
     * @param worker the number of this thread, below {@link Workers#threads}
     * @param graph the index of the graph in the batch
     * @param gradients the array to add to
     */
    void run(int worker, int graph, float[] gradients);
  }

  /** Shards for this many parameters. */
  public GradientShards(Workers workers, int count, int parameters) {
    if (count < 1) {
      throw new IllegalArgumentException("at least one shard is needed, not " + count);
    }
    this.workers = workers;
    this.shards = new float[count][parameters];
    this.total = new float[parameters];
  }

  /**
   * Runs a task for each graph and sums what they add.
   *
   * @return the sum; the array is reused by the next call
   * @throws TaskFailedException with the index of the graph, if one fails
   */
  public float[] sum(int graphCount, GraphTask work) {
    graphs = graphCount;
    task = work;
    workers.run("graph", shards.length, fill);
    workers.run("range", Math.ceilDiv(total.length, GRAIN), add);
    return total;
  }

  private void fill(int worker, int shard) {
    int from = (int) ((long) graphs * shard / shards.length);
    int to = (int) ((long) graphs * (shard + 1) / shards.length);
    float[] gradients = shards[shard];
    Arrays.fill(gradients, 0);
    for (int graph = from; graph < to; graph++) {
      try {
        task.run(worker, graph, gradients);
      } catch (RuntimeException | Error e) {
        throw new TaskFailedException("graph", graph, e);
      }
    }
  }

  private void add(int worker, int range) {
    int from = range * GRAIN;
    int to = Math.min(total.length, from + GRAIN);
    System.arraycopy(shards[0], from, total, from, to - from);
    for (int s = 1; s < shards.length; s++) {
      float[] shard = shards[s];
      for (int i = from; i < to; i++) {
        total[i] += shard[i];
      }
    }
  }
}
