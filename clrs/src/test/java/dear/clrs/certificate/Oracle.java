// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.trait.Proof;
import java.awt.geom.Line2D;
import java.util.Arrays;
import java.util.HashSet;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jgrapht.alg.spanning.KruskalMinimumSpanningTree;
import org.jgrapht.alg.util.UnionFind;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/** Judges small answers by brute force, independently of the conditions. */
final class Oracle {
  private static final double ROUNDING = 1e-9;

  private Oracle() {}

  /** Whether an answer solves its problem. */
  static boolean isRight(Proof.Known proof, Inputs in, Answer out) {
    return switch (proof) {
      case SORTED_CHAIN -> isSorted(in.reals("key"), out.codes("pred"));
      case MINIMUM -> in.reals("key")[out.one("min")] == sorted(in.reals("key"))[0];
      case MEDIAN -> in.reals("key")[out.one("median")] == sorted(in.reals("key"))[in.nodes() / 2];
      case SEARCH -> isFound(in.reals("key"), in.reals("target")[0], out.one("return"));
      case MAXIMUM_SUBARRAY -> isLargest(in.reals("key"), out.one("start"), out.one("end"));
      case MATRIX_CHAIN -> rightCells(in, out.codes("s"), false);
      case SEARCH_TREE -> rightCells(in, out.codes("root"), true);
      case COMMON_SUBSEQUENCE -> isLongest(in, out.codes("b"));
      case ACTIVITIES -> isMost(in.reals("s"), in.reals("f"), out.codes("selected"));
      case TASK_MARKS -> isTaken(in.reals("d"), in.reals("w"), out.codes("selected"));
      case FEWEST_EDGES ->
          noneWrong(wrongPaths(in.graph(), in.codes("s")[0], out.codes("pi"), w -> w > 0, true));
      case SHORTEST_PATHS ->
          noneWrong(wrongPaths(in.graph(), in.codes("s")[0], out.codes("pi"), w -> w != 0, false));
      case ALL_SHORTEST_PATHS -> allPairs(in.graph(), out.codes("Pi"));
      case MINIMUM_TREE -> isMinimumTree(in.graph(), in.codes("s")[0], out.codes("pi"));
      case MINIMUM_FOREST -> isMinimumForest(in.graph(), out.codes("in_mst"));
      case COMPONENTS -> noneWrong(wrongComponents(in.graph(), out.codes("scc_id")));
      case FORWARD_ORDER -> isOrder(in.graph(), out.codes("topo"), out.one("topo_head"));
      case DEPTH_FIRST_FOREST -> isDepthFirst(in.graph(), out.codes("pi"));
      case BRIDGE_COVER -> Arrays.equals(bridges(in.graph()), out.codes("is_bridge"));
      case CUT_POINTS -> Arrays.equals(cutPoints(in.graph()), out.codes("is_cut"));
      case FIRST_MATCH -> isFirstMatch(in, out.one("match"));
      case SEGMENTS -> meet(in.reals("x"), in.reals("y")) == (out.one("intersect") == 1);
      case CONVEX_HULL -> isHull(in.reals("x"), in.reals("y"), out.codes("in_hull"));
    };
  }

