// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Support;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.InputForm;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Reads outputs as their {@link AnswerForm} says. They come from a network and may be anything. */
final class AnswerReader {
  private static final int DIAGONAL = 0;
  private static final int UP = 1;
  private static final int LEFT = 2;

  private final Algorithm algorithm;
  private final Inputs inputs;
  private final List<Feature> outputs;
  private final boolean weighted;

  AnswerReader(Algorithm algorithm, Inputs inputs, List<Feature> outputs) {
    this.algorithm = algorithm;
    this.inputs = inputs;
    this.outputs = outputs;
    this.weighted = algorithm.graphForm().map(InputForm.OnGraph::isWeighted).orElse(false);
  }

  Reading read() {
    return switch (algorithm.traits().answer()) {
      case AnswerForm.Order(String previous) -> order(codes(previous));
      case AnswerForm.Element(String node) -> new Reading.Choice(one(node));
      case AnswerForm.Range(String first, String last) -> part(one(first), one(last));
      case AnswerForm.Parentheses(String split) -> product(codes(split));
      case AnswerForm.SearchTree(String root) -> searchTree(codes(root));
      case AnswerForm.Subsequence(String move) -> subsequence(codes(move));
      case AnswerForm.Selection(String mark) -> new Reading.Chosen(chosen(codes(mark)));
      case AnswerForm.Paths(String previous) ->
          new Reading.Routes(new PointerPaths(inputs.graph(), weighted, source(), codes(previous)));
      case AnswerForm.AllPaths(String previous) -> allPaths(feature(previous));
      case AnswerForm.Tree(String parent) -> trees(codes(parent));
      case AnswerForm.Forest(String parent) -> trees(codes(parent));
      case AnswerForm.NodeSequence(String next, String first) -> sequence(codes(next), one(first));
      case AnswerForm.EdgeSelection(String mark) -> links(codes(mark));
      case AnswerForm.Components(String member) -> groups(codes(member));
      case AnswerForm.Occurrence(String start) -> match(one(start));
      case AnswerForm.Decision(String yes) -> new Reading.YesOrNo(one(yes) == 1);
      case AnswerForm.Hull(String corner) -> hull(codes(corner));
    };
  }

  private Feature feature(String name) {
    return outputs.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  private int[] codes(String name) {
    return feature(name).codes();
  }

  private int one(String name) {
    return codes(name)[0];
  }

  private int source() {
    return inputs.codes(InputForm.OnGraph.SOURCE)[0];
  }

  private static Reading order(int[] previous) {
    int n = previous.length;
    int[] next = new int[n];
    Arrays.fill(next, -1);
    int first = -1;
    for (int i = 0; i < n; i++) {
      if (previous[i] == i) {
        first = i;
      } else {
        next[previous[i]] = i;
      }
    }
    // With n nodes in the chain, each has one successor, so none was overwritten.
    List<Integer> nodes = new ArrayList<>();
    for (int i = first; i >= 0 && nodes.size() <= n; i = next[i]) {
      nodes.add(i);
    }
    return nodes.size() == n
        ? new Reading.Sequence(nodes)
        : new Reading.Unreadable("no order: the pointers do not form one chain");
  }

  private static Reading sequence(int[] next, int first) {
    int n = next.length;
    boolean[] seen = new boolean[n];
    List<Integer> nodes = new ArrayList<>();
    int at = first;
    while (!seen[at]) {
      seen[at] = true;
      nodes.add(at);
      at = next[at];
    }
    return nodes.size() == n && next[nodes.getLast()] == nodes.getLast()
        ? new Reading.Sequence(nodes)
        : new Reading.Unreadable("no order: the pointers do not form one chain of all nodes");
  }

  private Reading part(int first, int last) {
    if (first > last) {
      return new Reading.Unreadable(
          "no part: it ends at position %d, before it starts at %d".formatted(last, first));
    }
    double[] keys = inputs.reals(algorithm.traits().input().features().getFirst());
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = first; i <= last; i++) {
      sum = sum.add(Decimals.exact(keys[i]));
    }
    return new Reading.Part(first, last, Decimals.rounded(sum));
  }

  /** A range of a table that is split, or text between ranges. */
  private record Piece(int from, int to, String text) {}

