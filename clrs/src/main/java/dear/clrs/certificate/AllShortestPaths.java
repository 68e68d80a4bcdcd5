// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Support;
import java.util.Arrays;

/**
 * Shortest paths between all pairs: the conditions of {@link ShortestPaths} for each row of the
 * answer, whose node is the source, with {@code Pi[i][j] = i} also for an unreachable node. This
 * costs O(nodes × edges) time, on sparse graphs the square of the nodes, like the answer itself,
 * and memory for one row.
 *
 * <p>On the diagonal the empty path is right; at a node with a self-loop, so is the last node of a
 * shortest cycle, which is what CLRS-30 expects there.
 *
 * <p>An answer for the edges only says nothing about paths through other pairs. What it does say is
 * still checked: any fault counts, but without one the answer is proved right only if no edge
 * leaves the given pairs.
 */
final class AllShortestPaths implements Conditions {
  private static final int NOT_GIVEN = -1;

  @Override
  public String basis() {
    return "the pointers of each row form a tree of edges, and no edge offers a shorter path";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    Feature pi = answer.feature("Pi");
    Graph graph = inputs.graph();
    Row row = new Row(graph, findings);
    int n = graph.nodes();
    for (int i = 0; i < n; i++) {
      if (pi.spec().support() == Support.PAIRS) {
        System.arraycopy(pi.codes(), i * n, row.given, 0, n);
      } else {
        Arrays.fill(row.given, NOT_GIVEN);
        for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
          row.given[graph.columns()[e]] = pi.codes()[e];
        }
      }
      row.check(i);
    }
  }

  /** One source and the pointers of its paths. */
  private static final class Row {
    private static final int UNKNOWN = 0;
    private static final int IN_TREE = 1;
    private static final int BROKEN = 2; // below a fault or a missing pair
    private static final int OUT_OF_REACH = 3;
    private static final int ON_THE_WAY = 4;

    private final Graph graph;
    private final Findings findings;
    private final Distances distances;
    private final int[] given;
    private final int[] state;
    private final int[] way;
    private final double[] weight;

    Row(Graph graph, Findings findings) {
      this.graph = graph;
      this.findings = findings;
      int n = graph.nodes();
      distances = new Distances(n);
      given = new int[n];
      state = new int[n];
      way = new int[n];
      weight = new double[n];
    }

    void check(int source) {
      int n = graph.nodes();
      Arrays.fill(state, UNKNOWN);
      findWeights();
      state[source] = IN_TREE;
      distances.start(source);
      for (int j = 0; j < n; j++) {
        climb(source, j);
      }
      double round = Double.POSITIVE_INFINITY;
      int last = source;
      for (int u = 0; u < n; u++) {
        if (state[u] != IN_TREE) {
          continue;
        }
        relax(source, u);
        double back = graph.weight(u, source);
        if (back != 0 && distances.to(u) + back < round) {
          round = distances.to(u) + back;
          last = u;
        }
      }
      checkDiagonal(source, last, round);
    }

    /** The weight of the edge by which each node should be entered; zero where there is none. */
    private void findWeights() {
      for (int j = 0; j < given.length; j++) {
        weight[j] = given[j] == NOT_GIVEN || given[j] == j ? 0 : graph.weight(given[j], j);
      }
    }

    /**
     * Follows the pointers from a node to one whose state is known, and fills in the nodes between.
     */
    private void climb(int source, int node) {
      int length = 0;
      int at = node;
      while (state[at] == UNKNOWN) {
        if (weight[at] == 0) {
          state[at] = stop(source, at);
          break;
        }
        state[at] = ON_THE_WAY;
        way[length++] = at;
        at = given[at];
      }
      if (state[at] == ON_THE_WAY) {
        int start = at;
        do {
          int member = at;
          fault(source, member, "the pointers form a cycle");
          state[at] = BROKEN;
          at = given[at];
        } while (at != start);
      }
      while (length > 0) {
        int child = way[--length];
        if (state[child] == ON_THE_WAY) {
          hang(source, child);
        }
      }
    }

    private void hang(int source, int child) {
      int up = given[child];
      switch (state[up]) {
        case IN_TREE -> {
          distances.extend(up, weight[child], child);
          state[child] = IN_TREE;
        }
        case OUT_OF_REACH -> {
          fault(source, child, "the pointer leads to a node marked unreachable");
          state[child] = BROKEN;
        }
        default -> state[child] = BROKEN;
      }
    }

    /** The state of a node whose pointer does not follow an edge. */
    private int stop(int source, int node) {
      if (given[node] == NOT_GIVEN) {
        return BROKEN;
      }
      if (given[node] == source) {
        return OUT_OF_REACH;
      }
      fault(
          source,
          node,
          given[node] == node
              ? "the pointer leads to %s itself, but only one to %s means that there is no path"
                  .formatted(findings.name(node), findings.name(source))
              : "the pointer leads to a node, but there is no edge from there");
      return BROKEN;
    }

    private void relax(int source, int u) {
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int v = graph.columns()[e];
        double w = graph.weights()[e];
        if (w == 0) {
          continue;
        }
        if (state[v] == OUT_OF_REACH) {
          fault(source, v, "it is marked unreachable, but a path leads there");
          state[v] = BROKEN; // reported once
        } else if (given[v] == NOT_GIVEN) {
          findings.doubt(
              "not fully checked: the answer covers edges only, and paths between other"
                  + " pairs are not known; no fault was found on those that are");
        } else if (state[v] == IN_TREE && distances.isShorter(u, w, v)) {
          findings.edge(
              source,
              v,
              () ->
                  "from %s to %s the path via %s has length %s, not %s"
                      .formatted(
                          findings.name(source),
                          findings.name(v),
                          findings.name(u),
                          Findings.number(distances.to(u) + w),
                          Findings.number(distances.to(v))));
        }
      }
    }

    private void checkDiagonal(int source, int last, double round) {
      int pointer = given[source];
      if (pointer == source || pointer == NOT_GIVEN) {
        return;
      }
      double back = graph.weight(pointer, source);
      if (graph.weight(source, source) == 0 || back == 0) {
        fault(source, source, "the empty path is the shortest");
      } else if (state[pointer] == IN_TREE) {
        double length = distances.to(pointer) + back;
        if (length - round > Rounding.slack(given.length, Math.abs(length) + Math.abs(round))) {
          fault(
              source,
              source,
              "the cycle via %s is shorter: %s, not %s"
                  .formatted(findings.name(last), Findings.number(round), Findings.number(length)));
        }
      }
    }

    private void fault(int source, int node, String reason) {
      findings.edge(
          source,
          node,
          () -> "from %s to %s: %s".formatted(findings.name(source), findings.name(node), reason));
    }
  }
}