  /** Whether something is wrong at a place; true if unknown. */
  static boolean isWrongAt(Proof.Known proof, Inputs in, Answer out, Place place) {
    int node =
        switch (place) {
          case Place.Node(int v) -> v;
          case Place.Edge(int _, int v) -> v;
          case Place.Whole() -> -1;
        };
    if (node < 0) {
      return true;
    }
    int row = place instanceof Place.Edge(int u, int _) ? u : node;
    int n = in.nodes();
    return switch (proof) {
      case MINIMUM -> in.reals("key")[node] < in.reals("key")[out.one("min")];
      case FEWEST_EDGES ->
          wrongPaths(in.graph(), in.codes("s")[0], out.codes("pi"), w -> w > 0, true)[node];
      case SHORTEST_PATHS ->
          wrongPaths(in.graph(), in.codes("s")[0], out.codes("pi"), w -> w != 0, false)[node];
      case ALL_SHORTEST_PATHS -> wrongRow(in.graph(), out.codes("Pi"), row)[node];
      case COMPONENTS -> wrongComponents(in.graph(), out.codes("scc_id"))[node];
      case BRIDGE_COVER -> {
        int e = in.graph().find(row, node);
        yield bridges(in.graph())[e] != out.codes("is_bridge")[e];
      }
      case CUT_POINTS -> cutPoints(in.graph())[node] != out.codes("is_cut")[node];
      case MATRIX_CHAIN -> wrongCells(in, out.codes("s"), false)[row * n + node];
      case SEARCH_TREE -> wrongCells(in, out.codes("root"), true)[row * n + node];
      case SORTED_CHAIN,
          MEDIAN,
          SEARCH,
          MAXIMUM_SUBARRAY,
          COMMON_SUBSEQUENCE,
          ACTIVITIES,
          TASK_MARKS,
          MINIMUM_TREE,
          MINIMUM_FOREST,
          FORWARD_ORDER,
          DEPTH_FIRST_FOREST,
          FIRST_MATCH,
          SEGMENTS,
          CONVEX_HULL ->
          true;
    };
  }

  private static boolean noneWrong(boolean[] wrong) {
    return IntStream.range(0, wrong.length).noneMatch(i -> wrong[i]);
  }

  private static double[] sorted(double[] keys) {
    double[] sorted = keys.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  private static boolean meet(double[] x, double[] y) {
    for (int end = 0; end < 4; end++) { // Line2D is wrong for segments of zero length
      int a = end < 2 ? 2 : 0;
      if (Line2D.ptSegDist(x[a], y[a], x[a + 1], y[a + 1], x[end], y[end]) == 0) {
        return true;
      }
    }
    boolean point = (x[0] == x[1] && y[0] == y[1]) || (x[2] == x[3] && y[2] == y[3]);
    return !point && Line2D.linesIntersect(x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3]);
  }

  private static boolean isSorted(double[] keys, int[] pred) {
    int n = keys.length;
    int last =
        IntStream.range(0, n)
            .filter(v -> IntStream.range(0, n).noneMatch(w -> w != v && pred[w] == v))
            .findFirst()
            .orElse(-1);
    if (last < 0) {
      return false;
    }
    double[] sequence = new double[n];
    int at = last;
    for (int k = n - 1; k >= 0; k--) {
      sequence[k] = keys[at];
      if (k > 0 && pred[at] == at) {
        return false;
      }
      at = k > 0 ? pred[at] : at;
    }
    return pred[at] == at && Arrays.equals(sequence, sorted(keys));
  }

  private static boolean isFound(double[] keys, double target, int place) {
    int first = 0;
    while (first < keys.length - 1 && keys[first] < target) {
      first++;
    }
    return place == first || keys[place] == target;
  }

