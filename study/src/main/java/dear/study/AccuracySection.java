// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.equilibrium.StopReason;
import dear.reasoner.evaluation.EvaluationSummary;
import dear.reasoner.settings.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The text and tables on accuracy. */
final class AccuracySection {
  /** A run whose last validation is this far below that of the model tested has got worse. */
  private static final double FAR = 0.05;

  private final Cells<AccuracyTable.Entry> cells;
  private final PaperNumbers paper;
  private final StringBuilder text;

  private AccuracySection(
      Cells<AccuracyTable.Entry> cells, PaperNumbers paper, StringBuilder text) {
    this.cells = cells;
    this.paper = paper;
    this.text = text;
  }

  static void write(AccuracyTable table, PaperNumbers paper, StringBuilder text) {
    AccuracySection section = new AccuracySection(Cells.of(table.cells()), paper, text);
    section.overview(table);
    section.rowsInWords();
    for (String algorithm : section.cells.algorithms()) {
      section.details(algorithm);
    }
    section.deviations();
  }

  private void overview(AccuracyTable table) {
    line(
        ("Percentage of correct pointers on %d graphs of %d nodes; the paper's number in"
                + " italics.")
            .formatted(table.count(), table.nodes()));
    line(
        "± is the standard deviation over seeds. A cell states the number of seeds if it is below"
            + " three, and the number of steps if training was stopped early. An answer is valid if"
            + " a certificate accepts it, also where it is not the algorithm's own. Answers about"
            + " pairs of nodes are judged over all pairs, while accuracy and whole graphs count"
            + " edges only, so fewer of them may be valid than whole.");
    line(
        "The graphs are those of the stream with seed %d, which no setting was chosen on. Tested by"
                .formatted(table.seed())
            + " commit %s; models trained by commit %s."
                .formatted(
                    commits(table, AccuracyTable.Origin::testedBy),
                    commits(table, AccuracyTable.Origin::trainedBy)));
    line("");
    String columns = titles(" | ");
    line("| model | %s |".formatted(columns));
    line("|---|%s".formatted("---|".repeat(cells.algorithms().size())));
    for (String row : cells.rows().keySet()) {
      StringBuilder ours = new StringBuilder("| " + cells.label(row) + " |");
      for (String algorithm : cells.algorithms()) {
        ours.append(
            " %s<br>*%s* |".formatted(overviewOf(row, algorithm), paper.accuracy(row, algorithm)));
      }
      line(ours.toString());
    }
    line(
        "| Triplet-MPNN, no hints (Bevilacqua et al., cited by the paper) | %s |"
            .formatted(
                cells.algorithms().stream()
                    .map(algorithm -> "*" + paper.accuracy("triplet-mpnn", algorithm) + "*")
                    .collect(Collectors.joining(" | "))));
    line("| trivial answers | %s |".formatted(trivial()));
    unequalLengths();
  }

  private static String commits(
      AccuracyTable table, Function<AccuracyTable.Origin, String> commit) {
    List<String> all =
        table.cells().stream()
            .flatMap(cell -> cell.examined().stream())
            .flatMap(examined -> Arrays.stream(commit.apply(examined.model()).split(", ", -1)))
            .map(Cells::commit)
            .distinct()
            .toList();
    return all.isEmpty() ? "–" : String.join(", ", all);
  }

