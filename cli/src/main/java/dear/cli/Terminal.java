// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/** Whether a person is watching. */
final class Terminal {
  private Terminal() {}

  @SuppressWarnings("SystemConsoleNull") // the console is null where a JDK has none
  static boolean isPresent() {
    @Nullable Console console = System.console();
    return console != null && console.isTerminal();
  }
}
