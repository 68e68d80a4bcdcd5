// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.trait.AnswerForm;
import dear.reasoner.model.Solved;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Prints an answer for people: a sorted list, paths with their lengths, components. */
final class AnswerPrinter {
  private static final int MOST_LINES = 40;
  private static final int MOST_WORDS = 200;

  private final PrintWriter out;
  private final IntFunction<String> names;

  AnswerPrinter(PrintWriter out, IntFunction<String> names) {
    this.out = out;
    this.names = names;
  }

  void print(Algorithm algorithm, Solved solved) {
    switch (algorithm.traits().answer()) {
      case AnswerForm.Order(String previous) ->
          printSorted(codes(solved, previous), solved.inputs().reals("key"));
      case AnswerForm.Paths(String previous) ->
          printPaths(codes(solved, previous), solved.inputs());
      case AnswerForm.Tree(String parent) -> printPaths(codes(solved, parent), solved.inputs());
      case AnswerForm.Components(String member) -> printComponents(codes(solved, member));
      case AnswerForm.Element _,
          AnswerForm.Range _,
          AnswerForm.Parentheses _,
          AnswerForm.SearchTree _,
          AnswerForm.Subsequence _,
          AnswerForm.Selection _,
          AnswerForm.AllPaths _,
          AnswerForm.Forest _,
          AnswerForm.NodeSequence _,
          AnswerForm.EdgeSelection _,
          AnswerForm.Occurrence _,
          AnswerForm.Decision _,
          AnswerForm.Hull _ ->
          solved.outputs().forEach(output -> printValues(output, solved.inputs()));
    }
  }

  private static int[] codes(Solved solved, String output) {
    return solved.outputs().stream()
        .filter(feature -> feature.name().equals(output))
        .findFirst()
        .orElseThrow()
        .codes();
  }

  private void printSorted(int[] before, double[] keys) {
    int n = before.length;
    int[] after = new int[n];
    Arrays.fill(after, -1);
    int first = -1;
    boolean chain = true;
    for (int i = 0; i < n; i++) {
      if (before[i] == i) {
        chain &= first < 0;
        first = i;
      } else {
        chain &= after[before[i]] < 0;
        after[before[i]] = i;
      }
    }
    List<String> words = new ArrayList<>();
    for (int i = first; i >= 0 && words.size() <= n; i = after[i]) {
      words.add(number(keys[i]));
    }
    if (!chain || words.size() != n) {
      out.println("no order: the pointers do not form one chain");
      for (int i = 0; i < Math.min(n, MOST_LINES); i++) {
        out.println(
            "  "
                + number(keys[i])
                + (before[i] == i ? " is first" : " after " + number(keys[before[i]])));
      }
      return;
    }
    out.println("sorted: " + joined(words, " "));
  }

  private void printPaths(int[] pi, Inputs inputs) {
    int source = inputs.codes("s")[0];
    Graph graph = inputs.graph();
    out.println("paths from " + names.apply(source));
    for (int node = 0; node < Math.min(pi.length, MOST_LINES); node++) {
      if (node == source) {
        continue;
      }
      Deque<String> path = new ArrayDeque<>();
      double length = 0;
      int at = node;
      while (at != source && pi[at] != at && path.size() <= pi.length) {
        path.addFirst(names.apply(at));
        length += graph.weight(pi[at], at);
        at = pi[at];
      }
      if (at == source) {
        path.addFirst(names.apply(source));
        out.println("  " + joined(new ArrayList<>(path), " → ") + "  (" + number(length) + ")");
      } else if (pi[at] == at) {
        out.println("  " + names.apply(node) + ": none");
      } else {
        out.println("  " + names.apply(node) + ": the pointers form a cycle");
      }
    }
    more(pi.length - MOST_LINES, "nodes");
  }

  private void printComponents(int[] pointers) {
    int[] root = new int[pointers.length];
    for (int i = 0; i < root.length; i++) {
      int at = i;
      for (int k = 0; k < root.length && pointers[at] != at; k++) {
        at = pointers[at];
      }
      root[i] = at;
    }
    Map<Integer, List<String>> components = new TreeMap<>();
    for (int i = 0; i < root.length; i++) {
      components.computeIfAbsent(root[i], _ -> new ArrayList<>()).add(names.apply(i));
    }
    out.println(components.size() + " components");
    components.values().stream()
        .limit(MOST_LINES)
        .forEach(members -> out.println("  " + joined(members, " ")));
    more(components.size() - MOST_LINES, "components");
  }

  private void printValues(Feature output, Inputs inputs) {
    int[] codes = output.codes();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < codes.length && words.size() <= MOST_WORDS; i++) {
      String place = place(output, i, inputs);
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
    out.println(output.name() + ": " + (words.isEmpty() ? "none" : joined(words, " ")));
  }

  private String place(Feature output, int i, Inputs inputs) {
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

  private static String joined(List<String> words, String between) {
    return words.size() <= MOST_WORDS
        ? String.join(between, words)
        : String.join(between, words.subList(0, MOST_WORDS)) + between + "…";
  }

  private void more(int count, String what) {
    if (count > 0) {
      out.println("  … " + count + " more " + what);
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.6g", value);
  }
}
