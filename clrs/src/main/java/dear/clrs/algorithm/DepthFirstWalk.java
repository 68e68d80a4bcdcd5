// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.Graph;
import java.util.Arrays;

/**
 * The one walk that the depth-first algorithms of CLRS-30 share (CLRS 22.3; Tarjan 1972), with an
 * explicit stack so that the depth of a graph does not matter.
 *
 * <p>The stack is a chain of pointers: {@code s_prev} leads from each node on it to the one below,
 * the bottom and all others to themselves. The walk is at its top, u, and proceeds in turns:
 *
 * <ol>
 *   <li>a node seen for the first time turns grey and gets its discovery time: a snapshot;
 *   <li>the first white neighbour v turns grey and goes on the stack: a snapshot, next turn;
 *   <li>if there is none, u turns black and gets its finishing time: a snapshot; then u is popped.
 * </ol>
 *
 * <p>Three quirks of the benchmark are visible in the hints and are kept. Its scan is a loop over
 * all nodes, so v is the last node after a scan that found nothing. The clock advances by
 * repeatedly adding 0.01, which is not the same as multiplying 0.01. And a node pushed on the stack
 * is grey before it has a discovery time; only walks with a clock give it a separate turn for that.
 *
 * <p>No node becomes white again during a walk, so a scan resumes where the last one of that node
 * ended, and a walk takes time linear in the edges. A {@link Visitor} defines what an algorithm
 * does at each turn.
 */
final class DepthFirstWalk {
  /** What an algorithm does during the walk; each call comes just before the turn's snapshot. */
  interface Visitor {
    /** At the start of every turn at u, including those after returning from a child. */
    default void turn(int u) {}

    /** When u is discovered. */
    default void discover(int u) {}

    /** When the walk is about to continue from u to the white neighbour v. */
    default void descend(int u, int v) {}

    /** When all neighbours of u have been seen. */
    default void finish(int u) {}

    /** Finds the next white neighbour of u, or {@link #NONE}. */
    default int scan(DepthFirstWalk walk, int u) {
      return walk.nextWhite(u);
    }
  }

  /** The result of a scan that found no white neighbour. */
  static final int NONE = -1;

  private static final int WHITE = 0;
  private static final int GREY = 1;
  private static final int BLACK = 2;
  private static final double TICK = 0.01;

  private final Execution run;
  private final boolean timed;
  private final int n;
  private final int[] color;
  private final int[] below;
  private final double[] discovered;
  private final double[] finished;
  private final double[] time = {0};
  private final int[] root = {0};
  private final int[] current = {0};
  private final int[] neighbour = {0};
  private final int[] top = {0};
  private int[] start;
  private int[] columns;
  private int[] cursor;

  private DepthFirstWalk(Execution run, boolean timed) {
    this.run = run;
    this.timed = timed;
    Graph graph = run.graph();
    n = graph.nodes();
    color = new int[n];
    below = Chains.selves(n);
    discovered = new double[timed ? n : 0];
    finished = new double[timed ? n : 0];
    start = graph.rowStart();
    columns = graph.columns();
    cursor = Arrays.copyOf(start, n);
    run.hint("color", color);
    run.hint("s_prev", below);
    run.hint("u", current);
    run.hint("v", neighbour);
    run.hint("s_last", top);
  }

  /** A walk with a clock, over all roots. */
  static DepthFirstWalk timed(Execution run) {
    DepthFirstWalk walk = new DepthFirstWalk(run, true);
    run.hint("d", walk.discovered);
    run.hint("f", walk.finished);
    run.hint("time", walk.time);
    run.hint("s", walk.root);
    return walk;
  }

  /** A walk without a clock, over all roots. */
  static DepthFirstWalk untimed(Execution run) {
    DepthFirstWalk walk = new DepthFirstWalk(run, false);
    run.hint("s", walk.root);
    return walk;
  }

  /** A walk without a clock whose only root is an input of the algorithm. */
  static DepthFirstWalk fromSource(Execution run) {
    return new DepthFirstWalk(run, false);
  }

  /** Walks from every node that is still white, in the order of their indices. */
  void fromAll(Visitor visitor) {
    for (int s = 0; s < n; s++) {
      if (isWhite(s)) {
        from(s, visitor);
      }
    }
  }

  /** Walks from one root, which must be white. */
  void from(int s, Visitor visitor) {
    root[0] = s;
    neighbour[0] = s;
    moveTo(s);
    run.push();
    int u = s;
    while (true) {
      visitor.turn(u);
      if (color[u] == WHITE || (timed && discovered[u] == 0)) {
        color[u] = GREY;
        if (timed) {
          discovered[u] = tick();
        }
        visitor.discover(u);
        run.push();
      }
      int v = visitor.scan(this, u);
      if (v != NONE) {
        visitor.descend(u, v);
        color[v] = GREY;
        below[v] = u;
        neighbour[0] = v;
        top[0] = v;
        run.push();
        u = v;
      } else {
        color[u] = BLACK;
        if (timed) {
          finished[u] = tick();
        }
        visitor.finish(u);
        neighbour[0] = n - 1;
        run.push();
        int next = below[u];
        if (next == u) {
          return;
        }
        below[u] = u;
        u = next;
      }
      moveTo(u);
    }
  }

  /** Makes all nodes white again for a second walk on another graph; the clock keeps running. */
  void restart(Graph graph) {
    Arrays.fill(color, WHITE);
    start = graph.rowStart();
    columns = graph.columns();
    cursor = Arrays.copyOf(start, n);
  }

  /** The next white neighbour of u, or {@link #NONE}; nothing before the cursor is white. */
  int nextWhite(int u) {
    int end = start[u + 1];
    for (int e = cursor[u]; e < end; e++) {
      int v = columns[e];
      if (color[v] == WHITE) {
        cursor[u] = e + 1;
        return v;
      }
    }
    cursor[u] = end;
    return NONE;
  }

  /** A snapshot in the middle of a scan, at a neighbour that is not white. */
  void pushAt(int v) {
    neighbour[0] = v;
    run.push();
  }

  boolean isWhite(int node) {
    return color[node] == WHITE;
  }

  /** The root of the tree being walked. */
  int root() {
    return root[0];
  }

  /** When each node was discovered. */
  double[] discovered() {
    return discovered;
  }

  private void moveTo(int u) {
    current[0] = u;
    top[0] = u;
  }

  private double tick() {
    time[0] += TICK;
    return time[0];
  }
}
