// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Random command lines of all commands, apart from measurements and figures: something to work on,
 * the options that make it small, and options from the command's own help with sensible and hostile
 * values. The exit code must be one of the documented ones, JSON must be JSON, and nothing may be
 * reported as an internal error.
 */
final class CommandTrials {
  private static final Pattern OPTION =
      Pattern.compile("(?m)^ +(?:-\\w, )?(--(?:\\[no-\\])?[a-z][a-z0-9-]*)(?:[= ]\\S+)?");

  /** What would run for hours, write beside the folder of the trials, or listen for requests. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "--stacktrace",
          "--verbose",
          "--out",
          "--page",
          "--resume",
          "--runs",
          "--publish",
          "--seconds",
          "--host");

  /** All commands, and those within them. */
  private static final List<String> COMMANDS =
      List.of(
          "algorithms",
          "show",
          "sample",
          "inspect",
          "models",
          "compare",
          "solve",
          "solve", // the command with the most inputs
          "train",
          "evaluate",
          "reproduce",
          "reproduce join",
          "reproduce pack",
          "models pack",
          "serve",
          "site",
          "spark",
          "completion",
          "bench",
          "bench step",
          "bench solve",
          "bench train",
          "bench accuracy");

  private static final List<String> VALUES =
      List.of(
          "0",
          "1",
          "2",
          "3",
          "-1",
          "1.5",
          "1e308",
          "NaN",
          "",
          " ",
          "abc",
          "0.5",
          "0.1,0.9",
          "5 2",
          "true",
          "dear",
          "nodes",
          "pairs",
          "clrs",
          "gnp",
          "sparse",
          "numpy",
          "A",
          "\u0000",
          "ä",
          "/proc/nowhere",
          "/",
          "99999999999999999999",
          "--",
          "-");

  private final RandomGenerator random;
  private final long seed;
  private final Path run;
  private final String runs; // the folder of the run
  private final Path folder;
  private final Path plan;
  private final List<String> files = new ArrayList<>();
  private final Map<String, List<String>> options = new LinkedHashMap<>();
  private final Map<String, Integer> tried = new LinkedHashMap<>();
  private final Map<Integer, Integer> codes = new LinkedHashMap<>();
  private final List<String> defects = new ArrayList<>();
  private volatile List<String> latest = List.of();

  /**
   * Prepares good files.
   *
   * @param run the folder of a finished training run
   * @param folder an empty folder
   */
  CommandTrials(Path run, Path folder, long seed) throws IOException {
    this.run = run;
    this.runs = String.valueOf(run.getParent());
    this.folder = folder;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    for (String command : COMMANDS) {
      String[] words = (command + " --help").split(" ", -1);
      options.put(
          command,
          OPTION
              .matcher(Invocation.of(words).out())
              .results()
              .map(it -> it.group(1).replace("[no-]", ""))
              .filter(it -> !LEFT_OUT.contains(it))
              .distinct()
              .toList());
    }
    plan = Files.writeString(folder.resolve("plan.json"), KillTrials.PLAN);
    file("graph.csv", "a,b,1.5\nb,c,2\nc,d,0\nd,e,7\n");
    file("circle.csv", "a,b,1\nb,a,2\n");
    file("numbers.txt", "5 2 4 3 1\n");
    file("pairs.csv", "1,4\n3,5\n5,7\n6,6\n");
    files.add(run.toString());
    files.add(run.resolve("best.safetensors").toString());
    for (Algorithm algorithm : Clrs.algorithms()) {
      Invocation made =
          Invocation.of(
              "sample", algorithm.name(), "--nodes", "5", "--count", "2", "--out", data(algorithm));
      if (made.code() != 0) {
        throw new IllegalStateException(made.err());
      }
    }
  }

  private void file(String name, String text) throws IOException {
    files.add(Files.writeString(folder.resolve(name), text).toString());
  }

  private String data(Algorithm algorithm) {
    return folder.resolve(algorithm + ".jsonl").toString();
  }

