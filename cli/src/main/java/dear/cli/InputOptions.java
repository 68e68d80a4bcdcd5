// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.data.Inputs;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetSource;
import dear.clrs.dataset.NamedGraph;
import dear.clrs.text.NumberLines;
import dear.clrs.text.WrittenInputs;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.InputForm;
import dear.io.RegularFile;
import dear.reasoner.dataset.Datasets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The inputs of an algorithm on the command line, in the form that suits the algorithm. */
final class InputOptions {
  private static final String STANDARD_INPUT = "-";

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "Numbers to work on, separated by spaces, commas or lines; - is standard input.")
  private @Nullable String keys;

  @Option(
      names = "--target",
      paramLabel = "NUMBER",
      description = "The number to look up among sorted ones.")
  private @Nullable String target;

  @Option(
      names = "--sizes",
      arity = "1..*",
      paramLabel = "NUMBER",
      description = "Sizes of matrices: 10 20 30 are a 10 × 20 and a 20 × 30 matrix.")
  private @Nullable List<String> sizes;

  @Option(
      names = "--probabilities",
      arity = "1..*",
      paramLabel = "NUMBER",
      description = "How often each key of a search tree is looked up, as parts of one or counts.")
  private @Nullable List<String> probabilities;

  @Option(
      names = "--gaps",
      arity = "1..*",
      paramLabel = "NUMBER",
      description = "The same for the gaps before, between and after the keys (default: never).")
  private @Nullable List<String> gaps;

  @Option(names = "--text", paramLabel = "STRING", description = "Where to look for a pattern.")
  private @Nullable String text;

  @Option(names = "--pattern", paramLabel = "STRING", description = "What to look for in a text.")
  private @Nullable String pattern;

  @Option(names = "--first", paramLabel = "STRING", description = "The first of two strings.")
  private @Nullable String first;

  @Option(names = "--second", paramLabel = "STRING", description = "The second of two strings.")
  private @Nullable String second;

  @Option(
      names = "--intervals",
      paramLabel = "FILE",
      description = "A line with start and finish for each activity; - is standard input.")
  private @Nullable String intervals;

  @Option(
      names = "--tasks",
      paramLabel = "FILE",
      description = "A line with deadline and weight for each task; - is standard input.")
  private @Nullable String tasks;

  @Option(
      names = "--points",
      paramLabel = "FILE",
      description = "A line with x and y for each point; - is standard input.")
  private @Nullable String points;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description =
          "A graph: an edge list (.csv or .tsv: source, target, weight), DIMACS (.gr), Matrix"
              + " Market (.mtx), JSON node-link of networkx (.json), GraphML, GML, DOT or GEXF;"
              + " also .gz. With --format, - is standard input.")
  private @Nullable String graphFile;

  @Option(
      names = "--format",
      paramLabel = "csv|tsv|dimacs|mtx|json|graphml|gml|dot|gexf",
      description = "How the graph is written (default: as its name says).")
  private @Nullable GraphFormat format;

  @Option(
      names = "--undirected",
      description = "Treat every line of the graph as an edge in both directions.")
  private boolean undirected;

  @Option(
      names = "--source",
      paramLabel = "NODE",
      description = "Where paths start (default: the first node; all nodes for all pairs).")
  private @Nullable String source;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "Take an instance from a dataset, JSON Lines or shards; it needs no outputs.")
  private @Nullable Path data;

  @Option(
      names = "--line",
      paramLabel = "N",
      defaultValue = "1",
      description = "Which instance of the dataset (default ${DEFAULT-VALUE}).")
  private long line;

  private @Nullable List<String> words;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  InputOptions() {}

  /**
   * What was given.
   *
   * @param inputs the inputs
   * @param from the node whose paths to show, where the answer has paths from all nodes
   */
  record Given(WrittenInputs inputs, OptionalInt from) {}

  long line() {
    return line;
  }

  /**
   * Reads the inputs.
   *
   * @param typed the words after the algorithm, if any
   */
  Given read(Algorithm algorithm, @Nullable List<String> typed, CommandLine command)
      throws IOException {
    words = typed;
    Map<String, Object> given = given();
    requireWords(command);
    if (data != null) {
      requireOnly(given, List.of("--data"), algorithm, command);
      return of(WrittenInputs.of(algorithm, instance(algorithm, data)));
    }
    InputForm form = algorithm.traits().input();
    if (form instanceof InputForm.OnGraph onGraph) {
      requireOnly(given, List.of("--graph"), algorithm, command);
      if (graphFile == null) {
        throw wrongUse(command, algorithm + " needs a graph", algorithm);
      }
      return graph(algorithm, onGraph, graphFile, command);
    }
    if (source != null || undirected || format != null) {
      throw wrongUse(command, algorithm + " does not take a graph", algorithm);
    }
    List<String> allowed = options(form);
    requireOnly(given, allowed, algorithm, command);
    try {
      return of(written(algorithm, form, command));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          command, "%s; example: %s".formatted(e.getMessage(), example(algorithm)), e);
    }
  }

  private static Given of(WrittenInputs inputs) {
    return new Given(inputs, OptionalInt.empty());
  }

  private WrittenInputs written(Algorithm algorithm, InputForm form, CommandLine command)
      throws IOException {
    return switch (form) {
      case InputForm.Keys _ -> WrittenInputs.numbers(algorithm, numbers(keys));
      case InputForm.SortedKeys _ -> {
        if (target == null) {
          throw wrongUse(command, "--target NUMBER is missing", algorithm);
        }
        yield WrittenInputs.search(algorithm, numbers(keys), NumberLines.number(target));
      }
      case InputForm.MatrixSizes _ ->
          WrittenInputs.numbers(
              algorithm, sizes == null ? numbers(null) : NumberLines.numbers(sizes));
      case InputForm.Probabilities _ ->
          WrittenInputs.probabilities(
              algorithm,
              probabilities == null ? numbers(null) : NumberLines.numbers(probabilities),
              NumberLines.numbers(gaps == null ? List.of() : gaps));
      case InputForm.TwoStrings(String one, String other) -> {
        List<String> strings = words == null ? named(one, other) : words;
        if (strings.size() != 2) {
          throw wrongUse(command, "%s takes two strings".formatted(algorithm), algorithm);
        }
        yield WrittenInputs.strings(algorithm, strings.get(0), strings.get(1));
      }
      case InputForm.Intervals _ -> WrittenInputs.pairs(algorithm, pairs(intervals));
      case InputForm.Tasks _ -> WrittenInputs.pairs(algorithm, pairs(tasks));
      case InputForm.Points _, InputForm.TwoSegments _ ->
          WrittenInputs.pairs(algorithm, pairs(points));
      case InputForm.OnGraph _ -> throw new IllegalStateException("graphs come from files");
    };
  }

  private double[] numbers(@Nullable String file) throws IOException {
    if (file == null && !isStandardInput()) {
      return NumberLines.numbers(words == null ? List.of() : words);
    }
    try (InputStream in = open(file)) {
      return NumberLines.readNumbers(shown(file), in);
    }
  }

  private List<double[]> pairs(@Nullable String file) throws IOException {
    if (file == null && !isStandardInput()) {
      return NumberLines.pairs(words == null ? List.of() : words);
    }
    try (InputStream in = open(file)) {
      return NumberLines.readPairs(shown(file), in);
    }
  }

  private boolean isStandardInput() {
    return words != null && words.equals(List.of(STANDARD_INPUT));
  }

  private static InputStream open(@Nullable String file) throws IOException {
    return file == null || file.equals(STANDARD_INPUT)
        ? System.in
        : RegularFile.open(Path.of(file), "standard input is called -");
  }

  private static String shown(@Nullable String file) {
    return file == null || file.equals(STANDARD_INPUT) ? "standard input" : file;
  }

  /** The strings that were given under the names that the algorithm has for them. */
  private List<String> named(String one, String other) {
    List<String> strings = new ArrayList<>();
    for (String name : List.of(one, other)) {
      if (given().get("--" + name) instanceof String string) {
        strings.add(string);
      }
    }
    return strings;
  }

  /** The ways of giving inputs that were used; words count as one. */
  private Map<String, Object> given() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("", words);
    all.put("--keys", keys);
    all.put("--target", target);
    all.put("--sizes", sizes);
    all.put("--probabilities", probabilities);
    all.put("--gaps", gaps);
    all.put("--text", text);
    all.put("--pattern", pattern);
    all.put("--first", first);
    all.put("--second", second);
    all.put("--intervals", intervals);
    all.put("--tasks", tasks);
    all.put("--points", points);
    all.put("--graph", graphFile);
    all.put("--data", data);
    Map<String, Object> given = new LinkedHashMap<>();
    all.forEach((name, value) -> {
      if (value != null) {
        given.put(name, value);
      }
    });
    return given;
  }

  /** The options of a form: first the one that words can stand for, then those that go with it. */
  private static List<String> options(InputForm form) {
    return switch (form) {
      case InputForm.Keys _ -> List.of("--keys");
      case InputForm.SortedKeys _ -> List.of("--keys", "--target");
      case InputForm.MatrixSizes _ -> List.of("--sizes");
      case InputForm.Probabilities _ -> List.of("--probabilities", "--gaps");
      case InputForm.TwoStrings(String one, String other) -> List.of("--" + one, "--" + other);
      case InputForm.Intervals _ -> List.of("--intervals");
      case InputForm.Tasks _ -> List.of("--tasks");
      case InputForm.Points _, InputForm.TwoSegments _ -> List.of("--points");
      case InputForm.OnGraph _ -> List.of("--graph");
    };
  }

  private static String example(Algorithm algorithm) {
    String inputs =
        switch (algorithm.traits().input()) {
          case InputForm.Keys _ -> "5 2 4 3 1";
          case InputForm.SortedKeys _ -> "1 3 5 7 --target 5";
          case InputForm.MatrixSizes _ -> "--sizes 10 20 30 40";
          case InputForm.Probabilities _ -> "--probabilities 0.3 0.2 --gaps 0.2 0.1 0.2";
          case InputForm.TwoStrings(String one, String other) ->
              "--%s abracadabra --%s cad".formatted(one, other);
          case InputForm.Intervals _ -> "1-4 3-5 5-7";
          case InputForm.Tasks _ -> "4,70 2,60 1,20 (deadline,weight)";
          case InputForm.Points _ -> "0,0 4,0 4,3 2,1";
          case InputForm.TwoSegments _ -> "0,0 4,4 0,4 4,0 (the first from 0,0 to 4,4)";
          case InputForm.OnGraph _ -> "--graph FILE";
        };
    return "dear solve %s %s".formatted(algorithm, inputs);
  }

  private void requireWords(CommandLine command) {
    for (String word : words == null ? List.<String>of() : words) {
      if (word.startsWith("-") && !word.equals(STANDARD_INPUT) && !NumberLines.isNumeric(word)) {
        throw new UnmatchedArgumentException(command, List.of(word));
      }
    }
  }

  private static void requireOnly(
      Map<String, Object> given, List<String> allowed, Algorithm algorithm, CommandLine command) {
    InputForm form = algorithm.traits().input();
    for (String name : given.keySet()) {
      boolean isGraph = form instanceof InputForm.OnGraph;
      if (name.isEmpty() ? isGraph || allowed.contains("--data") : !allowed.contains(name)) {
        String what =
            name.isEmpty() ? "one sequence of numbers" : name.equals("--graph") ? "a graph" : name;
        throw wrongUse(command, "%s does not take %s".formatted(algorithm, what), algorithm);
      }
    }
    boolean twice = given.containsKey("") && given.containsKey(allowed.getFirst());
    if (given.isEmpty() || twice) {
      throw wrongUse(
          command,
          twice
              ? "give inputs as words or with %s, not both".formatted(allowed.getFirst())
              : "inputs are missing",
          algorithm);
    }
  }

  private static ParameterException wrongUse(
      CommandLine command, String what, Algorithm algorithm) {
    return new ParameterException(command, "%s; example: %s".formatted(what, example(algorithm)));
  }

  private Inputs instance(Algorithm algorithm, Path file) throws IOException {
    try (DatasetSource source = Datasets.openQuestions(file)) {
      DatasetEntry found = source.entry(file.toString(), line);
      if (!found.algorithm().name().equals(algorithm.name())) {
        throw new IllegalArgumentException(
            "%s line %d is an instance of %s, not of %s"
                .formatted(file, line, found.algorithm(), algorithm));
      }
      return found.instance().inputs();
    }
  }

  private Given graph(Algorithm algorithm, InputForm.OnGraph form, String file, CommandLine command)
      throws IOException {
    boolean allPairs = algorithm.traits().answer() instanceof AnswerForm.AllPaths;
    if (source != null && !form.hasSource() && !allPairs) {
      throw new ParameterException(command, algorithm + " has no source");
    }
    if (format == null && file.equals(STANDARD_INPUT)) {
      throw new ParameterException(
          command, "--graph - has no name that shows its format; add --format, such as csv");
    }
    Path path = Path.of(shown(file));
    NamedGraph named;
    try (InputStream in = open(file)) {
      named = (format == null ? GraphFormat.of(path) : format).read(path, in, undirected);
    }
    int node = source == null ? 0 : named.node(source);
    return new Given(
        WrittenInputs.graph(algorithm, named, node),
        allPairs && source != null ? OptionalInt.of(node) : OptionalInt.empty());
  }
}
