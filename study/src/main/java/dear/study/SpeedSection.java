package dear.study;

import dear.io.Json;
import java.util.List;
import java.util.Locale;

/** The words and the table about speed. */
final class SpeedSection {
  private SpeedSection() {}

  static void write(Json table, Json paper, StringBuilder text) {
    Cells cells = Cells.of(table);
    text.append(
        String.format(
            Locale.ROOT,
            "Milliseconds per graph of %d nodes on %d processor threads, the mean over %d graphs"
                + " (fewer where that takes minutes); in italics the paper's, on an A100 GPU.%n",
            table.get("nodes").integer(),
            table.get("threads").integer(),
            table.get("count").integer()));
    text.append(
        "Kernels: %s; JDK %s.%n%n"
            .formatted(
                table.get("provenance").get("kernels").string(),
                table.get("provenance").get("jdk").string()));
    text.append("| algorithm |");
    for (String row : cells.rows().keySet()) {
      text.append(" ").append(cells.label(row)).append(" | evaluations |");
    }
    text.append("\n|---|").append("---|---|".repeat(cells.rows().size())).append('\n');
    for (String algorithm : cells.algorithms()) {
      text.append("| ").append(Titles.of(algorithm)).append(" |");
      for (String row : cells.rows().keySet()) {
        List<Json> timed =
            cells.at(row, algorithm).stream().filter(cell -> cell.has("seconds")).toList();
        text.append(" ").append(times(timed));
        text.append("<br>*").append(paper(paper, row, algorithm)).append("* | ");
        text.append(
            timed.isEmpty() ? "–" : Cells.mean(timed, it -> it.get("evaluations").number(), 1));
        text.append(" |");
      }
      text.append('\n');
    }
    boolean untrained =
        table.get("cells").values().stream()
            .anyMatch(cell -> cell.has("seconds") && cell.get("state").string().equals("MISSING"));
    if (untrained) {
      text.append(
          "\nBaselines that have not been trained are timed with weights that have learned nothing:"
              + " a rollout's\ntime does not depend on them.\n");
    }
  }

  private static String times(List<Json> timed) {
    if (timed.isEmpty()) {
      return "not trained";
    }
    String once = "**" + Cells.mean(timed, it -> 1000 * it.get("seconds").number(), 1) + "**";
    List<Json> every =
        timed.stream().filter(cell -> cell.has("seconds_decoding_every_step")).toList();
    return every.isEmpty()
        ? once
        : "%s, decoding at every step %s"
            .formatted(
                once,
                Cells.mean(every, it -> 1000 * it.get("seconds_decoding_every_step").number(), 1));
  }

  private static String paper(Json paper, String row, String algorithm) {
    Json table = paper.get("table2");
    if (!table.has(row) || !table.get(row).has(algorithm)) {
      return "–";
    }
    List<Json> seconds = table.get(row).get(algorithm).values();
    String mean = Cells.text(1000 * seconds.getFirst().number(), 0);
    return seconds.size() < 2 ? mean : mean + " ± " + Cells.text(1000 * seconds.get(1).number(), 0);
  }
}