  void next() {
    String command = pick(COMMANDS);
    List<String> arguments = new ArrayList<>(List.of(command.split(" ", -1)));
    Algorithm algorithm = pick(Clrs.algorithms());
    switch (random.nextInt(8)) {
      case 0 -> {} // nothing to work on
      case 1 -> arguments.add(value());
      default -> arguments.addAll(subject(command, algorithm));
    }
    Map<String, List<String>> chosen = new LinkedHashMap<>(small(command, algorithm));
    List<String> known = options.getOrDefault(command, List.of());
    for (int more = random.nextInt(4); more > 0 && !known.isEmpty(); more--) {
      chosen.put(pick(known), random.nextInt(4) > 0 ? List.of(value()) : List.of());
    }
    chosen.forEach((option, values) -> {
      arguments.add(option);
      arguments.addAll(values);
    });
    tried.merge(command, 1, Integer::sum);
    latest = arguments;
    try {
      judge(arguments, Invocation.of(arguments.toArray(String[]::new)));
      clear(folder.resolve("out"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a command works on. */
  private List<String> subject(String command, Algorithm algorithm) {
    String model = run.resolve("best.safetensors").toString();
    return switch (command) {
      case "compare" -> List.of(run.toString(), run.toString());
      case "inspect" -> List.of(random.nextBoolean() ? model : algorithm.name());
      case "evaluate" -> List.of(model);
      case "show" -> List.of(random.nextBoolean() ? data(algorithm) : algorithm.name());
      case "reproduce" -> List.of(pick(List.of("table1", "table2", "clrs30", "page")));
      case "reproduce join" -> List.of(runs);
      case "solve" -> question(algorithm);
      case "sample", "train", "algorithms", "bench accuracy" -> List.of(algorithm.name());
      default -> List.of();
    };
  }

  private List<String> question(Algorithm algorithm) {
    String name = algorithm.name();
    return switch (random.nextInt(6)) {
      case 0 -> List.of(name, "5", "2", value());
      case 1 -> List.of(name, "--graph", pick(files), "--undirected");
      case 2 -> List.of(name, "--graph", pick(files), "--source", "a");
      case 3 -> List.of(name, "--data", data(algorithm), "--line", "2");
      case 4 -> List.of(name, "--data", data(algorithm), "--exact");
      default -> List.of(name);
    };
  }

  /** Options that keep the work of a command small, and what it writes in one folder. */
  private Map<String, List<String>> small(String command, Algorithm algorithm) {
    String out = folder.resolve("out").toString();
    String nodes = Integer.toString(random.nextInt(8));
    return switch (command) {
      case "sample" -> options("--nodes", nodes, "--count", "2", "--out", out);
      case "show" -> random.nextBoolean() ? options("--nodes", nodes) : Map.of();
      case "train" -> {
        List<String> train = Runs.train(algorithm.name(), Path.of(out), "--width", "4");
        yield options(train.subList(2, train.size()).toArray(String[]::new));
      }
      case "evaluate" -> options("--nodes", nodes, "--count", "2");
      case "reproduce" ->
          options(
              ("--budget 0s --nodes 4 --count 1 --seeds 1 --sizes 4 --algorithms bellman_ford"
                      + " --runs %s --plan %s")
                  .formatted(out, plan)
                  .split(" ", -1));
      case "reproduce join" -> options("--runs", out);
      case "reproduce pack" -> options("--runs", runs, "--out", out);
      case "models pack", "site" -> options("--out", out);
      case "serve" -> options("--host", "192.0.2.1"); // no machine has this address
      case "bench step", "bench solve", "bench train" ->
          options(
              "--seconds 0.01 --evaluations 3 --batch 1 --threads 1 --nodes %s"
                  .formatted(nodes)
                  .split(" ", -1));
      case "bench accuracy" ->
          options(
              ("--steps 1 --every 1 --target 0 --width 4 --batch 1 --train-nodes-max 5"
                      + " --validation-nodes 5 --validation-count 1")
                  .split(" ", -1));
      default -> Map.of();
    };
  }

  private static Map<String, List<String>> options(String... words) {
    Map<String, List<String>> options = new LinkedHashMap<>();
    for (int k = 0; k < words.length; k += 2) {
      options.put(words[k], List.of(words[k + 1]));
    }
    return options;
  }

  private void judge(List<String> arguments, Invocation ended) {
    String all = ended.out() + ended.err();
    codes.merge(ended.code(), 1, Integer::sum);
    boolean known = ended.code() >= 0 && ended.code() <= 3;
    boolean silent = (ended.code() == 1 || ended.code() == 2) && ended.err().isBlank();
    boolean trace = all.contains("internal error") || all.contains("\tat ");
    if (!known || silent || trace || !isJson(arguments, ended)) {
      defects.add(
          "seed %d: %s: exit code %d: %s".formatted(seed, arguments, ended.code(), ended.err()));
    }
  }

  /** What was asked for as JSON and answered is JSON. */
  private static boolean isJson(List<String> arguments, Invocation ended) {
    boolean answered = ended.code() == 0 || ended.code() == 3;
    if (!answered || !arguments.contains("--json") || arguments.contains("--help")) {
      return true;
    }
    try {
      Json _ = Json.parse(ended.out());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void clear(Path out) throws IOException {
    if (Files.exists(out)) {
      try (Stream<Path> all = Files.walk(out)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private String value() {
    return random.nextInt(6) == 0 ? pick(files) : pick(VALUES);
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** The words of the command line that is being tried. */
  String latest() {
    return String.join(" ", latest);
  }

  List<String> defects() {
    return defects;
  }

  @Override
  public String toString() {
    return "%s, exit codes %s".formatted(tried, codes);
  }
}
