// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.cli.MoreCommands;
import dear.cli.SettingOptions;
import dear.cli.TrainCommand;
import dear.reasoner.settings.Setting;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Adds the commands of this module to the program. */
public final class SparkCommands implements MoreCommands {
  /** Called by the service loader. */
  public SparkCommands() {}

  @Override
  public void addTo(CommandLine spark) {
    spark.addSubcommand(new SparkSweepCommand());
    spark.addSubcommand(new SparkSolveCommand());
    spark.addSubcommand(new SparkSampleCommand());
    spark.addSubcommand(new SparkTrainCommand());
    SettingOptions.add(added(spark, "solve"), Setting.ofSearch(), _ -> " (default: as trained)");
    TrainCommand.addSettings(added(spark, "train"));
  }

  private static CommandSpec added(CommandLine spark, String name) {
    return Objects.requireNonNull(spark.getSubcommands().get(name)).getCommandSpec();
  }
}
