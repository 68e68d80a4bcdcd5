package dear.study;

import dear.io.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The words and tables about accuracy. */
final class AccuracySection {
  private final Cells cells;
  private final Json paper;
  private final StringBuilder text;

  private AccuracySection(Cells cells, Json paper, StringBuilder text) {
    this.cells = cells;
    this.paper = paper;
    this.text = text;
  }

  static void write(Json table, Json paper, StringBuilder text) {
    AccuracySection section = new AccuracySection(Cells.of(table), paper, text);
    section.overview(table);
    section.rowsInWords();
    for (String algorithm : section.cells.algorithms()) {
      section.details(algorithm);
    }
    section.deviations();
  }

  private void overview(Json table) {
    line(
        ("Per cent of pointers that are right, on %d graphs of %d nodes; in italics the paper's"
                + " number.")
            .formatted(table.get("count").integer(), table.get("nodes").integer()));
    line(
        "± is the standard deviation over seeds. A cell says how many seeds it has when they are"
            + " fewer than three, and how far they were trained when they were stopped.");
    line("");
    String columns = titles(" | ");
    line("| model | %s |".formatted(columns));
    line("|---|%s".formatted("---|".repeat(cells.algorithms().size())));
    for (String row : cells.rows().keySet()) {
      StringBuilder ours = new StringBuilder("| " + cells.label(row) + " |");
      for (String algorithm : cells.algorithms()) {
        ours.append(" %s<br>*%s* |".formatted(overviewOf(row, algorithm), paper(row, algorithm)));
      }
      line(ours.toString());
    }
    line(
        "| Triplet-MPNN, no hints (Bevilacqua et al., cited by the paper) | %s |"
            .formatted(
                cells.algorithms().stream()
                    .map(algorithm -> "*" + paper("triplet-mpnn", algorithm) + "*")
                    .collect(Collectors.joining(" | "))));
    line("| answers without thought | %s |".formatted(trivial()));
  }

  private String paper(String row, String algorithm) {
    return Cells.paper(paper.get("table1"), row, algorithm, 2);
  }

  private String titles(String between) {
    return cells.algorithms().stream().map(Titles::of).collect(Collectors.joining(between));
  }

  private String trivial() {
    List<String> shares = new ArrayList<>();
    for (String algorithm : cells.algorithms()) {
      shares.add(
          cells.rows().keySet().stream()
              .flatMap(row -> examined(row, algorithm).stream())
              .findFirst()
              .map(cell -> percent(first(cell).get("trivial").number()))
              .orElse("–"));
    }
    return String.join(" | ", shares);
  }

  private String overviewOf(String row, String algorithm) {
    List<Json> seeds = examined(row, algorithm);
    if (seeds.isEmpty()) {
      return cells.at(row, algorithm).stream().anyMatch(cell -> cell.has("steps"))
          ? "training"
          : "not trained";
    }
    List<String> notes = new ArrayList<>();
    if (seeds.size() < 3) {
      notes.add(seeds.size() == 1 ? "1 seed" : seeds.size() + " seeds");
    }
    if (seeds.stream().anyMatch(AccuracySection::stopped)) {
      notes.add("stopped at " + steps(seeds) + " steps");
    }
    String value = "**" + Cells.mean(seeds, AccuracySection::accuracy, 2) + "**";
    return notes.isEmpty() ? value : value + " (" + String.join(", ", notes) + ")";
  }

  private void rowsInWords() {
    line("");
    for (String row : cells.rows().keySet()) {
      cells.rows().getOrDefault(row, Map.of()).values().stream()
          .flatMap(List::stream)
          .findFirst()
          .ifPresent(cell ->
              line(
                  "- **%s**: %s"
                      .formatted(cell.get("label").string(), cell.get("words").string())));
    }
  }

