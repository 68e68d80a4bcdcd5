// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.tensor.parallel.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The number of threads that a command works with. */
final class TeamSize {
  private TeamSize() {}

  /**
   * Returns the given number, or that of the machine. A number that cannot be is wrong usage, said
   * before anything is written.
   */
  static int of(@Nullable Integer given, CommandSpec command) {
    int threads = given == null ? Runtime.getRuntime().availableProcessors() : given;
    if (threads < 1) {
      throw new ParameterException(
          command.commandLine(), "--threads %d is too small; the minimum is 1".formatted(threads));
    }
    if (threads > Workers.MOST_THREADS) {
      throw new ParameterException(
          command.commandLine(),
          "--threads %d: %,d threads are too many; the maximum is %,d"
              .formatted(threads, threads, Workers.MOST_THREADS));
    }
    return threads;
  }
}
