// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The lower bounds of options: all commands reject smaller values with the same message. */
public final class LowerBound {
  private LowerBound() {}

  /** Rejects a value of an option that is below its minimum. */
  public static void require(CommandSpec command, String option, long value, long minimum) {
    if (value < minimum) {
      throw new ParameterException(
          command.commandLine(),
          "%s %d is too small; the minimum is %d".formatted(option, value, minimum));
    }
  }
}
