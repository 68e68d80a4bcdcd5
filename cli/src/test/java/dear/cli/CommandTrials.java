// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Random command lines: a command, an algorithm or a file, and options from the command's own help
 * with sensible and hostile values. The exit code must be one of the documented ones, and nothing
 * may be reported as an internal error.
 */
final class CommandTrials {
  private static final Pattern OPTION =
      Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z][a-z-]*)(?:[= ]\\S+)?");

  /** What would run for hours, serve until interrupted, or read standard input. */
  private static final Set<String> LEFT_OUT =
      Set.of("--stacktrace", "--verbose", "--out", "--threads", "--resume", "--runs", "--publish");

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
  private final Path model;
  private final Map<String, List<String>> options = new LinkedHashMap<>();
  private final Map<String, Integer> tried = new LinkedHashMap<>();
  private final List<String> defects = new ArrayList<>();

  CommandTrials(Path model, long seed) {
    this.model = model;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    for (String command :
        List.of("algorithms", "show", "sample", "inspect", "models", "compare", "solve")) {
      options.put(
          command,
          OPTION
              .matcher(Invocation.of(command, "--help").out())
              .results()
              .map(it -> it.group(1))
              .filter(it -> !LEFT_OUT.contains(it))
              .distinct()
              .toList());
    }
  }

  void next() {
    String command = pick(List.copyOf(options.keySet()));
    List<String> arguments = new ArrayList<>(List.of(command));
    switch (random.nextInt(8)) {
      case 0 -> {} // nothing to work on
      case 1 -> arguments.add(pick(VALUES));
      case 2 -> arguments.add(model.toString());
      default -> arguments.add(pick(Clrs.algorithms().stream().map(Algorithm::name).toList()));
    }
    if (command.equals("sample") || command.equals("show")) {
      arguments.addAll(List.of("--nodes", Integer.toString(random.nextInt(8))));
    }
    if (command.equals("solve") && random.nextBoolean()) {
      arguments.addAll(List.of("5", "2", pick(VALUES)));
    }
    List<String> known = options.getOrDefault(command, List.of());
    for (int more = random.nextInt(4); more > 0 && !known.isEmpty(); more--) {
      arguments.add(pick(known));
      if (random.nextInt(4) > 0) {
        arguments.add(pick(VALUES));
      }
    }
    tried.merge(command, 1, Integer::sum);
    judge(arguments, Invocation.of(arguments.toArray(String[]::new)));
  }

  private void judge(List<String> arguments, Invocation ended) {
    String all = ended.out() + ended.err();
    boolean known = ended.code() >= 0 && ended.code() <= 3;
    boolean silent = (ended.code() == 1 || ended.code() == 2) && ended.err().isBlank();
    if (!known || silent || all.contains("internal error") || all.contains("\tat ")) {
      defects.add(
          "seed %d: %s: exit code %d: %s".formatted(seed, arguments, ended.code(), ended.err()));
    }
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  List<String> defects() {
    return defects;
  }

  @Override
  public String toString() {
    return tried.toString();
  }
}
