// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Algorithm;
import dear.io.Sha256;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Provenance;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * CLRS-30 as a whole: a model for every algorithm, tested by the benchmark's own protocol.
 *
 * <p>An algorithm's model is the pretrained one or, where there is none or all are to be trained,
 * that of a run. Algorithms with the same task share a model. Tests may take an hour, so the
 * document is written after each of them; tests of the same model on the same samples by the same
 * program are not repeated.
 */
public final class Clrs30 {
  private final Path runs;
  private final Benchmark benchmark;
  private final Plan recipes;
  private final Optional<ShippedModels> shelf;
  private final Protocol protocol;
  private final Provenance provenance;

  /** Receives the progress of the tests. */
  public interface Listener {
    /** Called before a model is tested. */
    void testing(Algorithm algorithm, String model, Protocol.Test test, int graphs);

    /** Called for an algorithm that no model answers. */
    void missing(Algorithm algorithm);
  }

  /** A model and the facts about it. */
  private record Examinee(Model model, BenchmarkTable.Subject subject) {}

  /**
   * Creates the study.
   *
   * @param runs the folder of run folders
   * @param benchmark the algorithms
   * @param recipes how models are trained; exactly one row
   * @param shelf the pretrained models to use; empty to use only runs
   * @param protocol how models are tested
   * @param provenance the program
   */
  public Clrs30(
      Path runs,
      Benchmark benchmark,
      Plan recipes,
      Optional<ShippedModels> shelf,
      Protocol protocol,
      Provenance provenance) {
    if (recipes.rows().size() != 1) {
      throw new IllegalArgumentException(
          "recipes need exactly one row, not " + recipes.rows().size());
    }
    this.runs = runs;
    this.benchmark = benchmark;
    this.recipes = recipes;
    this.shelf = shelf;
    this.protocol = protocol;
    this.provenance = provenance;
  }

  /** Returns the models that have to be trained, finished or not, in the order of the recipes. */
  public List<Cell> toTrain(int seeds) {
    List<Algorithm> needed =
        benchmark.tasks().stream()
            .map(Benchmark.Task::algorithm)
            .filter(algorithm -> shelf.flatMap(it -> it.of(algorithm)).isEmpty())
            .toList();
    return recipes.cells(seeds).stream()
        .filter(cell -> needed.stream().anyMatch(it -> answers(cell, it)))
        .toList();
  }

  private static boolean answers(Cell cell, Algorithm algorithm) {
    return cell.settings().algorithm().sameTaskAs(algorithm);
  }

  /** Tests all models and writes the document; algorithms of other calls keep their entries. */
  public void write(int seeds, Workers workers, ResultsFolder results, Listener listener)
      throws IOException {
    Optional<BenchmarkTable> before =
        results.benchmark().filter(table -> table.seed() == protocol.seed());
    List<BenchmarkTable.Entry> entries =
        new ArrayList<>(before.map(BenchmarkTable::entries).orElse(List.of()));
    for (Benchmark.Task task : benchmark.tasks()) {
      String name = task.algorithm().name();
      List<String> onSameData =
          Benchmark.standard().tasks().stream()
              .filter(task::sameDataAs)
              .map(other -> other.algorithm().name())
              .toList();
      List<BenchmarkTable.Entry> known =
          entries.stream().filter(entry -> onSameData.contains(entry.algorithm())).toList();
      entries.removeIf(entry -> entry.algorithm().equals(name));
      List<Examinee> examinees = examinees(task.algorithm(), seeds);
      if (examinees.isEmpty()) {
        listener.missing(task.algorithm());
        entries.add(new BenchmarkTable.Entry(name, Optional.empty(), provenance, List.of()));
        save(entries, results);
      }
      for (Examinee examinee : examinees) {
        entries.add(known(known, task, examinee));
        for (Protocol.Test test : protocol.tests(examinee.model())) {
          if (entries.getLast().of(test).isPresent()) {
            continue;
          }
          int graphs = protocol.count(task, test.size());
          listener.testing(task.algorithm(), examinee.subject().name(), test, graphs);
          BenchmarkTable.Result result = protocol.examine(task, examinee.model(), test, workers);
          entries.add(entries.removeLast().with(result));
          save(entries, results);
        }
        save(entries, results);
      }
    }
  }

