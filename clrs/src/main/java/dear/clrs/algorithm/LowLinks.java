// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.Graph;
import java.util.Arrays;

/**
 * For each node of a depth-first walk, the earliest node its subtree touches by an edge outside the
 * tree. This shows which edges and nodes hold a graph together (Hopcroft and Tarjan 1973).
 *
 * <p>Each time the walk returns to u from a child, the benchmark looks at all neighbours of u
 * again, starting with the first, and takes a snapshot at each that is neither white nor the
 * parent. The second look changes nothing: {@code low[u]} already accounts for their discovery
 * times, or, for a child, would get one later than its own. A run without hints therefore resumes
 * where it stopped and only counts the snapshots.
 */
final class LowLinks {
  /** Called for every child when its parent is finished, in ascending order of children. */
  @FunctionalInterface
  interface ChildListener {
    /** The subtree of v, attached to u by the edge with this number, is complete. */
    void closed(int u, int v, int edge);
  }

  private static final double ONE_CHILD = 0.01;

  private final Execution run;
  private final DepthFirstWalk walk;
  private final int[] start;
  private final int[] columns;
  private final double[] weights;
  private final int[] parent;
  private final double[] low;
  private final double[] childCount;
  private final double[] discovered;

  LowLinks(Execution run) {
    this.run = run;
    Graph graph = run.graph();
    walk = DepthFirstWalk.timed(run);
    start = graph.rowStart();
    columns = graph.columns();
    weights = graph.weights();
    parent = Chains.selves(graph.nodes());
    low = new double[graph.nodes()];
    childCount = new double[graph.nodes()];
    discovered = walk.discovered();
    run.hint("pi_h", parent);
    run.hint("low", low);
  }

  /** Walks the whole graph. */
  void walk(ChildListener listener) {
    walk.fromAll(new Links(listener));
  }

  /** The number of each node's children so far, in hundredths. */
  double[] childCount() {
    return childCount;
  }

  /** Whether nothing below v touches a node above u, its parent. */
  boolean endsAt(int u, int v) {
    return low[v] >= discovered[u];
  }

  /** Whether nothing below v touches u, its parent, or a node above. */
  boolean endsBelow(int u, int v) {
    return low[v] > discovered[u];
  }

  /** Whether u is the root of its tree. */
  boolean isRoot(int u) {
    return parent[u] == u;
  }

  /** Whether u has more than one child. */
  boolean branches(int u) {
    return childCount[u] > ONE_CHILD;
  }

  /** The walk's visitor. */
  private final class Links implements DepthFirstWalk.Visitor {
    private final ChildListener listener;
    private final int[] cursor = Arrays.copyOf(start, parent.length);
    private final int[] looks = new int[parent.length];

    Links(ChildListener listener) {
      this.listener = listener;
    }

    @Override
    public void discover(int u) {
      low[u] = discovered[u];
    }

    @Override
    public int scan(DepthFirstWalk walk, int u) {
      boolean recording = run.recording();
      if (!recording) {
        for (int i = 0; i < looks[u]; i++) {
          run.push();
        }
      }
      for (int e = recording ? start[u] : cursor[u]; e < start[u + 1]; e++) {
        int v = columns[e];
        if (walk.isWhite(v)) {
          cursor[u] = e + 1;
          looks[u]++; // from the next scan on, the child is examined too
          return v;
        }
        if (v != parent[u] && weights[e] != 0) {
          low[u] = Math.min(low[u], discovered[v]);
          looks[u]++;
          walk.pushAt(v);
        }
      }
      cursor[u] = start[u + 1];
      return DepthFirstWalk.NONE;
    }

    @Override
    public void descend(int u, int v) {
      parent[v] = u;
      childCount[u] += ONE_CHILD;
    }

    @Override
    public void finish(int u) {
      for (int e = start[u]; e < start[u + 1]; e++) {
        int v = columns[e];
        if (parent[v] == u && v != u) {
          low[u] = Math.min(low[u], low[v]);
          listener.closed(u, v, e);
        }
      }
    }
  }
}
