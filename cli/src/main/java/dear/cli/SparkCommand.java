// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands that run on Apache Spark; the module {@code spark} adds them. */
@Command(
    name = "spark",
    description = {
      "Train, answer and sample on many machines with Apache Spark, or on this one without any",
      "installation. The first use fetches Spark, about 280 MB."
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n")
final class SparkCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private SparkCommand() {}

  @Override
  public void run() {
    if (spec.subcommands().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "the commands for Spark are not on the class path; start them with ./dear of the sources,"
              + " or with spark-submit (docs/scale.md)");
    }
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
