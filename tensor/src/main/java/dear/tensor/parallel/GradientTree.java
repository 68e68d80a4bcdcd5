// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sums gradients over the graphs of a batch, with the same bits for any number of threads and
 * machines.
 *
 * <p>Floating-point addition is not associative, so a sum must always be bracketed in the same way.
 * The batch is cut into leaves of four consecutive graphs, each with an array of its own that one
 * thread fills graph by graph. Leaves 2i and 2i + 1 are added to node i of the next level, and so
 * on up to the root; a node without a neighbour moves up as it is. The brackets depend on the
 * number of graphs alone. The order of the two operands does not matter, since {@code a + b} and
 * {@code b + a} have the same bits: whoever finishes the second of two neighbours adds them.
 *
 * <p>A tree, unlike a sum from left to right, lets each of several machines add what lies in its
 * part of the batch. A part whose leaves are a whole subtree is a single array, a part of any
 * {@code k} consecutive leaves at most {@code 2 log2(k)} of them ({@link #parts}), and whoever
 * collects the arrays of all parts continues where they stopped ({@link #join}).
 *
 * <p>Arrays, each as large as the model, are reused: about one per thread and one per level are in
 * use at a time.
 */
public final class GradientTree {
  /**
   * The number of graphs of a leaf. More would leave threads idle in small batches, fewer would
   * cost memory traffic: a leaf is cleared, and added to another, once per batch.
   */
  public static final int LEAF = 4;

  private static final float[] NONE = {};

  private final Workers workers;
  private final int parameters;
  private final Object lock = new Object();
  // Guarded by the lock: arrays that nobody uses, and by level the nodes that wait for their
  // neighbour.
  private final ArrayDeque<float[]> free = new ArrayDeque<>();
  private float[][][] waiting = {};
  private int graphs = -1;
  private int first;
  private float[] total = NONE;
  private GraphTask task = (worker, graph, gradients) -> {};

  // Created once: a capturing lambda per batch would create garbage.
  private final IndexedTask fill = this::fill;

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

  /**
   * The sum over a subtree.
   *
   * @param level the level of the subtree's root; leaves have level 0
   * @param index its index within the level
   * @param gradients the sum
   */
  @SuppressWarnings("ArrayRecordComponent") // bulk numbers to add up, never to compare
  public record Part(int level, int index, float[] gradients) {}

  /** A tree for this many parameters. */
  public GradientTree(Workers workers, int parameters) {
    this.workers = workers;
    this.parameters = parameters;
  }

  /** Returns the number of leaves of a batch. */
  public static int leaves(int graphs) {
    return Math.ceilDiv(graphs, LEAF);
  }

  /**
   * Runs a task for each graph and sums what they add.
   *
   * @return the sum; the array is reused by the next call
   * @throws TaskFailedException with the index of the graph, if one fails
   */
  public float[] sum(int graphCount, GraphTask work) {
    grow(graphCount, 0, leaves(graphCount), work);
    return root();
  }

  /**
   * Runs a task for each graph of some consecutive leaves and sums what they add, as far as the
   * tree allows without the other leaves.
   *
   * @param graphCount the number of graphs of the whole batch
   * @param fromLeaf the first leaf
   * @param toLeaf the leaf after the last
   * @return the sums in the order of leaves; the arrays are reused by the next call
   * @throws TaskFailedException with the index of the graph, if one fails
   */
  public List<Part> parts(int graphCount, int fromLeaf, int toLeaf, GraphTask work) {
    if (fromLeaf < 0 || toLeaf < fromLeaf || toLeaf > leaves(graphCount)) {
      throw new IllegalArgumentException(
          "leaves %d to %d are not among the %d of a batch of %d graphs"
              .formatted(fromLeaf, toLeaf, leaves(graphCount), graphCount));
    }
    grow(graphCount, fromLeaf, toLeaf, work);
    List<Part> parts = new ArrayList<>();
    for (int level = 0; level < waiting.length; level++) {
      for (int index = 0; index < waiting[level].length; index++) {
        if (!isNone(waiting[level][index])) {
          parts.add(new Part(level, index, waiting[level][index]));
        }
      }
    }
    parts.sort((a, b) -> Long.compare((long) a.index << a.level, (long) b.index << b.level));
    return parts;
  }

  /**
   * Adds the parts of a whole batch, in whatever order they are given.
   *
   * @return the sum, with the bits of {@link #sum}; the array is reused by the next call
   */
  public float[] join(int graphCount, List<Part> parts) {
    prepare(graphCount);
    int joined = 0;
    for (Part part : parts) {
      if (part.level < 0
          || part.level >= waiting.length
          || part.index < 0
          || part.index >= waiting[part.level].length
          || part.gradients.length != parameters) {
        throw new IllegalArgumentException(
            "node %d of level %d with %d values is not part of a batch of %d graphs and %d parameters"
                .formatted(part.index, part.level, part.gradients.length, graphCount, parameters));
      }
      float[] gradients = take();
      System.arraycopy(part.gradients, 0, gradients, 0, parameters);
      add(part.level, part.index, gradients);
      int firstLeaf = part.index << part.level;
      joined += Math.min(1 << part.level, leaves(graphCount) - firstLeaf);
    }
    if (joined != leaves(graphCount)) {
      throw new IllegalArgumentException(
          "the parts hold %d leaves instead of the %d of a batch of %d graphs"
              .formatted(joined, leaves(graphCount), graphCount));
    }
    return root();
  }

  private void grow(int graphCount, int fromLeaf, int toLeaf, GraphTask work) {
    prepare(graphCount);
    first = fromLeaf;
    task = work;
    workers.run("graph", toLeaf - fromLeaf, fill);
  }

  /** Makes an empty tree; arrays that the last one left behind are free again. */
  private void prepare(int graphCount) {
    if (graphCount < 1) {
      throw new IllegalArgumentException("a batch needs at least one graph, not " + graphCount);
    }
    synchronized (lock) {
      release(total);
      total = NONE;
      for (float[][] level : waiting) {
        for (int i = 0; i < level.length; i++) {
          release(level[i]);
          level[i] = NONE;
        }
      }
      if (graphs != graphCount) {
        graphs = graphCount;
        waiting = levels(leaves(graphCount));
      }
    }
  }

  private static float[][][] levels(int leaves) {
    List<float[][]> levels = new ArrayList<>();
    for (int nodes = leaves; ; nodes = Math.ceilDiv(nodes, 2)) {
      float[][] level = new float[nodes][];
      Arrays.fill(level, NONE);
      levels.add(level);
      if (nodes == 1) {
        return levels.toArray(float[][][]::new);
      }
    }
  }

  private float[] root() {
    synchronized (lock) {
      float[][] top = waiting[waiting.length - 1];
      total = top[0];
      top[0] = NONE;
      return total;
    }
  }

  private void fill(int worker, int offset) {
    int leaf = first + offset;
    float[] gradients = take();
    Arrays.fill(gradients, 0);
    int to = Math.min(graphs, (leaf + 1) * LEAF);
    for (int graph = leaf * LEAF; graph < to; graph++) {
      try {
        task.run(worker, graph, gradients);
      } catch (RuntimeException | Error e) {
        throw new TaskFailedException("graph", graph, e);
      }
    }
    add(0, leaf, gradients);
  }

  /** Adds a node to its neighbour, the sum to its neighbour, and so on, as far as they are done. */
  private void add(int level, int index, float[] gradients) {
    int at = index;
    for (int l = level; ; l++) {
      int neighbour = at ^ 1;
      float[] other = NONE;
      if (neighbour < waiting[l].length) {
        synchronized (lock) {
          other = waiting[l][neighbour];
          waiting[l][neighbour] = NONE;
          if (isNone(other)) {
            waiting[l][at] = gradients;
            return;
          }
        }
        for (int i = 0; i < gradients.length; i++) {
          gradients[i] += other[i];
        }
        synchronized (lock) {
          release(other);
        }
      } else if (l == waiting.length - 1) {
        synchronized (lock) {
          waiting[l][0] = gradients;
        }
        return;
      }
      at >>= 1;
    }
  }

  private float[] take() {
    synchronized (lock) {
      return free.isEmpty() ? new float[parameters] : free.pop();
    }
  }

  private void release(float[] array) {
    if (!isNone(array)) {
      free.push(array);
    }
  }

  @SuppressWarnings("ReferenceEquality") // sums over no parameters are empty, too
  private static boolean isNone(float[] array) {
    return array == NONE;
  }
}
