// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.text.Decimals;
import dear.clrs.text.PointerPaths;
import dear.clrs.text.Reading;
import dear.clrs.text.WrittenInputs;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.InputForm;
import dear.reasoner.model.Solved;
import java.io.PrintWriter;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Prints an answer for people: a sorted list, paths with their lengths, components. */
final class AnswerPrinter {
  private static final int MOST_LINES = 40;
  private static final int MOST_WORDS = 200;

  /** An expected cost is a mean of many terms. */
  private static final MathContext DIGITS = new MathContext(6);

  private final PrintWriter out;
  private final Algorithm algorithm;
  private final Inputs inputs;
  private final IntFunction<String> names;
  private final IntFunction<String> letters;
  private final int mostLines;
  private final int mostWords;

  /** Prints to a writer; long answers are cut off unless all is wanted. */
  AnswerPrinter(PrintWriter out, Algorithm algorithm, WrittenInputs written, boolean all) {
    this.out = out;
    this.algorithm = algorithm;
    this.inputs = written.inputs();
    this.names = written.names();
    this.letters = written.letters();
    this.mostLines = all ? Integer.MAX_VALUE : MOST_LINES;
    this.mostWords = all ? Integer.MAX_VALUE : MOST_WORDS;
  }

  /**
   * Prints an answer.
   *
   * @param from the node whose paths to print, if the answer has those of all nodes
   */
  void print(Reading reading, Solved solved, OptionalInt from) {
    switch (reading) {
      case Reading.Unreadable(String why) -> {
        out.println(why);
        solved.outputs().forEach(this::printValues);
      }
      case Reading.Sequence(List<Integer> nodes) -> printSequence(nodes);
      case Reading.Choice(int node) -> printChoice(node);
      case Reading.Part part -> printPart(part);
      case Reading.Product product -> {
        out.println("product: " + product.text());
        out.println("cost: " + Decimals.text(product.cost()) + " multiplications");
      }
      case Reading.Search search -> printSearchTree(search);
      case Reading.Common common -> printCommon(common);
      case Reading.Chosen(List<Integer> nodes) -> printChosen(nodes);
      case Reading.Routes(PointerPaths paths) -> printPaths(paths);
      case Reading.AllRoutes(List<PointerPaths> all) -> {
        if (from.isPresent()) {
          printPaths(all.get(from.getAsInt()));
        } else {
          printAllPaths(all);
        }
      }
      case Reading.Trees trees -> {
        if (trees.weight().isPresent()) {
          printTree(trees, Decimals.text(trees.weight().get()));
        } else {
          printForest(trees);
        }
      }
      case Reading.Links links -> printEdges(links);
      case Reading.Groups groups -> printComponents(groups);
      case Reading.Match match -> printMatch(match);
      case Reading.YesOrNo(boolean yes) ->
          out.println(
              algorithm.traits().input() instanceof InputForm.TwoSegments
                  ? yes ? "the segments intersect" : "the segments do not intersect"
                  : yes ? "yes" : "no");
      case Reading.Polygon(List<Integer> corners) ->
          out.println("hull: " + joined(named(corners), " "));
    }
  }

  private void printSequence(List<Integer> nodes) {
    if (algorithm.traits().input() instanceof InputForm.Keys(String key)) {
      double[] keys = inputs.reals(key);
      out.println(
          "sorted: " + joined(nodes.stream().map(i -> Decimals.text(keys[i])).toList(), " "));
    } else {
      out.println("order: " + joined(named(nodes), " "));
    }
  }

  private void printChoice(int node) {
    switch (algorithm.traits().input()) {
      case InputForm.Keys(String key) ->
          out.printf(
              "%s: %s (%s)%n",
              algorithm.traits().answer().outputs().getFirst(),
              Decimals.text(inputs.reals(key)[node]),
              position(node));
      case InputForm.SortedKeys(String key, String target) -> {
        double there = inputs.reals(key)[node];
        double wanted = inputs.reals(target)[0];
        out.printf(
            there == wanted
                ? "found: %s (%3$s)%n"
                : there > wanted
                    ? "not found: %s belongs before %s (%s)%n"
                    : "not found: %s belongs after %s (%s)%n",
            Decimals.text(wanted),
            Decimals.text(there),
            position(node));
      }
      default -> out.println(names.apply(node));
    }
  }

  private static String position(int node) {
    return "position " + node + ", counted from 0";
  }

  private void printPart(Reading.Part part) {
    double[] keys = inputs.reals(algorithm.traits().input().features().getFirst());
    List<String> numbers =
        IntStream.rangeClosed(part.first(), part.last())
            .mapToObj(i -> Decimals.text(keys[i]))
            .toList();
    out.println("part: " + joined(numbers, " "));
    String positions =
        part.first() == part.last()
            ? "position " + part.first()
            : "positions %d to %d".formatted(part.first(), part.last());
    out.printf("sum: %s (%s, counted from 0)%n", Decimals.text(part.sum()), positions);
  }

