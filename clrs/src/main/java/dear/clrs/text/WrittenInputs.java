// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import dear.clrs.Algorithm;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Type;
import dear.clrs.dataset.NamedGraph;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Symmetry;
import dear.clrs.trait.Weights;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * The inputs of an algorithm as a person wrote them, in any range, with what the person calls
 * nodes. Each way of writing belongs to an {@link InputForm}; numbers that are not what the form
 * asks for are refused with a sentence that says what is wrong.
 *
 * <pre>{@code
 * Algorithm matcher = Clrs.algorithm("kmp_matcher");
 * WrittenInputs written = WrittenInputs.strings(matcher, "abracadabra", "cad");
 * Reading found = Reading.of(matcher, written.inputs(), matcher.run(written.inputs()).outputs());
 * }</pre>
 *
 * @param inputs the inputs in the form of CLRS-30
 * @param names what to call a node in messages
 * @param letters the letter of a node of a string
 * @param notes what the person should know about how the inputs were understood
 */
public record WrittenInputs(
    Inputs inputs, IntFunction<String> names, IntFunction<String> letters, List<String> notes) {
  private static final int POINTS_OF_SEGMENTS = 4;
  private static final int LEAST_POINTS = 3;

  /** Sums of probabilities that differ from one by less are rounding. */
  private static final double ROUNDING = 1e-9;

  /** Copies the list. */
  public WrittenInputs {
    notes = List.copyOf(notes);
  }

  /** Inputs from elsewhere, such as a dataset: nodes are called by what they hold. */
  public static WrittenInputs of(Algorithm algorithm, Inputs inputs) {
    return new WrittenInputs(
        inputs,
        names(algorithm, inputs),
        node -> String.valueOf((char) ('A' + inputs.codes(InputForm.TwoStrings.LETTERS)[node])),
        List.of());
  }

  /** One sequence of numbers: keys, or the sizes of matrices. */
  public static WrittenInputs numbers(Algorithm algorithm, double... numbers) {
    requireFinite(numbers);
    if (algorithm.traits().input() instanceof InputForm.MatrixSizes) {
      require(numbers.length >= 2, "a matrix has two sizes, so at least two numbers are needed");
      for (double size : numbers) {
        require(size > 0, "the size of a matrix must be positive, not " + Decimals.text(size));
      }
    }
    return of(algorithm, algorithm.inputs(numbers));
  }

  /** Ascending keys, and a number to look up among them. */
  public static WrittenInputs search(Algorithm algorithm, double[] keys, double target) {
    InputForm.SortedKeys form = form(algorithm, InputForm.SortedKeys.class);
    requireFinite(keys);
    requireFinite(target);
    for (int i = 1; i < keys.length; i++) {
      require(
          keys[i - 1] <= keys[i],
          "the keys must ascend, but %s comes before %s: sort them first"
              .formatted(Decimals.text(keys[i - 1]), Decimals.text(keys[i])));
    }
    return of(
        algorithm,
        Inputs.builder(algorithm.features(), keys.length)
            .reals(form.key(), keys.clone())
            .reals(form.target(), target)
            .build());
  }

  /**
   * How often each of some sorted keys is looked up, and each of the gaps around them. If they do
   * not sum to one, they are counts, and are divided by their sum.
   *
   * @param gaps one more than keys, or nothing if only keys are looked up
   */
  public static WrittenInputs probabilities(Algorithm algorithm, double[] keys, double[] gaps) {
    InputForm.Probabilities form = form(algorithm, InputForm.Probabilities.class);
    requireFinite(keys);
    requireFinite(gaps);
    require(keys.length >= 1, "at least one key is needed");
    require(
        gaps.length == 0 || gaps.length == keys.length + 1,
        "%d keys have %d gaps before, between and after them, not %d"
            .formatted(keys.length, keys.length + 1, gaps.length));
    double[] p = Arrays.copyOf(keys, keys.length + 1);
    double[] q = Arrays.copyOf(gaps, keys.length + 1);
    double sum = Arrays.stream(p).sum() + Arrays.stream(q).sum();
    for (double value : keys) {
      require(value >= 0, "a probability cannot be negative: " + Decimals.text(value));
    }
    for (double value : gaps) {
      require(value >= 0, "a probability cannot be negative: " + Decimals.text(value));
    }
    require(sum > 0 && Double.isFinite(sum), "the probabilities must have a positive, finite sum");
    List<String> notes = new ArrayList<>();
    if (Math.abs(sum - 1) > ROUNDING) {
      notes.add(
          "the numbers sum to %s, not to 1: they were divided by it".formatted(Decimals.text(sum)));
      p = Arrays.stream(p).map(value -> value / sum).toArray();
      q = Arrays.stream(q).map(value -> value / sum).toArray();
    }
    if (gaps.length == 0) {
      notes.add("without probabilities of gaps, only the keys themselves are looked up");
    }
    Inputs inputs =
        Inputs.builder(algorithm.features(), p.length)
            .reals(form.key(), p)
            .reals(form.gap(), q)
            .build();
    WrittenInputs written = of(algorithm, inputs);
    return new WrittenInputs(inputs, written.names, written.letters, notes);
  }

  /**
   * Two strings of any letters, as long as no more than CLRS-30's four have to be told apart:
   * letters that only one of the strings contains count as one.
   */
  public static WrittenInputs strings(Algorithm algorithm, String first, String second) {
    InputForm.TwoStrings form = form(algorithm, InputForm.TwoStrings.class);
    require(!first.isEmpty(), "the " + form.first() + " is empty");
    require(!second.isEmpty(), "the " + form.second() + " is empty");
    Alphabet alphabet = Alphabet.of(first, second, letters(algorithm));
    int[] one = alphabet.codesOfFirst(first);
    int[] other = alphabet.codesOfSecond(second);
    require(
        !(algorithm.traits().answer() instanceof AnswerForm.Occurrence)
            || other.length <= one.length,
        "the %s has %d letters, but the %s only %d, so it cannot occur there"
            .formatted(form.second(), other.length, form.first(), one.length));
    int n = Math.addExact(one.length, other.length);
    int[] letters = Arrays.copyOf(one, n);
    System.arraycopy(other, 0, letters, one.length, other.length);
    int[] which = new int[n];
    Arrays.fill(which, one.length, n, 1);
    double[] positions = Arrays.copyOf(Inputs.ramp(one.length), n);
    System.arraycopy(Inputs.ramp(other.length), 0, positions, one.length, other.length);
    Inputs inputs =
        Inputs.builder(algorithm.features(), n)
            .codes(InputForm.TwoStrings.WHICH, which)
            .reals(Inputs.POSITION, positions)
            .codes(InputForm.TwoStrings.LETTERS, letters)
            .build();
    int[] written = (first + second).codePoints().toArray();
    return new WrittenInputs(
        inputs, names(algorithm, inputs), node -> Character.toString(written[node]), List.of());
  }

  /** Pairs of numbers: intervals, tasks, points, or the ends of two segments. */
  public static WrittenInputs pairs(Algorithm algorithm, List<double[]> pairs) {
    double[] one = pairs.stream().mapToDouble(pair -> pair[0]).toArray();
    double[] other = pairs.stream().mapToDouble(pair -> pair[1]).toArray();
    requireFinite(one);
    requireFinite(other);
    List<String> features =
        switch (algorithm.traits().input()) {
          case InputForm.Intervals form -> {
            for (int i = 0; i < one.length; i++) {
              require(
                  one[i] <= other[i],
                  "the interval from %s to %s ends before it starts"
                      .formatted(Decimals.text(one[i]), Decimals.text(other[i])));
            }
            yield form.features();
          }
          case InputForm.Tasks form -> {
            for (int i = 0; i < one.length; i++) {
              require(
                  one[i] >= 1 && one[i] == Math.rint(one[i]),
                  "a deadline is a whole number of at least 1, not " + Decimals.text(one[i]));
              require(other[i] >= 0, "a weight cannot be negative: " + Decimals.text(other[i]));
            }
            yield form.features();
          }
          case InputForm.Points form -> {
            require(
                one.length >= LEAST_POINTS,
                "a hull needs at least three points, not " + one.length);
            require(
                !areOnOneLine(one, other),
                "the points lie on one line, and a hull needs three that do not");
            yield form.features();
          }
          case InputForm.TwoSegments form -> {
            require(
                one.length == POINTS_OF_SEGMENTS,
                "two segments have four end points, not " + one.length);
            yield form.features();
          }
          case InputForm.Keys _,
              InputForm.SortedKeys _,
              InputForm.MatrixSizes _,
              InputForm.Probabilities _,
              InputForm.TwoStrings _,
              InputForm.OnGraph _ ->
              throw new IllegalArgumentException(algorithm + " does not take pairs of numbers");
        };
    require(one.length >= 1, "at least one pair of numbers is needed");
    return of(
        algorithm,
        Inputs.builder(algorithm.features(), one.length)
            .reals(features.get(0), one)
            .reals(features.get(1), other)
            .build());
  }

  /** Whether all points lie on one line, or are one, judged by the numbers as they were written. */
  private static boolean areOnOneLine(double[] x, double[] y) {
    BigDecimal x0 = Decimals.exact(x[0]);
    BigDecimal y0 = Decimals.exact(y[0]);
    BigDecimal alongX = BigDecimal.ZERO; // to the first point that is elsewhere
    BigDecimal alongY = BigDecimal.ZERO;
    for (int i = 1; i < x.length; i++) {
      BigDecimal toX = Decimals.exact(x[i]).subtract(x0);
      BigDecimal toY = Decimals.exact(y[i]).subtract(y0);
      if (alongX.signum() == 0 && alongY.signum() == 0) {
        alongX = toX;
        alongY = toY;
      } else if (alongX.multiply(toY).compareTo(alongY.multiply(toX)) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * A graph. Where weights do not matter, each edge gets the weight 1, as in CLRS-30.
   *
   * @param source where everything starts; ignored by algorithms without a source
   */
  public static WrittenInputs graph(Algorithm algorithm, NamedGraph given, int source) {
    InputForm.OnGraph form = form(algorithm, InputForm.OnGraph.class);
    NamedGraph named =
        form.isWeighted() ? given : new NamedGraph(unweighted(given.graph()), given.names());
    if (form.weights() == Weights.NON_NEGATIVE) {
      named.requireNonNegativeWeights(algorithm.name());
    }
    Graph graph = named.graph();
    if (form.symmetry() == Symmetry.UNDIRECTED) {
      requireBothWays(algorithm, named);
    }
    if (form.symmetry() == Symmetry.ACYCLIC) {
      requireNoCycle(algorithm, named);
    }
    Inputs.Builder builder = Inputs.builder(algorithm.features(), graph);
    if (form.hasSource()) {
      builder.codes(InputForm.OnGraph.SOURCE, source);
    }
    List<String> notes = new ArrayList<>();
    if (form.isWeighted() && given.parallel() > 0) {
      notes.add(
          "%,d edge%s parallel to another one; the lightest counts"
              .formatted(given.parallel(), given.parallel() == 1 ? " is" : "s are"));
    }
    return new WrittenInputs(builder.build(), named.names()::get, Integer::toString, notes);
  }

  /** What to call nodes: by what they hold if that is short, otherwise by their index. */
  private static IntFunction<String> names(Algorithm algorithm, Inputs inputs) {
    return switch (algorithm.traits().input()) {
      case InputForm.Intervals(String start, String finish) ->
          i -> pair(inputs, start, finish, i, "%s-%s");
      case InputForm.Tasks(String deadline, String weight) ->
          i -> pair(inputs, deadline, weight, i, "%s,%s");
      case InputForm.Points(String x, String y) -> i -> pair(inputs, x, y, i, "(%s, %s)");
      case InputForm.TwoSegments(String x, String y) -> i -> pair(inputs, x, y, i, "(%s, %s)");
      case InputForm.Keys _,
          InputForm.SortedKeys _,
          InputForm.MatrixSizes _,
          InputForm.Probabilities _,
          InputForm.TwoStrings _,
          InputForm.OnGraph _ ->
          Integer::toString;
    };
  }

  private static String pair(Inputs inputs, String one, String other, int i, String form) {
    return String.format(
        Locale.ROOT,
        form,
        Decimals.text(inputs.reals(one)[i]),
        Decimals.text(inputs.reals(other)[i]));
  }

  private static int letters(Algorithm algorithm) {
    return algorithm.features().stream()
        .filter(spec -> spec.name().equals(InputForm.TwoStrings.LETTERS))
        .filter(spec -> spec.type() == Type.CATEGORICAL)
        .mapToInt(FeatureSpec::classes)
        .findFirst()
        .orElseThrow();
  }

  private static Graph unweighted(Graph graph) {
    double[] ones = graph.weights().clone();
    for (int e = 0; e < ones.length; e++) {
      ones[e] = ones[e] == 0 ? 0 : 1; // a self-loop that every node has stays one
    }
    return Graph.ofSorted(graph.nodes(), graph.rowStart(), graph.columns(), ones);
  }

  private static void requireBothWays(Algorithm algorithm, NamedGraph named) {
    Graph graph = named.graph();
    graph
        .oneWayEdge()
        .ifPresent(e -> {
          String u = named.names().get(graph.row(e));
          String v = named.names().get(graph.columns()[e]);
          throw new IllegalArgumentException(
              "%s needs an undirected graph, but %s -> %s has no matching reverse edge; add"
                      .formatted(algorithm, u, v)
                  + " --undirected if each line is an edge in both directions");
        });
  }

  /** Removes nodes without incoming edges until none is left, or every one left has some. */
  private static void requireNoCycle(Algorithm algorithm, NamedGraph named) {
    Graph graph = named.graph();
    int n = graph.nodes();
    int[] incoming = new int[n];
    for (int u = 0; u < n; u++) {
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        boolean counts = graph.columns()[e] != u || graph.weights()[e] != 0;
        incoming[graph.columns()[e]] += counts ? 1 : 0;
      }
    }
    int[] queue = new int[n];
    int end = 0;
    for (int v = 0; v < n; v++) {
      if (incoming[v] == 0) {
        queue[end++] = v;
      }
    }
    for (int next = 0; next < end; next++) {
      int u = queue[next];
      for (int e = graph.rowStart()[u]; e < graph.rowStart()[u + 1]; e++) {
        int v = graph.columns()[e];
        if (v != u && --incoming[v] == 0) {
          queue[end++] = v;
        }
      }
    }
    for (int v = 0; v < n && end < n; v++) {
      if (incoming[v] > 0) {
        throw new IllegalArgumentException(
            "%s needs a graph without cycles, but %s lies on one or behind one"
                .formatted(algorithm, named.names().get(v)));
      }
    }
  }

  private static <F extends InputForm> F form(Algorithm algorithm, Class<F> wanted) {
    InputForm form = algorithm.traits().input();
    if (!wanted.isInstance(form)) {
      throw new IllegalArgumentException(
          "the inputs of %s are of the form %s".formatted(algorithm, form.word()));
    }
    return wanted.cast(form);
  }

  private static void requireFinite(double... numbers) {
    for (double number : numbers) {
      require(Double.isFinite(number), number + " is not a finite number");
    }
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