  private Reading product(int[] split) {
    double[] size = inputs.reals(algorithm.traits().input().features().getFirst());
    int n = size.length;
    StringBuilder text = new StringBuilder();
    BigDecimal cost = BigDecimal.ZERO;
    Deque<Piece> rest = new ArrayDeque<>();
    rest.push(new Piece(1, n - 1, ""));
    while (!rest.isEmpty()) {
      Piece piece = rest.pop();
      int i = piece.from;
      int j = piece.to;
      if (!piece.text.isEmpty()) {
        text.append(piece.text);
      } else if (i == j) {
        text.append('A').append(i);
      } else {
        int k = split[i * n + j];
        if (k < i || k >= j) {
          return new Reading.Unreadable(
              "no product: A%d to A%d are split outside of them, at A%d".formatted(i, j, k));
        }
        cost =
            cost.add(
                Decimals.exact(size[i - 1])
                    .multiply(Decimals.exact(size[k]))
                    .multiply(Decimals.exact(size[j])));
        rest.push(new Piece(0, 0, ")"));
        rest.push(new Piece(k + 1, j, ""));
        rest.push(new Piece(0, 0, " "));
        rest.push(new Piece(i, k, ""));
        text.append('(');
      }
    }
    return new Reading.Product(text.toString(), Decimals.rounded(cost));
  }

  /** The keys from one to before another, below a parent. */
  private record Subtree(int from, int to, int parent, int depth) {}

  private Reading searchTree(int[] root) {
    List<String> features = algorithm.traits().input().features();
    double[] p = inputs.reals(features.get(0));
    double[] q = inputs.reals(features.get(1));
    int n = p.length;
    List<Reading.Search.Key> keys = new ArrayList<>();
    BigDecimal cost = BigDecimal.ZERO;
    Deque<Subtree> rest = new ArrayDeque<>();
    rest.push(new Subtree(0, n - 1, -1, 0));
    while (!rest.isEmpty()) {
      Subtree tree = rest.pop();
      BigDecimal visits = BigDecimal.valueOf(tree.depth + 1L);
      if (tree.from == tree.to) {
        cost = cost.add(Decimals.exact(q[tree.from]).multiply(visits));
        continue;
      }
      int key = root[tree.from * n + tree.to];
      if (key < tree.from || key >= tree.to) {
        return new Reading.Unreadable(
            "no tree: the root of keys k%d to k%d is k%d"
                .formatted(tree.from + 1, tree.to, key + 1));
      }
      keys.add(new Reading.Search.Key(key, tree.parent, tree.depth));
      cost = cost.add(Decimals.exact(p[key]).multiply(visits));
      rest.push(new Subtree(key + 1, tree.to, key, tree.depth + 1));
      rest.push(new Subtree(tree.from, key, key, tree.depth + 1));
    }
    return new Reading.Search(keys, Decimals.rounded(cost));
  }

  private Reading subsequence(int[] move) {
    int[] letters = inputs.codes(InputForm.TwoStrings.LETTERS);
    int n = letters.length;
    int rows = firstLength();
    List<Integer> first = new ArrayList<>();
    List<Integer> second = new ArrayList<>();
    int i = rows - 1;
    int j = n - 1;
    while (i >= 0 && j >= rows) {
      switch (move[i * n + j]) {
        case DIAGONAL -> {
          if (letters[i] != letters[j]) {
            return new Reading.Unreadable(
                "no common subsequence: it pairs letter %d of the first string with letter %d of"
                        .formatted(i, j - rows)
                    + " the second, which differ");
          }
          first.add(i--);
          second.add(j--);
        }
        case UP -> i--;
        case LEFT -> j--;
        default -> {
          return new Reading.Unreadable(
              "no common subsequence: the directions end at letters %d and %d"
                  .formatted(i, j - rows));
        }
      }
    }
    Collections.reverse(first);
    Collections.reverse(second);
    return new Reading.Common(first, second);
  }

  private List<Integer> chosen(int[] marks) {
    Comparator<Integer> order =
        switch (algorithm.traits().input()) {
          case InputForm.Intervals(String start, String _) ->
              Comparator.comparingDouble(i -> inputs.reals(start)[i]);
          case InputForm.Tasks(String deadline, String _) ->
              Comparator.comparingDouble(i -> inputs.reals(deadline)[i]);
          default -> Comparator.naturalOrder();
        };
    return IntStream.range(0, marks.length)
        .filter(i -> marks[i] == 1)
        .boxed()
        .sorted(order)
        .toList();
  }

