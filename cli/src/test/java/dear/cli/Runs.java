// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Command lines of small training runs, and how to start them. */
final class Runs {
  private Runs() {}

  /** Trains for a second. */
  static List<String> train(String algorithm, Path out, String... more) {
    return with(
        List.of(
            ("train %s --steps 6 --batch 4 --width 8 --train-nodes-min 4 --train-nodes-max 6"
                    + " --validation-nodes 6 --validation-count 4 --validate-every 3"
                    + " --checkpoint-every 2 --budget 6 --test-budget 8 --threads 2")
                .formatted(algorithm)
                .split(" ", -1)),
        Stream.concat(Stream.of("--out", out.toString()), Stream.of(more)).toArray(String[]::new));
  }

  /** The same with other options, which take the place of those before. */
  static List<String> with(List<String> arguments, String... more) {
    List<String> all = new ArrayList<>(arguments);
    for (int i = 0; i < more.length; i += 2) {
      int at = all.indexOf(more[i]);
      if (at >= 0) {
        all.set(at + 1, more[i + 1]);
      } else {
        all.add(more[i]);
        all.add(more[i + 1]);
      }
    }
    return all;
  }

  static Invocation run(List<String> arguments) {
    return Invocation.of(arguments.toArray(String[]::new));
  }

  /**
   * The program as a process of its own, with so much memory for its objects. It lives for seconds,
   * in which vectors would be objects that nobody has compiled away: it has scalar kernels, so that
   * its bits can be compared with those of other such processes, not with this one's.
   */
  static ProcessBuilder process(String memory, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + memory, "-XX:TieredStopAtLevel=1", "-Ddear.kernels=scalar"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dear.cli.Main"));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectErrorStream(true);
  }
}