  private void printSearchTree(Reading.Search search) {
    out.println("expected cost: " + Decimals.text(search.cost().round(DIGITS)));
    search.keys().stream()
        .limit(mostLines)
        .forEach(key -> {
          String side = key.parent() < 0 ? "" : key.key() < key.parent() ? "left " : "right ";
          out.println("  " + "  ".repeat(key.depth()) + side + "k" + (key.key() + 1));
        });
    more(search.keys().size(), "keys");
  }

  private void printCommon(Reading.Common common) {
    if (common.first().isEmpty()) {
      out.println("common subsequence: none");
      return;
    }
    String found = common.first().stream().map(letters::apply).collect(Collectors.joining());
    out.printf(
        "common subsequence: %s (%d letter%s)%n",
        found, common.first().size(), common.first().size() == 1 ? "" : "s");
    int start = firstLength();
    printMarked(0, start, new HashSet<>(common.first()));
    printMarked(start, inputs.nodes(), new HashSet<>(common.second()));
  }

  private void printMarked(int start, int end, Set<Integer> marked) {
    if (end - start <= mostWords) {
      out.println(
          "  " + IntStream.range(start, end).mapToObj(letters).collect(Collectors.joining()));
      String marks =
          IntStream.range(start, end)
              .mapToObj(i -> marked.contains(i) ? "^" : " ")
              .collect(Collectors.joining());
      out.println(("  " + marks).stripTrailing());
    }
  }

  private void printChosen(List<Integer> nodes) {
    switch (algorithm.traits().input()) {
      case InputForm.Intervals _ ->
          out.printf("%d chosen: %s%n", nodes.size(), joined(named(nodes), " "));
      case InputForm.Tasks(String _, String weight) -> {
        Set<Integer> onTime = new HashSet<>(nodes);
        List<Integer> late =
            IntStream.range(0, inputs.nodes()).filter(i -> !onTime.contains(i)).boxed().toList();
        out.println("on time, in this order (deadline,weight): " + joined(named(nodes), " "));
        double penalty = late.stream().mapToDouble(i -> inputs.reals(weight)[i]).sum();
        out.println(
            late.isEmpty()
                ? "late: none"
                : "late: %s (weight %s)"
                    .formatted(joined(named(late), " "), Decimals.text(penalty)));
      }
      default ->
          out.println(
              algorithm.title() + ": " + (nodes.isEmpty() ? "none" : joined(named(nodes), " ")));
    }
  }

  private void printPaths(PointerPaths paths) {
    out.println("paths from " + names.apply(paths.source()));
    int printed = 0;
    for (int node = 0; node < paths.nodes() && printed < mostLines; node++) {
      if (node != paths.source()) {
        out.println("  " + path(paths.to(node), names.apply(node)));
        printed++;
      }
    }
    more(paths.nodes() - 1, "nodes");
  }

  private void printAllPaths(List<PointerPaths> all) {
    out.println("paths between all pairs");
    int printed = 0;
    for (PointerPaths paths : all) {
      for (int node = 0; node < paths.nodes() && printed < mostLines; node++) {
        if (node != paths.source()) {
          String pair = names.apply(paths.source()) + " → " + names.apply(node);
          out.println("  " + path(paths.to(node), pair));
          printed++;
        }
      }
    }
    long pairs = (long) all.size() * (all.size() - 1);
    if (pairs > mostLines) {
      out.printf(
          "  … %,d more pairs; --source NODE shows those from one node, --all shows all%n",
          pairs - mostLines);
    }
  }

  private String path(PointerPaths.Way way, String label) {
    return switch (way.end()) {
      case AT_SOURCE -> joined(named(way.nodes()), " → ") + "  (" + length(way) + ")";
      case ELSEWHERE -> label + ": none";
      case CIRCLE -> label + ": the pointers form a cycle";
      case NO_EDGE -> label + ": the pointers leave the edges of the graph";
    };
  }

  private String length(PointerPaths.Way way) {
    boolean weighted = algorithm.graphForm().map(InputForm.OnGraph::isWeighted).orElse(true);
    int edges = way.nodes().size() - 1;
    return weighted ? Decimals.text(way.length()) : edges + (edges == 1 ? " edge" : " edges");
  }

  private void printTree(Reading.Trees trees, String weight) {
    List<Reading.Trees.Branch> edges =
        trees.branches().stream().filter(branch -> !branch.isRoot()).toList();
    Graph graph = inputs.graph();
    out.printf(
        "tree of %,d edge%s, weight %s%n", edges.size(), edges.size() == 1 ? "" : "s", weight);
    edges.stream()
        .limit(mostLines)
        .forEach(edge ->
            out.printf(
                "  %s – %s  (%s)%n",
                names.apply(edge.parent()),
                names.apply(edge.node()),
                graph.find(edge.parent(), edge.node()) < 0
                    ? "no such edge"
                    : Decimals.text(graph.weight(edge.parent(), edge.node()))));
    more(edges.size(), "edges");
    List<Integer> alone =
        trees.branches().stream()
            .filter(branch -> branch.isRoot() && !isSource(branch.node()))
            .map(Reading.Trees.Branch::node)
            .toList();
    if (!alone.isEmpty()) {
      out.println("not reached: " + joined(named(alone), " "));
    }
  }

