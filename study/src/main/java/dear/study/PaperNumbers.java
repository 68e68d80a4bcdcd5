// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The paper's numbers, which the tables show next to ours. */
public final class PaperNumbers {
  private static final List<String> EQUILIBRIUM_ROWS = List.of("dear-absolute", "dear-relative");

  private final Json document;

  private PaperNumbers(Json document) {
    this.document = document;
  }

  /** A mean, and the standard deviation over seeds if the paper gives one. */
  record Mean(double mean, Optional<Double> deviation) {
    /** Formats the number for a cell, in another unit. */
    String text(double unit, int digits) {
      String text = Cells.text(unit * mean, digits);
      return deviation.map(it -> text + " ± " + Cells.text(unit * it, digits)).orElse(text);
    }
  }

  /** Reads them from the program's resources. */
  public static PaperNumbers load() throws IOException {
    return new PaperNumbers(Resource.json("paper.json"));
  }

  /** Returns the best percentage of correct answers of the paper's equilibrium models. */
  public OptionalDouble bestAccuracy(String algorithm) {
    return EQUILIBRIUM_ROWS.stream()
        .flatMap(row -> cell("table1", row, algorithm).stream())
        .mapToDouble(Mean::mean)
        .max();
  }

  /** Returns the percentage of correct answers. */
  String accuracy(String row, String algorithm) {
    return cell("table1", row, algorithm).map(it -> it.text(1, 2)).orElse("–");
  }

  /** Returns the milliseconds per graph. */
  String milliseconds(String row, String algorithm) {
    return cell("table2", row, algorithm).map(it -> it.text(1000, 0)).orElse("–");
  }

  private Optional<Mean> cell(String table, String row, String algorithm) {
    Json rows = document.get(table);
    if (!rows.has(row) || !rows.get(row).has(algorithm)) {
      return Optional.empty();
    }
    List<Double> numbers =
        rows.get(row).get(algorithm).values().stream().map(Json::number).toList();
    return Optional.of(
        new Mean(
            numbers.getFirst(),
            numbers.size() < 2 ? Optional.empty() : Optional.of(numbers.get(1))));
  }
}
