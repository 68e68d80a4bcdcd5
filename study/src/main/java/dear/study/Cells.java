package dear.study;

import dear.io.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The cells of a table's document, by row and algorithm; those of a place differ by their seeds.
 *
 * @param rows by name, in their order
 * @param algorithms in their order
 */
record Cells(Map<String, Map<String, List<Json>>> rows, List<String> algorithms) {
  static Cells of(Json table) {
    Map<String, Map<String, List<Json>>> rows = new LinkedHashMap<>();
    List<String> algorithms = new ArrayList<>();
    for (Json cell : table.get("cells").values()) {
      String algorithm = cell.get("algorithm").string();
      if (!algorithms.contains(algorithm)) {
        algorithms.add(algorithm);
      }
      rows.computeIfAbsent(cell.get("row").string(), _ -> new LinkedHashMap<>())
          .computeIfAbsent(algorithm, _ -> new ArrayList<>())
          .add(cell);
    }
    return new Cells(rows, algorithms);
  }

  List<Json> at(String row, String algorithm) {
    return rows.getOrDefault(row, Map.of()).getOrDefault(algorithm, List.of());
  }

  /** The label of a row. */
  String label(String row) {
    return rows.getOrDefault(row, Map.of()).values().stream()
        .flatMap(List::stream)
        .map(cell -> cell.get("label").string())
        .findFirst()
        .orElse(row);
  }

  /** The mean of a number over seeds, with their deviation when there are several. */
  static String mean(List<Json> seeds, ToDoubleFunction<Json> number, int digits) {
    double mean = seeds.stream().mapToDouble(number).average().orElse(Double.NaN);
    String text = text(mean, digits);
    if (seeds.size() < 2) {
      return text;
    }
    double squares = 0;
    for (Json seed : seeds) {
      double difference = number.applyAsDouble(seed) - mean;
      squares += difference * difference;
    }
    return text + " ± " + text(Math.sqrt(squares / (seeds.size() - 1)), digits);
  }

  static String text(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** What the paper says of a cell. */
  static String paper(Json table, String row, String algorithm, int digits) {
    Optional<Json> values =
        Optional.ofNullable(table.members().get(row)).map(it -> it.members().get(algorithm));
    if (values.isEmpty()) {
      return "–";
    }
    List<Json> numbers = values.get().values();
    String mean = text(numbers.getFirst().number(), digits);
    return numbers.size() < 2 ? mean : mean + " ± " + text(numbers.get(1).number(), digits);
  }
}
