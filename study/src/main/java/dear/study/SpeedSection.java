// SPDX-License-Identifier: Apache-2.0
package dear.study;

import java.util.List;
import java.util.Locale;

/** The text and the table on speed. */
final class SpeedSection {
  private SpeedSection() {}

  static void write(SpeedTable table, PaperNumbers paper, StringBuilder text) {
    Cells<SpeedTable.Entry> cells = Cells.of(table.cells());
    text.append(
        String.format(
            Locale.ROOT,
            "Milliseconds per graph of %d nodes on %d processor threads, the mean over %d graphs"
                + " (fewer where that takes minutes); the paper's, on an A100 GPU, in italics.%n",
            table.nodes(),
            table.threads(),
            table.count()));
    text.append(
        "Kernels: %s; JDK %s.%n%n"
            .formatted(table.provenance().fact("kernels"), table.provenance().fact("jdk")));
    text.append("| algorithm |");
    for (String row : cells.rows().keySet()) {
      text.append(" ").append(cells.label(row)).append(" | evaluations |");
    }
    text.append("\n|---|").append("---|---|".repeat(cells.rows().size())).append('\n');
    for (String algorithm : cells.algorithms()) {
      text.append("| ").append(Titles.of(algorithm)).append(" |");
      for (String row : cells.rows().keySet()) {
        List<SpeedTable.Timing> timed =
            cells.at(row, algorithm).stream().flatMap(cell -> cell.timing().stream()).toList();
        text.append(" ").append(times(timed));
        text.append("<br>*").append(paper.milliseconds(row, algorithm)).append("* | ");
        text.append(timed.isEmpty() ? "–" : Cells.mean(timed, SpeedTable.Timing::evaluations, 1));
        text.append(" |");
      }
      text.append('\n');
    }
    boolean untrained =
        table.cells().stream()
            .anyMatch(
                cell -> cell.timing().isPresent() && cell.place().state() == CellRun.State.MISSING);
    if (untrained) {
      text.append(
          "\nBaselines that have not been trained are timed with untrained weights: the time of a"
              + " rollout does not\ndepend on them.\n");
    }
  }

  private static String times(List<SpeedTable.Timing> timed) {
    if (timed.isEmpty()) {
      return "not trained";
    }
    String once = "**" + Cells.mean(timed, it -> 1000 * it.seconds(), 1) + "**";
    List<Double> every =
        timed.stream()
            .flatMapToDouble(it -> it.decodingEveryStep().stream())
            .map(seconds -> 1000 * seconds)
            .boxed()
            .toList();
    return every.isEmpty()
        ? once
        : "%s, decoding at every step %s"
            .formatted(once, Cells.mean(every, Double::doubleValue, 1));
  }
}