  private static boolean isLargest(double[] keys, int start, int end) {
    double best = Double.NEGATIVE_INFINITY;
    double own = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < keys.length; i++) {
      double sum = 0;
      for (int j = i; j < keys.length; j++) {
        sum += keys[j];
        best = Math.max(best, sum);
        own = i == start && j == end ? sum : own;
      }
    }
    return own >= best - ROUNDING;
  }

  private static boolean rightCells(Inputs in, int[] split, boolean tree) {
    return noneWrong(wrongCells(in, split, tree));
  }

  private static boolean[] wrongCells(Inputs in, int[] split, boolean tree) {
    int n = in.nodes();
    boolean[] wrong = new boolean[n * n];
    double[][] best = new double[n][n];
    for (int length = 0; length < n; length++) {
      for (int i = tree ? 0 : 1; i + length < n; i++) {
        int j = i + length;
        best[i][j] = length == 0 ? (tree ? in.reals("q")[i] : 0) : Double.POSITIVE_INFINITY;
        for (int k = i; k < j; k++) {
          best[i][j] = Math.min(best[i][j], best[i][k] + best[k + 1][j] + join(in, i, k, j, tree));
        }
        wrong[i * n + j] = answered(in, split, i, j, tree) > best[i][j] + ROUNDING;
      }
    }
    return wrong;
  }

  private static double join(Inputs in, int i, int k, int j, boolean tree) {
    double[] p = in.reals("p");
    if (!tree) {
      return p[i - 1] * p[k] * p[j];
    }
    double sum = in.reals("q")[i];
    for (int l = i; l < j; l++) {
      sum += p[l] + in.reals("q")[l + 1];
    }
    return sum;
  }

  private static double answered(Inputs in, int[] split, int i, int j, boolean tree) {
    if (i == j) {
      return tree ? in.reals("q")[i] : 0;
    }
    int k = split[i * in.nodes() + j];
    return k < i || k >= j
        ? Double.POSITIVE_INFINITY
        : answered(in, split, i, k, tree)
            + answered(in, split, k + 1, j, tree)
            + join(in, i, k, j, tree);
  }

  private static boolean isLongest(Inputs in, int[] from) {
    int n = in.nodes();
    int rows = (int) Arrays.stream(in.codes("string")).filter(s -> s == 0).count();
    int[] letters = in.codes("key");
    int[][] best = new int[rows + 1][n - rows + 1];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < n - rows; j++) {
        best[i + 1][j + 1] =
            letters[i] == letters[rows + j]
                ? best[i][j] + 1
                : Math.max(best[i][j + 1], best[i + 1][j]);
        int a = i;
        int b = j;
        int length = 0;
        while (a >= 0 && b >= 0) {
          int direction = from[a * n + rows + b];
          if (direction < 0 || direction > 2) {
            return false;
          }
          if (direction == 0) {
            if (letters[a] != letters[rows + b]) {
              return false;
            }
            length++;
          }
          a -= direction == 2 ? 0 : 1;
          b -= direction == 1 ? 0 : 1;
        }
        if (length != best[i + 1][j + 1]) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isMost(double[] s, double[] f, int[] selected) {
    int n = s.length;
    int most = 0;
    int own = -1;
    for (int set = 0; set < 1 << n; set++) {
      boolean free = true;
      boolean same = true;
      for (int i = 0; i < n && free; i++) {
        same &= (set >> i & 1) == selected[i];
        for (int j = 0; j < i; j++) {
          free &= (set >> i & set >> j & 1) == 0 || s[i] >= f[j] || s[j] >= f[i];
        }
      }
      if (free) {
        most = Math.max(most, Integer.bitCount(set));
        own = same ? Integer.bitCount(set) : own;
      }
    }
    return own == most;
  }

  /** Whether CLRS-30's rule takes these tasks in some order that starts with the heaviest. */
  private static boolean isTaken(double[] d, double[] w, int[] selected) {
    return isTaken(d, w, selected, new boolean[w.length], 0, 0);
  }

  private static boolean isTaken(
      double[] d, double[] w, int[] selected, boolean[] done, int seen, int taken) {
    if (seen == w.length) {
      return true;
    }
    double heaviest =
        IntStream.range(0, w.length).filter(i -> !done[i]).mapToDouble(i -> w[i]).max().orElse(0);
    for (int i = 0; i < w.length; i++) {
      int takes = taken < d[i] ? 1 : 0;
      if (!done[i] && w[i] == heaviest && takes == selected[i]) {
        done[i] = true;
        if (isTaken(d, w, selected, done, seen + 1, taken + takes)) {
          return true;
        }
        done[i] = false;
      }
    }
    return false;
  }

  /** Distances by relaxing everything n times, compared with those given by the pointers. */
  private static boolean[] wrongPaths(
      Graph graph, int source, int[] pi, DoublePredicate usable, boolean count) {
    int n = graph.nodes();
    double[] best = distances(graph, source, usable, count);
    boolean[] wrong = new boolean[n];
    for (int v = 0; v < n; v++) {
      double length = 0;
      int at = v;
      for (int k = 0; k <= n && at != source; k++) {
        double w = graph.weight(pi[at], at);
        boolean stays = pi[at] == at;
        length =
            stays && at == v
                ? Double.POSITIVE_INFINITY
                : stays || !usable.test(w) || k == n ? Double.NaN : length + (count ? 1 : w);
        if (stays || Double.isNaN(length)) {
          break;
        }
        at = pi[at];
      }
      boolean equal = length == best[v] || Math.abs(length - best[v]) < ROUNDING;
      wrong[v] = !equal || (v == source && pi[v] != v);
    }
    return wrong;
  }

  private static double[] distances(
      Graph graph, int source, DoublePredicate usable, boolean count) {
    int n = graph.nodes();
    int[] rows = graph.rows();
    double[] best = new double[n];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    best[source] = 0;
    for (int k = 0; k < n; k++) {
      for (int e = 0; e < rows.length; e++) {
        double w = graph.weights()[e];
        if (usable.test(w)) {
          int v = graph.columns()[e];
          best[v] = Math.min(best[v], best[rows[e]] + (count ? 1 : w));
        }
      }
    }
    return best;
  }

  private static boolean allPairs(Graph graph, int[] pi) {
    return IntStream.range(0, graph.nodes()).allMatch(i -> noneWrong(wrongRow(graph, pi, i)));
  }

  private static boolean[] wrongRow(Graph graph, int[] pi, int source) {
    int n = graph.nodes();
    int[] row = Arrays.copyOfRange(pi, source * n, source * n + n);
    int diagonal = row[source];
    row[source] = source;
    boolean[] misencoded = new boolean[n];
    for (int j = 0; j < n; j++) {
      misencoded[j] = j != source && row[j] == j;
      if (row[j] == source && graph.weight(source, j) == 0) {
        row[j] = j; // unreachable
      }
    }
    boolean[] wrong = wrongPaths(graph, source, row, w -> w != 0, false);
    for (int j = 0; j < n; j++) {
      wrong[j] |= misencoded[j];
    }
    if (diagonal != source) {
      double[] d = distances(graph, source, w -> w != 0, false);
      double round = Double.POSITIVE_INFINITY;
      for (int u = 0; u < n; u++) {
        round =
            graph.weight(u, source) == 0 ? round : Math.min(round, d[u] + graph.weight(u, source));
      }
      double back = graph.weight(diagonal, source);
      wrong[source] =
          graph.weight(source, source) == 0
              || back == 0
              || wrong[diagonal]
              || d[diagonal] + back > round + ROUNDING;
    }
    return wrong;
  }

  private static boolean isMinimumTree(Graph graph, int source, int[] pi) {
    int n = graph.nodes();
    int[] marked = new int[graph.edges()];
    boolean[] inside = new boolean[n];
    for (int v = 0; v < n; v++) {
      inside[v] = distances(graph, source, w -> w != 0, true)[v] < Double.POSITIVE_INFINITY;
      if (pi[v] == v) {
        if (inside[v] && v != source) {
          return false;
        }
        continue;
      }
      if (!inside[v] || v == source || graph.find(pi[v], v) < 0) {
        return false;
      }
      if (marked[graph.find(v, pi[v])] == 1) {
        return false;
      }
      marked[graph.find(pi[v], v)] = 1;
      marked[graph.find(v, pi[v])] = 1;
    }
    // The rest of the forest does not matter: use the minimum forest there.
    return weightOf(graph, marked, inside) <= bestForest(graph, inside) + ROUNDING
        && isForest(graph, marked);
  }

  private static boolean isMinimumForest(Graph graph, int[] marked) {
    boolean[] all = new boolean[graph.nodes()];
    Arrays.fill(all, true);
    int[] rows = graph.rows();
    for (int e = 0; e < marked.length; e++) {
      if (marked[e] != marked[graph.find(graph.columns()[e], rows[e])]
          || (marked[e] == 1 && graph.columns()[e] == rows[e])) {
        return false;
      }
    }
    return isForest(graph, marked)
        && treesOf(graph, marked)
            == treesOf(graph, IntStream.range(0, marked.length).map(e -> 1).toArray())
        && weightOf(graph, marked, all) <= bestForest(graph, all) + ROUNDING;
  }

  private static int treesOf(Graph graph, int[] marked) {
    UnionFind<Integer> sets = new UnionFind<>(new HashSet<>());
    IntStream.range(0, graph.nodes()).forEach(sets::addElement);
    int[] rows = graph.rows();
    for (int e = 0; e < marked.length; e++) {
      if (marked[e] == 1) {
        sets.union(rows[e], graph.columns()[e]);
      }
    }
    return sets.numberOfSets();
  }

  private static boolean isForest(Graph graph, int[] marked) {
    return Arrays.stream(marked).sum() / 2 == graph.nodes() - treesOf(graph, marked);
  }

  private static double weightOf(Graph graph, int[] marked, boolean[] inside) {
    int[] rows = graph.rows();
    return IntStream.range(0, marked.length)
        .filter(e -> rows[e] < graph.columns()[e] && inside[rows[e]])
        .mapToDouble(e -> marked[e] * graph.weights()[e])
        .sum();
  }

  private static double bestForest(Graph graph, boolean[] inside) {
    var copy = new SimpleWeightedGraph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class);
    int[] rows = graph.rows();
    IntStream.range(0, graph.nodes()).forEach(copy::addVertex);
    for (int e = 0; e < rows.length; e++) {
      if (rows[e] < graph.columns()[e] && inside[rows[e]]) {
        copy.setEdgeWeight(copy.addEdge(rows[e], graph.columns()[e]), graph.weights()[e]);
      }
    }
    return new KruskalMinimumSpanningTree<>(copy).getSpanningTree().getWeight();
  }

  private static boolean[] wrongComponents(Graph graph, int[] id) {
    int n = graph.nodes();
    boolean[][] reach = new boolean[n][n];
    int[] root = new int[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        reach[i][j] = i == j || graph.find(i, j) >= 0;
      }
      root[i] = i;
      for (int k = 0; k < n; k++) {
        root[i] = id[root[i]];
      }
      root[i] = id[root[i]] == root[i] ? root[i] : -1;
    }
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          reach[i][j] |= reach[i][k] && reach[k][j];
        }
      }
    }
    boolean[] wrong = new boolean[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        wrong[i] |= root[i] < 0 || (root[i] == root[j]) != (reach[i][j] && reach[j][i]);
      }
    }
    return wrong;
  }

  private static boolean isOrder(Graph graph, int[] next, int head) {
    int n = graph.nodes();
    int[] order = new int[n];
    int at = head;
    for (int k = 0; k < n; k++) {
      order[k] = at;
      if ((next[at] == at) != (k == n - 1)) {
        return false;
      }
      at = next[at];
    }
    return IntStream.range(0, n)
            .allMatch(a ->
                IntStream.rangeClosed(0, a).noneMatch(b -> graph.weight(order[a], order[b]) != 0))
        && Arrays.stream(order).distinct().count() == n;
  }

  private static boolean isDepthFirst(Graph graph, int[] pi) {
    return search(graph, pi, 0, new int[graph.nodes() + 1], 0);
  }

  /** Whether some search, continued with this stack, produces exactly these parents. */
  private static boolean search(Graph graph, int[] pi, int visited, int[] stack, int depth) {
    int n = graph.nodes();
    if (depth == 0) {
      return visited == (1 << n) - 1
          || IntStream.range(0, n)
              .filter(r -> (visited >> r & 1) == 0 && pi[r] == r)
              .anyMatch(r -> enter(graph, pi, visited, stack, 0, r));
    }
    int u = stack[depth - 1];
    int[] open =
        IntStream.range(0, n)
            .filter(v -> (visited >> v & 1) == 0 && graph.find(u, v) >= 0)
            .toArray();
    if (open.length == 0) {
      return search(graph, pi, visited, stack, depth - 1);
    }
    return Arrays.stream(open)
        .filter(v -> pi[v] == u)
        .anyMatch(v -> enter(graph, pi, visited, stack, depth, v));
  }

  private static boolean enter(
      Graph graph, int[] pi, int visited, int[] stack, int depth, int node) {
    int[] deeper = stack.clone();
    deeper[depth] = node;
    return search(graph, pi, visited | 1 << node, deeper, depth + 1);
  }

  private static int[] bridges(Graph graph) {
    int[] rows = graph.rows();
    int[] bridges = new int[graph.edges()];
    int[] all = IntStream.range(0, graph.edges()).map(e -> 1).toArray();
    for (int e = 0; e < bridges.length; e++) {
      int[] without = all.clone();
      without[e] = 0;
      without[graph.find(graph.columns()[e], rows[e])] = 0;
      bridges[e] = treesOf(graph, without) > treesOf(graph, all) ? 1 : 0;
    }
    return bridges;
  }

  /** The nodes without which two of their neighbours cannot reach each other. */
  private static int[] cutPoints(Graph graph) {
    int n = graph.nodes();
    int[] cut = new int[n];
    for (int v = 0; v < n; v++) {
      UnionFind<Integer> parts =
          new UnionFind<>(IntStream.range(0, n).boxed().collect(Collectors.toSet()));
      int[] rows = graph.rows();
      for (int e = 0; e < rows.length; e++) {
        if (rows[e] != v && graph.columns()[e] != v) {
          parts.union(rows[e], graph.columns()[e]);
        }
      }
      HashSet<Integer> around = new HashSet<>();
      for (int u = 0; u < n; u++) {
        if (u != v && graph.find(v, u) >= 0) {
          around.add(parts.find(u));
        }
      }
      cut[v] = around.size() > 1 ? 1 : 0;
    }
    return cut;
  }

  private static boolean isFirstMatch(Inputs in, int match) {
    StringBuilder letters = new StringBuilder();
    Arrays.stream(in.codes("key")).forEach(letters::append);
    int text = (int) Arrays.stream(in.codes("string")).filter(s -> s == 0).count();
    int first = letters.substring(0, text).indexOf(letters.substring(text));
    return match == (first < 0 ? text : first);
  }

  /**
   * Points inside must not be marked, and corners must, or a point that equals them. Points on a
   * side may be either.
   */
  private static boolean isHull(double[] x, double[] y, int[] marked) {
    for (int p = 0; p < x.length; p++) {
      boolean found = false;
      for (int i = 0; i < x.length; i++) {
        found |= marked[i] == 1 && x[i] == x[p] && y[i] == y[p];
      }
      if (found ? !isOnRim(x, y, p) : isOnRim(x, y, p) && !isBetween(x, y, p)) {
        return false;
      }
    }
    return true;
  }

  /** Whether some line through a point has all others on one side. */
  private static boolean isOnRim(double[] x, double[] y, int p) {
    for (int q = 0; q < x.length; q++) {
      int to = q;
      boolean same = x[q] == x[p] && y[q] == y[p];
      if (!same && IntStream.range(0, x.length).allMatch(i -> cross(x, y, p, to, i) >= 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBetween(double[] x, double[] y, int p) {
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        double inner = (x[i] - x[p]) * (x[j] - x[p]) + (y[i] - y[p]) * (y[j] - y[p]);
        if (cross(x, y, i, j, p) == 0 && inner < 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static double cross(double[] x, double[] y, int i, int j, int k) {
    return (x[j] - x[i]) * (y[k] - y[i]) - (y[j] - y[i]) * (x[k] - x[i]);
  }
}
