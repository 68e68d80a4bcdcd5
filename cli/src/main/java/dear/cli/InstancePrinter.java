// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.data.Support;
import dear.clrs.data.Type;
import dear.clrs.dataset.DatasetEntry;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints an instance for a person: the inputs, then each step as what it changed, then the answer.
 */
final class InstancePrinter {
  private static final int MOST_NODES = 16;
  private static final int MOST_CHANGES = 8;

  private final PrintWriter out;
  private final int mostSteps;

  InstancePrinter(PrintWriter out, int mostSteps) {
    this.out = out;
    this.mostSteps = mostSteps;
  }

  private static String count(int number, String what) {
    return "%d %s%s".formatted(number, what, number == 1 ? "" : "s");
  }

  void print(DatasetEntry entry) {
    Instance instance = entry.instance();
    out.printf(
        "%s on %s, solved in %s%n%n",
        entry.algorithm(), count(instance.nodes(), "node"), count(instance.length(), "snapshot"));
    printInputs(instance.inputs());
    if (instance.inputs().hasGraph()) {
      printGraph(instance.inputs().graph());
    }
    printSteps(instance);
    out.println();
    for (Feature output : instance.outputs()) {
      out.println("answer " + output.name() + ": " + whole(output, 0, instance.inputs()));
    }
  }

  private void printInputs(Inputs inputs) {
    int shown = Math.min(MOST_NODES, inputs.nodes());
    List<String> header = new ArrayList<>(List.of("node"));
    for (int i = 0; i < shown; i++) {
      header.add(String.valueOf(i));
    }
    if (shown < inputs.nodes()) {
      header.add("…");
    }
    TextTable table = new TextTable().row(header);
    List<String> others = new ArrayList<>();
    for (Feature feature : inputs.features()) {
      if (feature.size() == inputs.nodes() && feature.spec().location() == Location.NODE) {
        List<String> row = new ArrayList<>(List.of(feature.name()));
        for (int i = 0; i < shown; i++) {
          row.add(value(feature, i));
        }
        table.row(row);
      } else {
        others.add(feature.name() + " = " + value(feature, 0));
      }
    }
    table.print(out, "  ");
    others.forEach(line -> out.println("  " + line));
    out.println();
  }