  /** Warns of rows that were trained for different numbers of steps. */
  private void unequalLengths() {
    for (String algorithm : cells.algorithms()) {
      Map<String, List<String>> lengths = new LinkedHashMap<>();
      for (String row : cells.rows().keySet()) {
        List<Seed> seeds = examined(row, algorithm);
        if (!seeds.isEmpty()) {
          lengths
              .computeIfAbsent(
                  steps(seeds, AccuracyTable.Training::allSteps), _ -> new ArrayList<>())
              .add(cells.label(row));
        }
      }
      if (lengths.size() > 1) {
        line("");
        line(
            ("%s: trained for different numbers of steps, so only rows of the same length are"
                    + " comparable: %s.")
                .formatted(
                    Titles.of(algorithm),
                    lengths.entrySet().stream()
                        .map(it ->
                            "%s (%s)".formatted(it.getKey(), String.join("; ", it.getValue())))
                        .collect(Collectors.joining(", "))));
      }
    }
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
              .map(cell -> percent(cell.examined().test().first().trivial()))
              .orElse("–"));
    }
    return String.join(" | ", shares);
  }

  private String overviewOf(String row, String algorithm) {
    if (cells.at(row, algorithm).isEmpty()) {
      return "–"; // the row has no such model
    }
    List<Seed> seeds = examined(row, algorithm);
    if (seeds.isEmpty()) {
      return cells.at(row, algorithm).stream().anyMatch(cell -> cell.training().isPresent())
          ? "training"
          : "not trained";
    }
    List<String> notes = new ArrayList<>();
    if (seeds.size() < 3) {
      notes.add(seeds.size() == 1 ? "1 seed" : seeds.size() + " seeds");
    }
    if (seeds.stream().anyMatch(seed -> seed.training().stopped())) {
      notes.add("stopped at " + steps(seeds, AccuracyTable.Training::steps) + " steps");
    }
    double trivial = 100 * seeds.getFirst().examined().test().first().trivial();
    double low =
        seeds.stream()
            .mapToDouble(seed -> 100 * seed.examined().test().first().accuracy().low())
            .average()
            .orElse(0);
    if (!(low > trivial)) {
      notes.add("not clearly better than trivial answers");
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
          .ifPresent(cell -> line("- **%s**: %s".formatted(cell.place().label(), cell.words())));
    }
  }

  private void details(String algorithm) {
    List<Seed> all = new ArrayList<>();
    cells.rows().keySet().forEach(row -> all.addAll(examined(row, algorithm)));
    if (all.isEmpty()) {
      return;
    }
    boolean pairs = all.stream().anyMatch(seed -> seed.examined().allPairs().isPresent());
    boolean data = all.stream().anyMatch(seed -> seed.examined().data().isPresent());
    line("");
    line("### %s".formatted(Titles.of(algorithm)));
    line("");
    line(
        ("| model, seed | accuracy | 95 %% over graphs | mean of graphs | CLRS-30's score | whole"
                + " graphs | valid | evaluations | converged | steps (last run) | minutes (last"
                + " run) |%s%s")
            .formatted(pairs ? " all pairs |" : "", data ? " others' data |" : ""));
    line("|---|%s".formatted("---|".repeat(10 + (pairs ? 1 : 0) + (data ? 1 : 0))));
    for (Seed seed : all) {
      EvaluationSummary test = seed.examined().test();
      StringBuilder row = new StringBuilder();
      row.append(
          "| %s, %d | %s | %s to %s | %s | %s | %s | %s | %s (most %d) | %s | %s | %s |"
              .formatted(
                  seed.place().label(),
                  seed.place().seed(),
                  percent(test.first().accuracy().value()),
                  percent(test.first().accuracy().low()),
                  percent(test.first().accuracy().high()),
                  percent(test.first().perGraph().value()),
                  percent(test.clrs()),
                  percent(test.exact().value()),
                  test.valid().map(share -> percent(share.value())).orElse("–"),
                  Cells.text(test.effort().evaluations(), 1),
                  test.effort().mostEvaluations(),
                  seed.training().searches() ? converged(test) : "–",
                  progress(seed),
                  minutes(seed)));
      if (pairs) {
        OptionalDouble share = seed.examined().allPairs();
        row.append(share.isPresent() ? " " + percent(share.getAsDouble()) : " –").append(" |");
      }
      if (data) {
        String onData = seed.examined().data().map(AccuracySection::onData).orElse("–");
        row.append(" ").append(onData).append(" |");
      }
      line(row.toString());
    }
    fallBacks(all);
    all.forEach(this::decline);
  }

  /** Says where a run was much worse at its end than the model that it left behind. */
  private void decline(Seed seed) {
    List<AccuracyTable.Validation> curve = seed.examined().curve();
    String tested = seed.examined().model().step();
    for (AccuracyTable.Validation point : curve) {
      AccuracyTable.Validation last = curve.getLast();
      if (Integer.toString(point.step()).equals(tested)
          && point.accuracy() - last.accuracy() > FAR) {
        line("");
        line(
            ("%s, %d: the validation accuracy was %s %% at step %s, whose model was tested, but"
                    + " %s %% at step %s, the last validation.")
                .formatted(
                    seed.place().label(),
                    seed.place().seed(),
                    Cells.text(100 * point.accuracy(), 1),
                    thousands(point.step()),
                    Cells.text(100 * last.accuracy(), 1),
                    thousands(last.step())));
      }
    }
  }

  /** Says how often one step took the place of an implicit gradient, and why. */
  private void fallBacks(List<Seed> seeds) {
    for (Seed seed : seeds) {
      seed.training()
          .fallBacks()
          .ifPresent(found -> {
            line("");
            String tolerance =
                seed.training().settings().values().get(Setting.BACKWARD_TOLERANCE.key());
            line(
                "%s, %d: %s%s."
                    .formatted(
                        seed.place().label(),
                        seed.place().seed(),
                        found.words(),
                        tolerance == null
                            ? ""
                            : "; the backward solver's tolerance is " + tolerance));
          });
    }
  }

  private void deviations() {
    Map<String, List<String>> found = new TreeMap<>();
    for (Map<String, List<AccuracyTable.Entry>> row : cells.rows().values()) {
      for (List<AccuracyTable.Entry> seeds : row.values()) {
        for (AccuracyTable.Entry cell : seeds) {
          List<String> differences =
              cell.training().map(AccuracyTable.Training::differences).orElse(List.of());
          if (!differences.isEmpty()) {
            found
                .computeIfAbsent(String.join(", ", differences), _ -> new ArrayList<>())
                .add(
                    "%s, %s, seed %d"
                        .formatted(
                            cell.place().label(),
                            Titles.of(cell.place().algorithm()),
                            cell.place().seed()));
          }
        }
      }
    }
    if (!found.isEmpty()) {
      line("");
      line("Runs whose settings differ from their row:");
      line("");
      found.forEach(
          (differences, runs) -> line("- %s: %s".formatted(String.join("; ", runs), differences)));
    }
  }

  /** A model that was trained and tested. */
  private record Seed(
      TablePlace place, AccuracyTable.Training training, AccuracyTable.Examined examined) {}

  private List<Seed> examined(String row, String algorithm) {
    List<Seed> seeds = new ArrayList<>();
    for (AccuracyTable.Entry cell : cells.at(row, algorithm)) {
      cell.training()
          .ifPresent(training ->
              cell.examined()
                  .ifPresent(examined -> seeds.add(new Seed(cell.place(), training, examined))));
    }
    return seeds;
  }

  private static String steps(List<Seed> seeds, ToIntFunction<AccuracyTable.Training> counted) {
    IntSummaryStatistics steps =
        seeds.stream().map(Seed::training).mapToInt(counted).summaryStatistics();
    int least = steps.getMin();
    int most = steps.getMax();
    return least == most ? thousands(least) : thousands(least) + " to " + thousands(most);
  }

  private static String minutes(Seed seed) {
    double seconds = seed.examined().seconds();
    return seconds == 0 ? "–" : Cells.text(seconds / 60, 0);
  }

  /**
   * Returns the steps of all runs and, in brackets if there were several, those of the last one;
   * with the step of the model tested, where it is an older one.
   */
  private static String progress(Seed seed) {
    AccuracyTable.Training training = seed.training();
    String steps = thousands(training.steps());
    String all = training.stopped() ? steps + " of " + thousands(training.planned()) : steps;
    String tested = seed.examined().model().step();
    String last =
        tested.equals(Integer.toString(training.steps()))
            ? all
            : all
                + ", tested: "
                + (tested.matches("\\d{1,9}") ? thousands(Integer.parseInt(tested)) : tested);
    return Cells.steps(training.allSteps(), training.steps(), last);
  }

  private static String onData(EvaluationSummary summary) {
    return "%s on %d graphs"
        .formatted(percent(summary.first().accuracy().value()), summary.graphs());
  }

  private static String converged(EvaluationSummary test) {
    int converged = test.effort().reasons().getOrDefault(StopReason.CONVERGED, 0);
    return percentOf(converged / (double) test.graphs());
  }

  private static double accuracy(Seed seed) {
    return 100 * seed.examined().test().first().accuracy().value();
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