  /** Returns what earlier tests by the same program have found out about a model. */
  private BenchmarkTable.Entry known(
      List<BenchmarkTable.Entry> entries, Benchmark.Task task, Examinee examinee) {
    String name = task.algorithm().name();
    String digest = examinee.subject().sha256();
    List<BenchmarkTable.Result> valid = new ArrayList<>();
    for (BenchmarkTable.Entry entry : entries) {
      boolean same = entry.subject().map(BenchmarkTable.Subject::sha256).orElse("").equals(digest);
      if (same && entry.provenance().equals(provenance)) {
        entry.results().stream()
            .filter(result -> protocol.tests(examinee.model()).contains(result.test()))
            .filter(result -> result.graphs() == protocol.count(task, result.test().size()))
            .filter(result -> valid.stream().noneMatch(it -> it.test().equals(result.test())))
            .forEach(valid::add);
      }
    }
    return new BenchmarkTable.Entry(name, Optional.of(examinee.subject()), provenance, valid);
  }

  /** Writes the entries in the benchmark's order, whatever the order of the calls. */
  private void save(List<BenchmarkTable.Entry> entries, ResultsFolder results) throws IOException {
    List<BenchmarkTable.Entry> ordered = new ArrayList<>();
    for (Benchmark.Task task : Benchmark.standard().tasks()) {
      entries.stream()
          .filter(entry -> entry.algorithm().equals(task.algorithm().name()))
          .forEach(ordered::add);
    }
    results.write(
        new BenchmarkTable(protocol.seed(), protocol.nodes(), protocol.larger(), ordered));
  }

  private List<Examinee> examinees(Algorithm algorithm, int seeds) throws IOException {
    Optional<ShippedModel> shipped = shelf.flatMap(it -> it.of(algorithm));
    if (shipped.isPresent()) {
      return List.of(pretrained(shelf.orElseThrow(), shipped.get()));
    }
    List<Examinee> found = new ArrayList<>();
    for (Cell cell : recipes.cells(seeds)) {
      if (answers(cell, algorithm)) {
        CellRun run = CellRun.of(runs, cell);
        switch (run.state()) {
          case MISSING, NOT_VALIDATED -> {}
          case STOPPED, FINISHED -> found.add(trained(run));
        }
      }
    }
    return found;
  }

  private static Examinee pretrained(ShippedModels shelf, ShippedModel shipped) throws IOException {
    Model model = shelf.load(shipped);
    return new Examinee(
        model,
        new BenchmarkTable.Subject(
            shipped.name(),
            true,
            model.settings().algorithm().name(),
            shipped.sha256(),
            shelf.bytes(shipped),
            training(model, shipped.totalSteps(), shipped.trainingSeconds())));
  }

  private static Examinee trained(CellRun run) throws IOException {
    Model model = Model.load(run.model());
    byte[] bytes = Files.readAllBytes(run.model());
    return new Examinee(
        model,
        new BenchmarkTable.Subject(
            run.cell().name(),
            false,
            model.settings().algorithm().name(),
            Sha256.of(bytes),
            bytes.length,
            training(
                model,
                model.provenance().totalSteps(),
                OptionalDouble.of(run.secondsAt(step(model))))));
  }

  private static BenchmarkTable.Training training(
      Model model, OptionalInt total, OptionalDouble seconds) {
    return new BenchmarkTable.Training(
        model.settings().seed(),
        step(model),
        model.settings().steps(),
        total,
        seconds,
        model.provenance().fact("commit"),
        RecordedSettings.of(model.settings()));
  }

  /** Returns the step that a model is of, which is what the page shows. */
  private static int step(Model model) {
    return model.provenance().step().orElse(model.settings().steps());
  }
}
