// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Clrs;
import dear.clrs.trait.Category;
import dear.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page on CLRS-30, generated only from its document and from what others have published. Other
 * people's scores that nobody has compared with their source are not printed.
 */
public final class BenchmarkPage {
  /** The order of published tables. */
  private static final List<Category> CATEGORIES =
      List.of(
          Category.SORTING,
          Category.SEARCHING,
          Category.DIVIDE_AND_CONQUER,
          Category.GREEDY,
          Category.DYNAMIC_PROGRAMMING,
          Category.GRAPHS,
          Category.STRINGS,
          Category.GEOMETRY);

  /** Marks our scores below the best verified one with hints. */
  private static final String BELOW = "†";

  private final BenchmarkTable table;
  private final Benchmark benchmark;
  private final StringBuilder text = new StringBuilder();

  private BenchmarkPage(BenchmarkTable table, Benchmark benchmark) {
    this.table = table;
    this.benchmark = benchmark;
  }

  /** Writes the page if there is a document for it. */
  public static void write(ResultsFolder results, Path page) throws IOException {
    var table = results.benchmark();
    if (table.isEmpty()) {
      return;
    }
    String text = new BenchmarkPage(table.get(), Benchmark.standard()).text();
    Path file = page.toAbsolutePath();
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private String text() throws IOException {
    text.append(
        Resource.text("clrs30.txt")
            .replace("{seed}", Long.toString(table.seed()))
            .replace("{nodes}", Integer.toString(table.nodes())));
    scores();
    averaged();
    means();
    larger();
    sources();
    return text.toString();
  }

  private void scores() {
    line("\n## Scores at n = %d\n".formatted(table.nodes()));
    summary();
    line(
        "\n"
            + "| algorithm | ours | 95 % | valid | best without hints | best with hints | graphs |"
            + " evaluations | steps (last run) | minutes (last run) | model |");
    line("|---|" + "---|".repeat(10));
    for (Category category : CATEGORIES) {
      for (Benchmark.Task task : tasks(category)) {
        row(task);
      }
    }
    line("");
    if (benchmark.tasks().stream().anyMatch(this::isBelowHints)) {
      line(
          BELOW
              + " below the best verified score with hints; [what was tried]"
              + "(experiments.md#the-state-on-pairs-of-nodes)  ");
    }
    List<String> notes = notes();
    for (int i = 0; i < notes.size(); i++) {
      line("%s scored on other data: %s  ".formatted(mark(i), notes.get(i)));
    }
  }

  private void row(Benchmark.Task task) {
    List<BenchmarkTable.Entry> tested = tested(task, table.nodes());
    StringBuilder row = new StringBuilder("| " + task.algorithm().title() + " | ");
    if (tested.isEmpty()) {
      row.append(
          "no model yet | – | – | %s | %s | – | – | – | – | – |"
              .formatted(claims(task.withoutHints()), claims(task.withHints())));
    } else {
      BenchmarkTable.Entry first = tested.getFirst();
      BenchmarkTable.Result result = first.at(table.nodes()).orElseThrow();
      BenchmarkTable.Subject model = first.subject().orElseThrow();
      row.append(
          "**%s**%s | %s | %s | %s | %s | %,d | %s (most %d) | %s | %s | %s |"
              .formatted(
                  Cells.mean(tested, entry -> 100 * score(entry, table.nodes()), 2),
                  isBelowHints(task) ? BELOW : "",
                  tested.size() == 1
                      ? interval(result, 2)
                      : "± over %d seeds".formatted(tested.size()),
                  valid(tested),
                  claims(task.withoutHints()),
                  claims(task.withHints()),
                  result.graphs(),
                  Cells.text(result.effort().evaluations(), 1),
                  result.effort().most(),
                  steps(model),
                  model.training().seconds().isPresent()
                      ? Cells.text(model.training().seconds().getAsDouble() / 60, 0)
                      : "–",
                  model(task, model)));
    }
    line(row.toString());
  }

  /** Returns the share of valid answers, averaged over seeds, if it was recorded for all. */
  private String valid(List<BenchmarkTable.Entry> tested) {
    List<Double> shares =
        tested.stream()
            .flatMap(entry -> entry.at(table.nodes()).stream())
            .flatMapToDouble(result -> result.valid().stream())
            .boxed()
            .toList();
    return shares.size() < tested.size() ? "–" : percent(shares);
  }

  /** Counts the rows that reach what others have published. */
  private void summary() {
    long scored =
        benchmark.tasks().stream().filter(it -> !tested(it, table.nodes()).isEmpty()).count();
    line(
        "%d of %d algorithms have a model. At or above the best verified score without hints: %s;"
                .formatted(
                    scored,
                    benchmark.tasks().size(),
                    reached(Benchmark.Task::withoutHints, this::asked))
            + " with hints: %s, %d of them with the whole interval above it."
                .formatted(
                    reached(Benchmark.Task::withHints, this::asked),
                    benchmark.tasks().stream().filter(this::isAboveHints).count()));
    line(
        "Of %s only the means over all thirty are known to us, not the rows, so the best verified"
                .formatted(onlyMeans())
            + " score need not be the best published.");
    Map<String, Long> files = new LinkedHashMap<>();
    for (BenchmarkTable.Entry entry : table.entries()) {
      entry.subject().ifPresent(model -> files.put(model.sha256(), model.bytes()));
    }
    long bytes = files.values().stream().mapToLong(Long::longValue).sum();
    line("%d model files, %s MB in all.".formatted(files.size(), Cells.text(bytes / 1e6, 1)));
    if (scored == 0) {
      return;
    }
    line(
        "Tested by commit %s; models trained by commit %s."
            .formatted(
                commits(entry -> entry.provenance().fact("commit")),
                commits(entry -> entry.subject().orElseThrow().training().commit())));
  }

  /** Returns the sources of means that have no score of a single algorithm. */
  private String onlyMeans() {
    return benchmark.meansWithHints().stream()
        .map(Benchmark.Claim::source)
        .filter(letter ->
            claims().noneMatch(it -> it.source().equals(letter) && it.score().isPresent()))
        .map(letter -> "%s (%s)".formatted(source(letter).name(), letter))
        .collect(Collectors.joining(" and "));
  }

  /** Returns what was published about single algorithms. */
  private Stream<Benchmark.Claim> claims() {
    return benchmark.tasks().stream()
        .flatMap(task -> Stream.concat(task.withoutHints().stream(), task.withHints().stream()));
  }

  private String commits(Function<BenchmarkTable.Entry, String> commit) {
    return table.entries().stream()
        .filter(entry -> !entry.results().isEmpty())
        .map(commit)
        .distinct()
        .map(Cells::commit)
        .collect(Collectors.joining(", "));
  }

  private double asked(Benchmark.Task task) {
    return mean(task, table.nodes()).orElse(0);
  }

  private String reached(
      Function<Benchmark.Task, List<Benchmark.Claim>> published,
      ToDoubleFunction<Benchmark.Task> ours) {
    int rows = 0;
    int reached = 0;
    for (Benchmark.Task task : benchmark.tasks()) {
      Optional<Benchmark.Claim> best = best(published.apply(task));
      if (best.isPresent()) {
        rows++;
        reached += hundredths(ours.applyAsDouble(task)) >= hundredths(best.get()) ? 1 : 0;
      }
    }
    return "%d of %d".formatted(reached, rows);
  }

  private static Optional<Benchmark.Claim> best(List<Benchmark.Claim> published) {
    return published.stream()
        .filter(Benchmark.Claim::isComparable)
        .max(Comparator.comparingDouble(claim -> claim.score().orElseThrow()));
  }

  /** Returns a share in hundredths of a per cent, the precision that is published. */
  private static long hundredths(double share) {
    return Math.round(1e4 * share);
  }

  private static long hundredths(Benchmark.Claim claim) {
    return Math.round(100 * claim.score().orElseThrow());
  }

  private boolean isBelowHints(Benchmark.Task task) {
    Optional<Benchmark.Claim> best = best(task.withHints());
    OptionalDouble ours = mean(task, table.nodes());
    return best.isPresent()
        && ours.isPresent()
        && hundredths(ours.getAsDouble()) < hundredths(best.get());
  }

  /** Returns whether the whole interval is above; several seeds have none. */
  private boolean isAboveHints(Benchmark.Task task) {
    Optional<Benchmark.Claim> best = best(task.withHints());
    List<BenchmarkTable.Entry> tested = tested(task, table.nodes());
    return best.isPresent()
        && tested.size() == 1
        && hundredths(tested.getFirst().at(table.nodes()).orElseThrow().score().low())
            > hundredths(best.get());
  }

  /** What it adds to ask every question in several ways, where that was tried. */
  private void averaged() {
    List<Benchmark.Task> tasks =
        benchmark.tasks().stream().filter(task -> !averaged(task).isEmpty()).toList();
    if (tasks.isEmpty()) {
      return;
    }
    line("\n## Asked in several ways\n");
    line(
        "The same models, graphs and score, but each question is asked in several ways that have"
            + " the same answer (numbers scaled, nodes renumbered, points mirrored, other"
            + " positions), and the log-probabilities are averaged, as by `dear evaluate --average"
            + " K`. Evaluations are those of all ways together. The other tables of this page ask"
            + " once. With these"
            + " scores instead of theirs, %s rows would be at or above the best verified score with"
                .formatted(reached(Benchmark.Task::withHints, this::askedOften))
            + " hints.\n");
    line(
        "| algorithm | asked once | ways | asked so often | 95 % | best with hints | evaluations"
            + " |");
    line("|---|" + "---|".repeat(6));
    for (Benchmark.Task task : tasks) {
      List<BenchmarkTable.Result> results = averaged(task);
      BenchmarkTable.Result first = results.getFirst();
      line(
          "| %s | %s | %d | **%s** | %s | %s | %s |"
              .formatted(
                  task.algorithm().title(),
                  Cells.text(100 * asked(task), 2),
                  first.test().ways(),
                  Cells.text(100 * askedOften(task), 2),
                  results.size() == 1 ? interval(first, 2) : "–",
                  claims(task.withHints()),
                  Cells.text(first.effort().evaluations(), 1)));
    }
  }

  private List<BenchmarkTable.Result> averaged(Benchmark.Task task) {
    return tested(task, table.nodes()).stream()
        .flatMap(entry -> entry.averagedAt(table.nodes()).stream())
        .toList();
  }

  /** Returns the score of an algorithm asked in several ways, or once if that is all there is. */
  private double askedOften(Benchmark.Task task) {
    return averaged(task).stream()
        .mapToDouble(result -> result.score().value())
        .average()
        .orElseGet(() -> asked(task));
  }

  private void means() {
    line("\n## Means\n");
    line("| class | algorithms | mean score |");
    line("|---|---|---|");
    for (Category category : CATEGORIES) {
      meanRow(category.words(), tasks(category));
    }
    meanRow("**all**", benchmark.tasks());
    line(
        "\nMeans over all thirty that others have published, trained with hints: %s."
            .formatted(
                benchmark.meansWithHints().stream()
                    .map(claim ->
                        "%s %s"
                            .formatted(
                                source(claim.source()).name(),
                                Cells.text(claim.score().orElseThrow(), 2)))
                    .collect(Collectors.joining(", "))));
  }

  private void meanRow(String name, List<Benchmark.Task> tasks) {
    List<Double> scores = scores(tasks, table.nodes());
    line(
        "| %s | %s | %s |"
            .formatted(
                name,
                scores.size() == tasks.size()
                    ? Integer.toString(tasks.size())
                    : "%d of %d".formatted(scores.size(), tasks.size()),
                percent(scores)));
  }

  private void larger() {
    List<Integer> sizes = new ArrayList<>(List.of(table.nodes()));
    table.larger().stream()
        .filter(size -> !sizes.contains(size))
        .filter(size -> benchmark.tasks().stream().anyMatch(it -> !tested(it, size).isEmpty()))
        .forEach(sizes::add);
    if (sizes.size() == 1) {
      return;
    }
    line("\n## Larger graphs\n");
    line(
        "The same models on larger graphs of the same distributions: score, its 95 % interval"
            + " unless"
            + " no answer was wrong, evaluations per graph, number of graphs. The intervals at n = %d"
                .formatted(table.nodes())
            + " are in the first table. Two segments always have four ends.\n");
    line(
        "| algorithm |" + sizes.stream().map(" n = %d |"::formatted).collect(Collectors.joining()));
    line("|---|" + "---|".repeat(sizes.size()));
    for (Category category : CATEGORIES) {
      for (Benchmark.Task task : tasks(category)) {
        line(
            "| %s |".formatted(task.algorithm().title())
                + sizes.stream().map(size -> atSize(task, size)).collect(Collectors.joining()));
      }
    }
    line(
        "| **mean** |"
            + sizes.stream()
                .map(size -> " **%s** |".formatted(percent(scores(benchmark.tasks(), size))))
                .collect(Collectors.joining()));
  }

  private String atSize(Benchmark.Task task, int size) {
    List<BenchmarkTable.Entry> tested = tested(task, size);
    if (tested.isEmpty()) {
      return " – |";
    }
    BenchmarkTable.Result first = tested.getFirst().at(size).orElseThrow();
    boolean wide = first.score().low() < first.score().high();
    boolean shown = wide && size != table.nodes() && tested.size() == 1;
    return " **%s**%s, %s, %,d |"
        .formatted(
            Cells.mean(tested, entry -> 100 * score(entry, size), 2),
            shown ? " (%s)".formatted(interval(first, 1)) : "",
            Cells.text(first.effort().evaluations(), 1),
            first.graphs());
  }

  private void sources() {
    line("\n## Sources\n");
    Set<String> letters = new LinkedHashSet<>();
    for (Benchmark.Task task : benchmark.tasks()) {
      task.withoutHints().forEach(claim -> letters.add(claim.source()));
      task.withHints().forEach(claim -> letters.add(claim.source()));
    }
    benchmark.meansWithHints().forEach(claim -> letters.add(claim.source()));
    letters.stream()
        .sorted()
        .forEach(letter -> {
          Benchmark.Source source = source(letter);
          line(
              "- %s: %s%s"
                  .formatted(
                      letter,
                      source.name(),
                      source.reference().isEmpty() ? "" : " (" + source.reference() + ")"));
        });
    line(
        "\n"
            + "A score is verified if we read it in its source or in a paper that cites it. Known"
            + " to"
            + " be second-hand are %s best verified scores without hints, and %s with hints. “Not"
                .formatted(
                    secondHand(Benchmark.Task::withoutHints), secondHand(Benchmark.Task::withHints))
            + " verified” means that a score is said to be published, but that we could not read it"
            + " in either.");
  }

  /** Counts the rows whose best verified score was read in a paper that cites it. */
  private String secondHand(Function<Benchmark.Task, List<Benchmark.Claim>> published) {
    List<Benchmark.Claim> best =
        benchmark.tasks().stream().flatMap(task -> best(published.apply(task)).stream()).toList();
    long cited = best.stream().filter(claim -> claim.citedBy().isPresent()).count();
    return "%d of the %d".formatted(cited, best.size());
  }

  private Benchmark.Source source(String letter) {
    return Objects.requireNonNull(benchmark.sources().get(letter), letter);
  }

  private String claims(List<Benchmark.Claim> claims) {
    return claims.isEmpty()
        ? "–"
        : claims.stream().map(this::claim).collect(Collectors.joining(", "));
  }

  private String claim(Benchmark.Claim claim) {
    if (claim.score().isEmpty()) {
      return claim.source() + " not verified";
    }
    String mark = claim.other().map(it -> mark(notes().indexOf(it))).orElse("");
    return Cells.text(claim.score().getAsDouble(), 2) + " " + claim.source() + mark;
  }

  /** Returns what scores on other data were scored on, each once. */
  private List<String> notes() {
    return benchmark.tasks().stream()
        .flatMap(task -> task.withoutHints().stream())
        .flatMap(claim -> claim.other().stream())
        .distinct()
        .toList();
  }

  private static String mark(int note) {
    return "¹²³⁴⁵⁶⁷⁸⁹".substring(note, note + 1);
  }

  private List<Benchmark.Task> tasks(Category category) {
    return benchmark.tasks().stream()
        .filter(task -> task.algorithm().category() == category)
        .toList();
  }

  private List<BenchmarkTable.Entry> tested(Benchmark.Task task, int nodes) {
    return table.of(task.algorithm().name()).stream()
        .filter(entry -> entry.at(nodes).isPresent())
        .toList();
  }

  private OptionalDouble mean(Benchmark.Task task, int nodes) {
    return tested(task, nodes).stream().mapToDouble(entry -> score(entry, nodes)).average();
  }

  private List<Double> scores(List<Benchmark.Task> tasks, int nodes) {
    return tasks.stream().flatMapToDouble(task -> mean(task, nodes).stream()).boxed().toList();
  }

  private static double score(BenchmarkTable.Entry entry, int nodes) {
    return entry.at(nodes).orElseThrow().score().value();
  }

  private static String percent(List<Double> scores) {
    return scores.isEmpty()
        ? "–"
        : Cells.text(100 * scores.stream().mapToDouble(it -> it).average().orElseThrow(), 2);
  }

  private static String interval(BenchmarkTable.Result result, int digits) {
    return "%s to %s"
        .formatted(
            Cells.text(100 * result.score().low(), digits),
            Cells.text(100 * result.score().high(), digits));
  }

  /** Returns the steps of all runs, and those of the last one if there were others. */
  private static String steps(BenchmarkTable.Subject model) {
    BenchmarkTable.Training training = model.training();
    String last = String.format(Locale.ROOT, "%,d", training.steps());
    if (!model.pretrained() && training.steps() < training.planned()) {
      last += String.format(Locale.ROOT, " of %,d", training.planned());
    }
    return Cells.steps(training.total().orElse(training.steps()), training.steps(), last);
  }

  private static String model(Benchmark.Task task, BenchmarkTable.Subject model) {
    String size = "%d kB".formatted(Math.round(model.bytes() / 1e3));
    return model.algorithm().equals(task.algorithm().name())
        ? size
        : "that of " + Clrs.algorithm(model.algorithm()).title();
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
