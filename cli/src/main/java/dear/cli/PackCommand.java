// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.study.SharedRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Packs runs into small files. */
@Command(
    name = "pack",
    description = {
      "Pack training runs into one file each, so that others can evaluate or continue them: the",
      "model of a finished run, model and checkpoint of an unfinished one. Runs may be in"
          + " training.",
      "'dear reproduce join' unpacks them."
    },
    footer = {"", "Example:", "  dear reproduce pack --out results/runs"})
final class PackCommand implements Callable<Integer> {
  private static final int MEGABYTE = 1_000_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs/study",
      description = "The folder of run folders (default ${DEFAULT-VALUE}).")
  private Path runs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Where the packed files go.")
  private Path out;

  @Option(
      names = "--limit",
      paramLabel = "MB",
      defaultValue = "100",
      description = "The largest total size in megabytes (default ${DEFAULT-VALUE}).")
  private int limit;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private PackCommand() {}

  @Override
  public Integer call() throws IOException {
    LowerBound.require(spec, "--limit", limit, 1);
    List<SharedRuns.Moved> packed = new SharedRuns(runs).pack(out, (long) limit * MEGABYTE);
    long bytes = 0;
    for (SharedRuns.Moved run : packed) {
      spec.commandLine()
          .getOut()
          .printf(
              "%s: step %,d%s, %,d bytes%n",
              run.name(), run.step(), run.finished() ? ", finished" : "", run.bytes());
      bytes += run.bytes();
    }
    spec.commandLine().getOut().printf("%d runs, %,d bytes in %s%n", packed.size(), bytes, out);
    return 0;
  }
}
