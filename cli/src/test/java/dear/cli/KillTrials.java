// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Processes that are killed at a random moment (SIGKILL) and started again, as their user would.
 * What they leave behind is complete or absent, and in the end every byte is as without a kill.
 */
final class KillTrials {
  private static final int MOST_SECONDS = 600;

  /** Two small models, one after another. */
  static final String PLAN =
      """
      {"preset": "quick",
       "settings": {"steps": "40", "batch": "2", "width": "8", "train-nodes-min": "4",
         "train-nodes-max": "6", "validation-nodes": "6", "validation-count": "3",
         "validate-every": "10", "checkpoint-every": "5", "budget": "5", "test-budget": "6"},
       "algorithms": ["bellman_ford"],
       "rows": [
         {"name": "nar", "label": "NAR", "words": "w", "settings": {"mode": "nar"}, "algorithms": {}},
         {"name": "dear", "label": "DEAR", "words": "w", "settings": {}, "algorithms": {}}]}
      """;

  private final RandomGenerator random;
  private final Path folder;
  private final Map<String, Integer> tried = new LinkedHashMap<>();
  private final List<String> defects = new ArrayList<>();
  private final List<String> train;
  private final List<String> sample;
  private final List<String> shards;
  private final List<String> pack;
  private final List<String> reproduce;
  private final Map<String, Long> millis = new LinkedHashMap<>();
  private int kills; // a process may end before its moment has come

  /**
   * Prepares the commands.
   *
   * @param model a model to pack
   */
  KillTrials(Path folder, Path model, long seed) throws IOException {
    this.random = new SplittableRandom(seed);
    this.folder = folder;
    train = Runs.train("bfs", Path.of("OUT"), "--steps", "60", "--threads", "1");
    sample = List.of("sample", "bellman_ford", "--nodes", "16", "--count", "300", "--out", "OUT");
    shards =
        List.of(
            "sample bellman_ford --nodes 64 --count 1500 --format shards --out OUT".split(" ", -1));
    pack = List.of("models", "pack", model.toString(), "--out", "OUT");
    String plan = Files.writeString(folder.resolve("plan.json"), PLAN).toString();
    reproduce =
        List.of(
            ("reproduce table1 --seeds 1 --budget 10m --nodes 8 --count 3 --threads 1 --plan "
                    + plan
                    + " --runs OUT")
                .split(" ", -1));
  }

  /** Runs a command once without a kill, and returns how long that took. */
  private long whole(List<String> command, String name) throws IOException, InterruptedException {
    @Nullable Long known = millis.get(name);
    if (known == null) {
      long start = System.nanoTime();
      run(command, folder.resolve("whole-" + name), Long.MAX_VALUE);
      known = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      millis.put(name, known);
    }
    return known;
  }

  void next(int number) throws IOException, InterruptedException {
    switch (number % 6) {
      case 1 -> killOnce(sample, "sample.jsonl", number);
      case 2 -> killReproduction(number);
      case 4 -> killOnce(pack, "pack", number);
      case 5 -> killOnce(shards, "shards", number);
      default -> killTraining(number);
    }
  }

  private void killTraining(int number) throws IOException, InterruptedException {
    Path out = folder.resolve("train-" + number);
    long most = whole(train, "train");
    boolean finished = run(train, out, random.nextLong(most + 1));
    for (int again = 0; !finished; again++) {
      boolean begun = Files.exists(out.resolve("config.json"));
      List<String> next = begun ? List.of("train", "--resume", "OUT") : train;
      finished = run(next, out, again < 2 ? random.nextLong(most + 1) : Long.MAX_VALUE);
    }
    tried.merge("train", 1, Integer::sum);
    for (String file : List.of("last.safetensors", "best.safetensors", "config.json")) {
      compare(folder.resolve("whole-train").resolve(file), out.resolve(file));
    }
  }

  /** Its models are trained in folders of their own, and the same command goes on with them. */
  private void killReproduction(int number) throws IOException, InterruptedException {
    Path out = folder.resolve("reproduce-" + number);
    long most = whole(reproduce, "reproduce");
    boolean finished = run(reproduce, out, random.nextLong(most + 1));
    for (int again = 0; !finished; again++) {
      finished = run(reproduce, out, again < 1 ? random.nextLong(most + 1) : Long.MAX_VALUE);
    }
    tried.merge("reproduce", 1, Integer::sum);
    for (String model : List.of("nar-bellman_ford-1", "dear-bellman_ford-1")) {
      for (String file : List.of("last.safetensors", "best.safetensors")) {
        String name = model + "/" + file;
        compare(folder.resolve("whole-reproduce").resolve(name), out.resolve(name));
      }
    }
    if (!Files.exists(out.resolve("table1.json"))) {
      defects.add(out + " has no table1.json");
    }
  }

  private void killOnce(List<String> command, String name, int number)
      throws IOException, InterruptedException {
    long most = whole(command, name);
    Path whole = folder.resolve("whole-" + name);
    Path out = folder.resolve(number + "-" + name);
    boolean finished = run(command, out, random.nextLong(most + 1));
    if (Files.isRegularFile(out)) {
      compare(whole, out); // nothing in between: it is there and whole, or it is not there
    }
    if (!finished) {
      run(command, out, Long.MAX_VALUE);
    }
    tried.merge(name, 1, Integer::sum);
    compare(whole, out);
  }

  private void compare(Path whole, Path other) throws IOException {
    if (Files.isDirectory(whole)) {
      try (Stream<Path> files = Files.list(whole)) {
        for (Path file : files.toList()) {
          compare(file, other.resolve(file.getFileName().toString()));
        }
      }
    } else if (!Files.exists(other) || Files.mismatch(whole, other) != -1) {
      defects.add(other + " differs from " + whole);
    }
  }

  /** Returns whether the command ended by itself. */
  private boolean run(List<String> command, Path out, long millis)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(command);
    arguments.replaceAll(it -> it.equals("OUT") ? out.toString() : it);
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process = Runs.process("512m", arguments).redirectOutput(output.toFile()).start();
    long limit = Math.min(millis, TimeUnit.SECONDS.toMillis(MOST_SECONDS));
    if (!process.waitFor(limit, TimeUnit.MILLISECONDS)) {
      process.destroyForcibly().waitFor();
      if (millis == Long.MAX_VALUE) {
        defects.add(arguments + " has not ended after " + MOST_SECONDS + " s");
      } else {
        kills++;
      }
      return millis == Long.MAX_VALUE;
    }
    if (process.exitValue() != 0) {
      defects.add(
          "%s: exit code %d: %s"
              .formatted(arguments, process.exitValue(), Files.readString(output)));
    }
    return true;
  }

  List<String> defects() {
    return defects;
  }

  @Override
  public String toString() {
    return "%d, in these commands: %s".formatted(kills, tried);
  }
}