  private void details(String algorithm) {
    List<Json> all = new ArrayList<>();
    cells.rows().keySet().forEach(row -> all.addAll(examined(row, algorithm)));
    if (all.isEmpty()) {
      return;
    }
    boolean pairs = all.stream().anyMatch(cell -> cell.has("all_pairs"));
    boolean data = all.stream().anyMatch(cell -> cell.has("data"));
    line("");
    line("### %s".formatted(Titles.of(algorithm)));
    line("");
    line(
        ("| model, seed | accuracy | 95 %% over graphs | mean of graphs | CLRS-30's score | whole"
                + " graphs | evaluations | converged | steps | minutes |%s%s")
            .formatted(pairs ? " all pairs |" : "", data ? " others' data |" : ""));
    line("|---|%s".formatted("---|".repeat(9 + (pairs ? 1 : 0) + (data ? 1 : 0))));
    for (Json cell : all) {
      Json test = cell.get("test");
      Json score = first(cell);
      StringBuilder row = new StringBuilder();
      row.append(
          "| %s, %d | %s | %s to %s | %s | %s | %s | %s (most %d) | %s | %s | %s |"
              .formatted(
                  cell.get("label").string(),
                  cell.get("seed").integer(),
                  percent(score.get("accuracy").get("value").number()),
                  percent(score.get("accuracy").get("low").number()),
                  percent(score.get("accuracy").get("high").number()),
                  percent(score.get("per_graph").get("value").number()),
                  percent(test.get("clrs_score").number()),
                  percent(test.get("whole_graphs").get("value").number()),
                  Cells.text(test.get("evaluations").number(), 1),
                  test.get("most_evaluations").integer(),
                  converged(test),
                  progress(cell),
                  Cells.text(cell.get("seconds").number() / 60, 0)));
      if (pairs) {
        row.append(cell.has("all_pairs") ? " " + percent(cell.get("all_pairs").number()) : " –");
        row.append(" |");
      }
      if (data) {
        row.append(" ").append(cell.has("data") ? onData(cell.get("data")) : "–").append(" |");
      }
      line(row.toString());
    }
  }

  private void deviations() {
    Map<String, List<String>> found = new TreeMap<>();
    for (Map<String, List<Json>> row : cells.rows().values()) {
      for (List<Json> seeds : row.values()) {
        for (Json cell : seeds) {
          if (cell.has("differences") && !cell.get("differences").values().isEmpty()) {
            String differences =
                cell.get("differences").values().stream()
                    .map(Json::string)
                    .collect(Collectors.joining(", "));
            found
                .computeIfAbsent(differences, _ -> new ArrayList<>())
                .add(
                    "%s, %s, seed %d"
                        .formatted(
                            cell.get("label").string(),
                            Titles.of(cell.get("algorithm").string()),
                            cell.get("seed").integer()));
          }
        }
      }
    }
    if (!found.isEmpty()) {
      line("");
      line("Runs that were trained otherwise than their row says:");
      line("");
      found.forEach(
          (differences, runs) -> line("- %s: %s".formatted(String.join("; ", runs), differences)));
    }
  }

  private List<Json> examined(String row, String algorithm) {
    return cells.at(row, algorithm).stream().filter(cell -> cell.has("test")).toList();
  }

  private static boolean stopped(Json cell) {
    return cell.get("steps").integer() < cell.get("steps_planned").integer();
  }

  private static String steps(List<Json> seeds) {
    int least = seeds.stream().mapToInt(cell -> cell.get("steps").integer()).min().orElse(0);
    int most = seeds.stream().mapToInt(cell -> cell.get("steps").integer()).max().orElse(0);
    return least == most ? thousands(least) : thousands(least) + " to " + thousands(most);
  }

  private static String progress(Json cell) {
    String steps = thousands(cell.get("steps").integer());
    return stopped(cell) ? steps + " of " + thousands(cell.get("steps_planned").integer()) : steps;
  }

  private static String onData(Json report) {
    return "%s on %d graphs"
        .formatted(
            percent(
                report.get("outputs").values().getFirst().get("accuracy").get("value").number()),
            report.get("graphs").integer());
  }

  private static String converged(Json test) {
    Map<String, Json> reasons = test.get("stop_reasons").members();
    Json converged = reasons.get("CONVERGED");
    double graphs = test.get("graphs").number();
    return converged == null ? "–" : percentOf(converged.number() / graphs);
  }

  private static Json first(Json cell) {
    return cell.get("test").get("outputs").values().getFirst();
  }

  private static double accuracy(Json cell) {
    return 100 * first(cell).get("accuracy").get("value").number();
  }

  private static String percent(double share) {
    return Cells.text(100 * share, 2);
  }

  private static String percentOf(double share) {
    return Cells.text(100 * share, 0) + " %";
  }

  private static String thousands(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
