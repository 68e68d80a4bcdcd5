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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Joins the runs of several machines. */
@Command(
    name = "join",
    description = {
      "Take in the training runs of other folders: those of other machines, or packed ones. Of two",
      "versions of a run, the one that was trained for longer is kept.",
      "Then 'dear reproduce table1' continues and evaluates them all."
    },
    footer = {
      "",
      "Examples:",
      "  dear reproduce join results/runs               the packed runs of this repository",
      "  dear reproduce join a/runs/study b/runs/study  the runs of two machines"
    })
final class JoinCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Folders of run folders or of packed runs.")
  private List<Path> sources;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs/study",
      description = "The folder that takes them in (default ${DEFAULT-VALUE}).")
  private Path runs;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private JoinCommand() {}

  @Override
  public Integer call() throws IOException {
    SharedRuns shared = new SharedRuns(runs);
    int taken = 0;
    int kept = 0;
    for (Path source : sources) {
      for (SharedRuns.Moved run : shared.join(source)) {
        spec.commandLine()
            .getOut()
            .printf(
                "%s: %s step %,d%s%n",
                run.name(),
                run.taken() ? "taken at" : "already there, theirs is at",
                run.step(),
                run.finished() ? ", finished" : "");
        taken += run.taken() ? 1 : 0;
        kept += run.taken() ? 0 : 1;
      }
    }
    spec.commandLine().getOut().printf("%d runs taken, %d kept as they were%n", taken, kept);
    return 0;
  }
}