  private boolean isSource(int node) {
    return algorithm.traits().answer() instanceof AnswerForm.Tree
        && inputs.codes(InputForm.OnGraph.SOURCE)[0] == node;
  }

  private void printForest(Reading.Trees trees) {
    long roots = trees.branches().stream().filter(Reading.Trees.Branch::isRoot).count();
    out.println(roots + (roots == 1 ? " tree" : " trees"));
    trees.branches().stream()
        .limit(mostLines)
        .forEach(branch ->
            out.println(
                "  " + "  ".repeat(Math.min(branch.depth(), 50)) + names.apply(branch.node())));
    more(trees.branches().size(), "nodes");
  }

  private void printEdges(Reading.Links links) {
    int count = links.edges().size();
    out.printf(
        "%s: %,d edge%s%s%s%n",
        algorithm.title(),
        count,
        count == 1 ? "" : "s",
        links.weight().map(weight -> ", weight " + Decimals.text(weight)).orElse(""),
        links.weight().isPresent() && !isSpanningForest(links) ? ", which form no such tree" : "");
    Graph graph = inputs.graph();
    links.edges().stream()
        .limit(mostLines)
        .forEach(link ->
            out.println(
                "  %s – %s%s"
                    .formatted(
                        names.apply(link.from()),
                        names.apply(link.to()),
                        links.weight().isPresent()
                            ? "  (" + Decimals.text(link.weight(graph)) + ")"
                            : "")));
    more(count, "edges");
  }

  /** Whether no edge closes a cycle, and no further edge of the graph would join two trees. */
  private boolean isSpanningForest(Reading.Links links) {
    int[] root = new int[inputs.nodes()];
    Arrays.setAll(root, i -> i);
    boolean forest = true;
    for (Reading.Links.Link link : links.edges()) {
      forest &= join(root, link.from(), link.to());
    }
    int[] from = inputs.graph().rows();
    int[] to = inputs.graph().columns();
    for (int e = 0; e < from.length; e++) {
      forest &= !join(root, from[e], to[e]);
    }
    return forest;
  }

  /** Joins the trees of two nodes, if they are in different ones. */
  private static boolean join(int[] root, int one, int other) {
    int a = one;
    int b = other;
    while (root[a] != a) {
      root[a] = root[root[a]];
      a = root[a];
    }
    while (root[b] != b) {
      root[b] = root[root[b]];
      b = root[b];
    }
    root[a] = b;
    return a != b;
  }

  private void printComponents(Reading.Groups groups) {
    int count = groups.groups().size();
    out.println(count + (count == 1 ? " component" : " components"));
    groups.groups().stream()
        .limit(mostLines)
        .forEach(members -> out.println("  " + joined(named(members), " ")));
    more(count, "components");
  }

  private void printMatch(Reading.Match match) {
    if (match.position().isEmpty()) {
      out.println("no match");
      return;
    }
    int position = match.position().getAsInt();
    out.println("match: " + position(position));
    int text = firstLength();
    if (text <= mostWords) {
      out.println("  " + IntStream.range(0, text).mapToObj(letters).collect(Collectors.joining()));
      out.println(
          "  "
              + " ".repeat(position)
              + IntStream.range(text, inputs.nodes())
                  .mapToObj(letters)
                  .collect(Collectors.joining()));
    }
  }

  private int firstLength() {
    return (int)
        IntStream.of(inputs.codes(InputForm.TwoStrings.WHICH)).filter(which -> which == 0).count();
  }

  /** The values of an output that does not form an answer. */
  private void printValues(Feature output) {
    int[] codes = output.codes();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < codes.length && words.size() <= mostWords; i++) {
      String place = place(output, i);
      switch (output.spec().type()) {
        case MASK -> {
          if (codes[i] == 1) {
            words.add(place.isEmpty() ? "yes" : place);
          } else if (place.isEmpty()) {
            words.add("no");
          }
        }
        case MASK_ONE -> words.add(names.apply(codes[i]));
        case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
            words.add(place + "→" + names.apply(codes[i]));
        case SCALAR, CATEGORICAL -> words.add(place + "=" + codes[i]);
      }
    }
    out.println("  " + output.name() + ": " + (words.isEmpty() ? "none" : joined(words, " ")));
  }

  private String place(Feature output, int i) {
    return switch (output.spec().location()) {
      case GRAPH -> "";
      case NODE -> names.apply(i);
      case EDGE -> {
        int n = inputs.nodes();
        yield output.size() == n * n
            ? "(" + names.apply(i / n) + "," + names.apply(i % n) + ")"
            : "("
                + names.apply(inputs.graph().rows()[i])
                + ","
                + names.apply(inputs.graph().columns()[i])
                + ")";
      }
    };
  }

  private List<String> named(List<Integer> nodes) {
    return nodes.stream().map(names::apply).toList();
  }

  private String joined(List<String> words, String between) {
    return words.size() <= mostWords
        ? String.join(between, words)
        : String.join(between, words.subList(0, mostWords)) + between + "…";
  }

  private void more(int count, String what) {
    if (count > mostLines) {
      out.printf("  … %,d more %s; --all shows them%n", count - mostLines, what);
    }
  }
}
