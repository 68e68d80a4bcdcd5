// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.Console;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether a person is watching. */
final class Terminal {
  private static final Pattern UNSAFE =
      Pattern.compile("[\\p{Cc}\u202a-\u202e\u2066-\u2069&&[^\n\t]]");

  private Terminal() {}

  /**
   * A text without what could steer a terminal: control characters, and marks that change the
   * direction of writing. Names and messages may come from a file that somebody else made.
   */
  static String safe(String text) {
    return UNSAFE.matcher(text).replaceAll("?");
  }

  @SuppressWarnings("SystemConsoleNull") // the console is null where a JDK has none
  static boolean isPresent() {
    @Nullable Console console = System.console();
    return console != null && console.isTerminal();
  }
}