  /** In a row, the row's own node also stands for "none"; an edge tells the two apart. */
  private Reading allPaths(Feature previous) {
    Graph graph = inputs.graph();
    int n = graph.nodes();
    List<PointerPaths> from = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int[] row = new int[n];
      Arrays.setAll(row, j -> j);
      if (previous.spec().support() == Support.PAIRS) {
        System.arraycopy(previous.codes(), i * n, row, 0, n);
      } else {
        for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
          row[graph.columns()[e]] = previous.codes()[e];
        }
      }
      for (int j = 0; j < n; j++) {
        row[j] = j == i || (row[j] == i && graph.find(i, j) < 0) ? j : row[j];
      }
      from.add(new PointerPaths(graph, weighted, i, row));
    }
    return new Reading.AllRoutes(from);
  }

  private Reading trees(int[] parent) {
    Graph graph = inputs.graph();
    Pointers pointers = new Pointers(parent);
    List<List<Integer>> children = pointers.children();
    List<Reading.Trees.Branch> branches = new ArrayList<>();
    BigDecimal weight = BigDecimal.ZERO;
    int withoutEdge = 0;
    Deque<Reading.Trees.Branch> rest = new ArrayDeque<>();
    for (int root = 0; root < parent.length; root++) {
      if (parent[root] == root) {
        rest.push(new Reading.Trees.Branch(root, root, 0));
      }
      while (!rest.isEmpty()) {
        Reading.Trees.Branch branch = rest.pop();
        branches.add(branch);
        if (!branch.isRoot()) {
          int edge = graph.find(branch.parent(), branch.node());
          withoutEdge += edge < 0 ? 1 : 0;
          weight = edge < 0 ? weight : weight.add(Decimals.exact(graph.weights()[edge]));
        }
        for (int child : children.get(branch.node()).reversed()) {
          rest.push(new Reading.Trees.Branch(child, branch.node(), branch.depth() + 1));
        }
      }
    }
    return new Reading.Trees(branches, total(weight), pointers.circular(), withoutEdge);
  }

  private Optional<BigDecimal> total(BigDecimal weight) {
    return weighted ? Optional.of(Decimals.rounded(weight)) : Optional.empty();
  }

  /** An edge is chosen if it is marked in either direction. */
  private Reading links(int[] marks) {
    Graph graph = inputs.graph();
    List<Reading.Links.Link> edges = new ArrayList<>();
    BigDecimal weight = BigDecimal.ZERO;
    for (int u = 0; u < graph.nodes(); u++) {
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int v = graph.columns()[e];
        int back = v > u ? graph.find(v, u) : -1;
        boolean marked = marks[e] == 1 || (back >= 0 && marks[back] == 1);
        if (marked && (v > u || graph.find(v, u) < 0)) {
          edges.add(new Reading.Links.Link(u, v));
          weight = weight.add(Decimals.exact(graph.weights()[e]));
        }
      }
    }
    return new Reading.Links(edges, total(weight));
  }

  private static Reading groups(int[] member) {
    Pointers pointers = new Pointers(member);
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    for (int i = 0; i < member.length; i++) {
      if (pointers.end(i) != Pointers.CIRCLE) {
        groups.computeIfAbsent(pointers.end(i), _ -> new ArrayList<>()).add(i);
      }
    }
    return new Reading.Groups(List.copyOf(groups.values()), pointers.circular());
  }

  private Reading match(int node) {
    int text = firstLength();
    int length = inputs.nodes() - text;
    if (node == text) {
      return new Reading.Match(OptionalInt.empty(), length);
    }
    return node + length > text
        ? new Reading.Unreadable(
            "no place: a pattern of %d letters does not fit at position %d of %d"
                .formatted(length, node, text))
        : new Reading.Match(OptionalInt.of(node), length);
  }

  private int firstLength() {
    return (int)
        Arrays.stream(inputs.codes(InputForm.TwoStrings.WHICH)).filter(which -> which == 0).count();
  }

  /** Around the middle of the corners, from the lowest one on. Of equal points one is a corner. */
  private Reading hull(int[] marks) {
    List<String> features = algorithm.traits().input().features();
    double[] x = inputs.reals(features.get(0));
    double[] y = inputs.reals(features.get(1));
    Set<List<Double>> seen = new HashSet<>();
    int[] marked =
        IntStream.range(0, marks.length)
            .filter(i -> marks[i] == 1 && seen.add(List.of(x[i] + 0.0, y[i] + 0.0))) // -0 is 0
            .toArray();
    if (marked.length < 3) {
      return new Reading.Unreadable(
          "no hull: a polygon has at least three corners, not " + marked.length);
    }
    // Halved, so that not even the largest numbers overflow.
    double middleX = Arrays.stream(marked).mapToDouble(i -> x[i] / marked.length).sum() / 2;
    double middleY = Arrays.stream(marked).mapToDouble(i -> y[i] / marked.length).sum() / 2;
    List<Integer> corners =
        new ArrayList<>(
            IntStream.of(marked)
                .boxed()
                .sorted(
                    Comparator.comparingDouble(
                        i -> StrictMath.atan2(y[i] / 2 - middleY, x[i] / 2 - middleX)))
                .toList());
    int lowest =
        IntStream.of(marked)
            .boxed()
            .min(Comparator.<Integer>comparingDouble(i -> y[i]).thenComparingDouble(i -> x[i]))
            .orElseThrow();
    Collections.rotate(corners, -corners.indexOf(lowest));
    return new Reading.Polygon(corners);
  }
}