  private void printGraph(Graph graph) {
    out.println("  edges");
    for (int i = 0; i < Math.min(MOST_NODES, graph.nodes()); i++) {
      StringBuilder line = new StringBuilder("  " + i + " →");
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        double weight = graph.weights()[e];
        if (weight != 0) {
          line.append(' ').append(graph.columns()[e]);
          if (weight != 1) {
            line.append('(').append(number(weight)).append(')');
          }
        }
      }
      out.println(line);
    }
    if (graph.nodes() > MOST_NODES) {
      out.println("  … " + (graph.nodes() - MOST_NODES) + " more nodes");
    }
    out.println();
  }

  private void printSteps(Instance instance) {
    int shown = Math.min(mostSteps, instance.length());
    for (int t = 0; t < shown; t++) {
      List<String> changes = new ArrayList<>();
      for (Feature hint : instance.hints()) {
        if (t == 0) {
          first(hint, instance.inputs(), changes);
        } else {
          changed(hint, t, instance.inputs(), changes);
        }
      }
      out.printf("step %3d  %s%n", t, changes.isEmpty() ? "nothing" : String.join("  ", changes));
    }
    if (shown < instance.length()) {
      out.printf("… %d more steps (--steps shows more)%n", instance.length() - shown);
    }
  }

  /** A hint at the start: only if it is small enough to read. */
  private void first(Feature hint, Inputs inputs, List<String> words) {
    if (hint.spec().location() != Location.EDGE) {
      words.add(hint.name() + " " + whole(hint, 0, inputs));
    }
  }

  private void changed(Feature hint, int t, Inputs inputs, List<String> words) {
    int size = hint.size();
    List<String> changes = new ArrayList<>();
    int count = 0;
    for (int k = 0; k < size; k++) {
      if (!same(hint, (t - 1) * size + k, t * size + k)) {
        if (count++ < MOST_CHANGES) {
          changes.add(place(hint.spec(), k, inputs) + value(hint, t * size + k));
        }
      }
    }
    if (count == 0) {
      return;
    }
    if (isSequence(hint, t)) {
      words.add(hint.name() + " " + whole(hint, t, inputs));
      return;
    }
    words.add(
        hint.name()
            + " "
            + String.join(" ", changes)
            + (count > MOST_CHANGES ? " … " + (count - MOST_CHANGES) + " more" : ""));
  }

  /** The place of value k of a feature: empty for single values. */
  private static String place(FeatureSpec spec, int k, Inputs inputs) {
    if (spec.location() == Location.GRAPH || spec.type() == Type.MASK_ONE) {
      return "";
    }
    String to = spec.type() == Type.POINTER ? "→" : "=";
    if (spec.location() == Location.NODE) {
      return k + to;
    }
    int n = inputs.nodes();
    if (spec.support() == Support.PAIRS) {
      return "(" + k / n + "," + k % n + ")" + to;
    }
    int row = inputs.graph().rows()[k];
    int column = inputs.graph().columns()[k];
    return (spec.support() == Support.EDGES
            ? "(" + row + "," + column + ")"
            : "(" + column + "," + row + ")")
        + to;
  }

  /** A short form of a whole snapshot of a feature. */
  private String whole(Feature feature, int t, Inputs inputs) {
    int size = feature.size();
    int at = t * size;
    if (isSequence(feature, t)) {
      return "order " + order(feature.codes(), at, size, inputs);
    }
    if (size == 1) {
      return value(feature, at);
    }
    List<String> values = new ArrayList<>();
    int shown = 0;
    for (int k = 0; k < size; k++) {
      boolean trivial =
          switch (feature.spec().type()) {
            case MASK -> feature.codes()[at + k] <= 0;
            case SCALAR,
                MASK_ONE,
                CATEGORICAL,
                POINTER,
                SHOULD_BE_PERMUTATION,
                PERMUTATION_POINTER ->
                feature.spec().location() == Location.EDGE
                    && isBackground(feature, at + k, k, inputs);
          };
      if (!trivial && shown++ < 4 * MOST_NODES) {
        values.add(
            feature.spec().type() == Type.MASK
                ? place(feature.spec(), k, inputs).replace("=", "")
                : place(feature.spec(), k, inputs) + value(feature, at + k));
      }
    }
    if (shown > values.size()) {
      values.add("… " + (shown - values.size()) + " more");
    }
    return values.isEmpty() ? "none" : String.join(" ", values);
  }

  private static boolean isBackground(Feature feature, int at, int k, Inputs inputs) {
    if (feature.spec().isReal()) {
      return feature.reals()[at] == 0;
    }
    int code = feature.codes()[at];
    return feature.spec().type() == Type.POINTER
        ? code == 0 || code == k / inputs.nodes()
        : code < 0;
  }

  /** Whether pointers of a node feature form one chain, which reads best as a sequence. */
  private static boolean isSequence(Feature feature, int t) {
    if (!feature.name().startsWith("pred") || feature.spec().type() == Type.MASK_ONE) {
      return false;
    }
    int size = feature.size();
    int roots = 0;
    for (int k = 0; k < size; k++) {
      roots += feature.codes()[t * size + k] == k ? 1 : 0;
    }
    return roots == 1;
  }

  private static String order(int[] pointers, int at, int size, Inputs inputs) {
    int[] next = new int[size];
    int first = 0;
    for (int k = 0; k < size; k++) {
      if (pointers[at + k] == k) {
        first = k;
      } else {
        next[pointers[at + k]] = k;
      }
    }
    boolean keys =
        inputs.features().stream().anyMatch(f -> f.name().equals("key") && f.spec().isReal());
    StringBuilder words = new StringBuilder();
    int node = first;
    for (int k = 0; k < Math.min(size, 2 * MOST_NODES); k++) {
      words.append(k == 0 ? "" : " ").append(keys ? number(inputs.reals("key")[node]) : node);
      node = next[node];
    }
    return words + (size > 2 * MOST_NODES ? " …" : "");
  }

  private static boolean same(Feature feature, int a, int b) {
    return feature.spec().isReal()
        ? feature.reals()[a] == feature.reals()[b]
        : feature.codes()[a] == feature.codes()[b];
  }

  private static String value(Feature feature, int at) {
    return feature.spec().isReal()
        ? number(feature.reals()[at])
        : feature.codes()[at] < 0 ? "·" : String.valueOf(feature.codes()[at]);
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }
}
