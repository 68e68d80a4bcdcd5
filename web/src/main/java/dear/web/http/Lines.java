// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/**
 * The lines of a request. Each ends with CR and LF, which occur nowhere else, and the only other
 * control characters are tabs: whoever stands between us and the client sees the same lines.
 */
final class Lines {
  private static final int DELETE = 0x7f;

  private final InputStream in;
  private final StringBuilder line = new StringBuilder();
  private int left;

  /** Lines that have at most so many bytes together. */
  Lines(InputStream in, int most) {
    this.in = in;
    this.left = most;
  }

  /**
   * The next line, without its end.
   *
   * @param tooLong thrown if there are no bytes left for it
   */
  String next(Supplier<Refusal> tooLong) throws IOException {
    line.setLength(0);
    for (int c = read(tooLong); c != '\r'; c = read(tooLong)) {
      if ((c < ' ' && c != '\t') || c == DELETE) {
        throw Refusal.of(400, "lines end with CR LF and have no other control characters");
      }
      line.append((char) c);
    }
    if (read(tooLong) != '\n') {
      throw Refusal.of(400, "CR must be followed by LF");
    }
    return line.toString();
  }

  private int read(Supplier<Refusal> tooLong) throws IOException {
    if (left == 0) {
      throw tooLong.get();
    }
    left--;
    int c = in.read();
    if (c < 0) {
      throw new EOFException("the client disconnected while sending its request");
    }
    return c;
  }
}
