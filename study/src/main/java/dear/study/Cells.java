// SPDX-License-Identifier: Apache-2.0
package dear.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The cells of a table by row and algorithm; cells in the same place differ by seed.
 *
 * @param rows the names of the rows, in order
 * @param algorithms the algorithms, in order
 */
record Cells<C extends TablePlace.Placed>(
    Map<String, Map<String, List<C>>> rows, List<String> algorithms) {
  static <C extends TablePlace.Placed> Cells<C> of(List<C> cells) {
    Map<String, Map<String, List<C>>> rows = new LinkedHashMap<>();
    List<String> algorithms = new ArrayList<>();
    for (C cell : cells) {
      String algorithm = cell.place().algorithm();
      if (!algorithms.contains(algorithm)) {
        algorithms.add(algorithm);
      }
      rows.computeIfAbsent(cell.place().row(), _ -> new LinkedHashMap<>())
          .computeIfAbsent(algorithm, _ -> new ArrayList<>())
          .add(cell);
    }
    return new Cells<>(rows, algorithms);
  }

  List<C> at(String row, String algorithm) {
    return rows.getOrDefault(row, Map.of()).getOrDefault(algorithm, List.of());
  }

  /** Returns the label of a row. */
  String label(String row) {
    return rows.getOrDefault(row, Map.of()).values().stream()
        .flatMap(List::stream)
        .map(cell -> cell.place().label())
        .findFirst()
        .orElse(row);
  }

  /** Formats the mean of a number over seeds, with the standard deviation if there are several. */
  static <C> String mean(List<C> seeds, ToDoubleFunction<C> number, int digits) {
    double mean = seeds.stream().mapToDouble(number).average().orElse(Double.NaN);
    String text = text(mean, digits);
    if (seeds.size() < 2) {
      return text;
    }
    double squares = 0;
    for (C seed : seeds) {
      double difference = number.applyAsDouble(seed) - mean;
      squares += difference * difference;
    }
    return text + " ± " + text(Math.sqrt(squares / (seeds.size() - 1)), digits);
  }

  /**
   * Returns the steps of all runs, and those of the last one if there were others.
   *
   * @param words what to say of the last run
   */
  static String steps(int total, int last, String words) {
    return total == last ? words : String.format(Locale.ROOT, "%,d (%s)", total, words);
  }

  /** Returns a commit as people write it. */
  static String commit(String full) {
    return full.matches("[0-9a-f]{40}.*") ? "`" + full.substring(0, 10) + "`" : full;
  }

  static String text(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
