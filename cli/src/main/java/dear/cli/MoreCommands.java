// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import picocli.CommandLine;

/**
 * Commands of {@code dear spark}, a service that the module {@code spark} provides: it uses this
 * one, and the program must start without it.
 */
public interface MoreCommands {
  /** Adds them to a command. */
  void addTo(CommandLine spark);
}
