// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits one line of a CSV or TSV file: fields between commas or tabs, quoted as in RFC 4180, where
 * a doubled quote stands for one. Two extensions: space around a field is ignored unless it is
 * within quotes, and outside quotes a {@code #} starts a comment.
 *
 * <p>RFC 4180 lets a quoted field span several lines. Here it must end on its line: node names have
 * no line breaks, and a forgotten quote would swallow the rest of the file.
 */
final class CsvLine {
  private static final char QUOTE = '"';

  private final String text;
  private final char separator;
  private final FileLines lines;
  private int at;

  private CsvLine(String text, char separator, FileLines lines) {
    this.text = text;
    this.separator = separator;
    this.lines = lines;
  }

  /** The fields of the line last read; none if it holds only a comment. */
  static List<String> fields(String text, char separator, FileLines lines)
      throws GraphFormatException {
    return new CsvLine(text, separator, lines).fields();
  }

  private List<String> fields() throws GraphFormatException {
    List<String> fields = new ArrayList<>(3);
    skipSpace();
    if (isOver()) {
      return fields;
    }
    fields.add(field());
    while (!isOver()) {
      at++; // the separator
      skipSpace();
      fields.add(field());
    }
    return fields;
  }

  /** The field that starts here; it is followed by a comma or the end of the line. */
  private String field() throws GraphFormatException {
    return !isOver() && text.charAt(at) == QUOTE ? quoted() : plain();
  }

  private String plain() throws GraphFormatException {
    int start = at;
    for (; !isOver() && text.charAt(at) != separator; at++) {
      if (text.charAt(at) == QUOTE) {
        throw lines.error(
            "a quote within a field: put the whole field in quotes and write the quote twice");
      }
    }
    return text.substring(start, at).strip();
  }

  private String quoted() throws GraphFormatException {
    StringBuilder field = new StringBuilder();
    int start = at + 1;
    while (true) {
      int end = text.indexOf(QUOTE, start);
      if (end < 0) {
        throw lines.error("a quote is not closed in its line");
      }
      field.append(text, start, end);
      at = end + 1;
      if (at == text.length() || text.charAt(at) != QUOTE) {
        break;
      }
      field.append(QUOTE);
      start = at + 1;
    }
    skipSpace();
    if (!isOver() && text.charAt(at) != separator) {
      throw lines.error(
          "text after the quotes around "
              + FileLines.shown(field.toString())
              + ": put the whole field in quotes, and write a quote within it twice");
    }
    return field.toString();
  }

  private void skipSpace() {
    while (at < text.length()
        && Character.isWhitespace(text.charAt(at))
        && text.charAt(at) != separator) {
      at++;
    }
  }

  /** Whether the line ends here, or its comment begins. */
  private boolean isOver() {
    return at == text.length() || text.charAt(at) == '#';
  }
}
