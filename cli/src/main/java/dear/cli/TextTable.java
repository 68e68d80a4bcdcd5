// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A text table whose columns are as wide as their widest cell. */
final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  TextTable row(String... cells) {
    return row(List.of(cells));
  }

  TextTable row(List<String> cells) {
    rows.add(cells.stream().map(Terminal::safe).toList());
    return this;
  }

  void print(PrintWriter out, String indent) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < row.size(); c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int c = 0; c < row.size(); c++) {
        line.append(row.get(c)).append(" ".repeat(widths[c] - row.get(c).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
