// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The lines of an untrusted text file, none longer than a bound. Line ends are LF or CR LF; a byte
 * order mark at the start is skipped.
 */
final class FileLines {
  /** Far longer than any edge; a line without an end must not fill the memory. */
  static final int MOST_BYTES = 4096;

  private final String source;
  private final InputStream in;
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder(); // reports, by default
  private final byte[] chunk = new byte[1 << 16];
  private int next;
  private int end;
  private final byte[] line = new byte[MOST_BYTES];
  private long number;

  FileLines(String source, InputStream in) {
    this.source = source;
    this.in = in;
  }

  /** The number of the line last read, from 1. */
  long number() {
    return number;
  }

  /** The next line without its end and the space around it, or nothing after the last. */
  Optional<String> next() throws IOException {
    int length = 0;
    while (true) {
      if (next == end) {
        next = 0;
        end = Math.max(0, in.read(chunk));
        if (end == 0) {
          if (length == 0) {
            return Optional.empty();
          }
          break;
        }
      }
      byte b = chunk[next++];
      if (b == '\n') {
        break;
      }
      if (length == MOST_BYTES) {
        number++;
        throw error(
            "the line is longer than %d bytes: is this a text file with one edge per line?"
                .formatted(MOST_BYTES));
      }
      line[length++] = b;
    }
    number++;
    return Optional.of(text(length));
  }

  private String text(int length) throws GraphFormatException {
    try {
      String text = utf8.decode(ByteBuffer.wrap(line, 0, length)).toString();
      return (number == 1 && text.startsWith("\ufeff") ? text.substring(1) : text).strip();
    } catch (CharacterCodingException e) {
      throw error("the line is not UTF-8: save the file as UTF-8 text");
    }
  }

  /** An error at the line last read. */
  GraphFormatException error(String message) {
    return errorAt(number, message);
  }

  /** An error at another line. */
  GraphFormatException errorAt(long line, String message) {
    return new GraphFormatException(source + ":" + line + ": " + message);
  }

  /** An error about the whole file. */
  GraphFormatException errorOfFile(String message) {
    return new GraphFormatException(source + ": " + message);
  }

  /** A weight in the line last read. */
  double weight(String text) throws GraphFormatException {
    for (int i = 0; i < text.length(); i++) {
      if ("+-.eE0123456789".indexOf(text.charAt(i)) < 0) { // no NaN, Infinity, 0x1p3 or 1f
        throw notANumber(text);
      }
    }
    double weight;
    try {
      weight = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw notANumber(text);
    }
    if (!Double.isFinite(weight)) {
      throw error("weight " + shown(text) + " is too large for a double");
    }
    return weight;
  }

  private GraphFormatException notANumber(String text) {
    return error("weight " + shown(text) + " is not a finite decimal number such as 2 or -0.5");
  }

  /** A word of the file, made safe for messages: short and without control characters. */
  static String shown(String text) {
    String start = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    return '"' + start.replaceAll("\\p{Cntrl}", "?") + '"';
  }
}
