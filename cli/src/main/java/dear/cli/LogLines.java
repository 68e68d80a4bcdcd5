// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.PrintWriter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** While open, prints the libraries' log messages among the program's own. */
final class LogLines extends Handler implements AutoCloseable {
  /** Referenced here, because a logger that is garbage collected loses its settings. */
  private final Logger libraries = Logger.getLogger("dear");

  private final PrintWriter err;

  LogLines(PrintWriter err) {
    this.err = err;
    setFormatter(new SimpleFormatter());
    libraries.setLevel(Level.ALL);
    libraries.setUseParentHandlers(false);
    libraries.addHandler(this);
  }

  @Override
  public void publish(LogRecord record) {
    err.println("dear: " + getFormatter().formatMessage(record));
  }

  @Override
  public void flush() {
    err.flush();
  }

  @Override
  public void close() {
    libraries.removeHandler(this);
    libraries.setUseParentHandlers(true);
    libraries.setLevel(null);
  }
}
