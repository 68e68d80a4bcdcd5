// SPDX-License-Identifier: Apache-2.0
package dear.study;

import java.util.ArrayList;
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
            "Milliseconds per graph of %d nodes, the mean over %d graphs (fewer where that takes"
                + " minutes); the paper's, on an A100 GPU, in italics.%nIn bold the time per graph"
                + " when each of %d threads has a graph of its own, with the range of three"
                + " measurements; then the time of one answer when all threads work on"
                + " it.%nDifferences within such a range are noise, also where decoding more often"
                + " seems to be faster.%n",
            table.nodes(),
            table.count(),
            table.threads()));
    text.append(
        "Kernels: %s; JDK %s; commit %s.%n%n"
            .formatted(
                table.provenance().fact("kernels"),
                table.provenance().fact("jdk"),
                Cells.commit(table.provenance().fact("commit"))));
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
        text.append(" ").append(times(timed)).append(marks(cells.at(row, algorithm)));
        text.append("<br>*").append(paper.milliseconds(row, algorithm)).append("* | ");
        text.append(timed.isEmpty() ? "–" : Cells.mean(timed, SpeedTable.Timing::evaluations, 1));
        text.append(" |");
      }
      text.append('\n');
    }
    text.append(
        "\nThe time of an equilibrium depends on the weights, so that of a model that was stopped"
            + " early is not final.\nThe time of a rollout does not; baselines that have not been"
            + " trained are timed with untrained weights.\n");
  }

  /** Says which of the timed models were not trained to the end. */
  private static String marks(List<SpeedTable.Entry> cells) {
    List<String> marks = new ArrayList<>();
    for (SpeedTable.Entry cell : cells) {
      if (cell.timing().isPresent()) {
        switch (cell.place().state()) {
          case FINISHED -> {}
          case STOPPED ->
              marks.add(String.format(Locale.ROOT, "stopped at %,d steps", cell.steps()));
          case MISSING, NOT_VALIDATED -> marks.add("untrained");
        }
      }
    }
    return marks.isEmpty() ? "" : " (" + String.join("; ", marks) + ")";
  }

  private static String range(List<SpeedTable.Timing> timed) {
    List<SpeedTable.Range> known = timed.stream().flatMap(it -> it.range().stream()).toList();
    return known.isEmpty()
        ? ""
        : " [%s to %s]"
            .formatted(
                Cells.text(1000 * known.stream().mapToDouble(it -> it.least()).min().orElse(0), 1),
                Cells.text(
                    1000 * known.stream().mapToDouble(it -> it.greatest()).max().orElse(0), 1));
  }

  private static String latency(List<SpeedTable.Timing> timed) {
    List<Double> known =
        timed.stream().flatMapToDouble(it -> it.latency().stream()).boxed().toList();
    return known.isEmpty() ? "" : ", one answer " + Cells.mean(known, it -> 1000 * it, 1);
  }

  private static String times(List<SpeedTable.Timing> timed) {
    if (timed.isEmpty()) {
      return "not trained";
    }
    String once =
        "**%s**%s%s"
            .formatted(
                Cells.mean(timed, it -> 1000 * it.seconds(), 1), range(timed), latency(timed));
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
