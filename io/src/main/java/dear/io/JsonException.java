// SPDX-License-Identifier: Apache-2.0
package dear.io;

import java.io.IOException;

/**
 * Malformed or unexpected JSON; the message names source, line and field.
 *
 * <p>Messages quote text from untrusted files, so control characters, which a terminal would obey,
 * are replaced, and long messages are cut in the middle.
 */
public final class JsonException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_CHARS = 500; // kept at each end

  /** An error with a complete message. */
  public JsonException(String message) {
    super(printable(message));
  }

  private static String printable(String message) {
    String cut =
        message.length() <= 2 * MOST_CHARS
            ? message
            : message.substring(0, MOST_CHARS)
                + " … "
                + message.substring(message.length() - MOST_CHARS);
    return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "\ufffd");
  }
}
