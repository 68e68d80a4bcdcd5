// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.sampling.SamplerOptions;
import dear.reasoner.evaluation.Evaluation;
import dear.reasoner.evaluation.EvaluationSummary;
import dear.reasoner.evaluation.EverySource;
import dear.reasoner.evaluation.Examination;
import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.evaluation.TestSource;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Choices;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.Validation;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The paper's first table: the accuracy of each model on graphs four times larger than those of
 * training. All models of an algorithm are tested on the same graphs. Models that were not trained
 * to the end are included and marked as such; missing ones are listed as missing. Where a row names
 * a model of another algorithm, that model is asked once for every source.
 */
public final class Table1 {
  private final Path runs;
  private final TestData examination;
  private final Provenance provenance;

  /** Creates the table of the runs in a folder. */
  public Table1(Path runs, TestData examination, Provenance provenance) {
    this.runs = runs;
    this.examination = examination;
    this.provenance = provenance;
  }

  /** Tests the available models and writes the document. */
  public void write(List<Cell> cells, Workers workers, ResultsFolder results) throws IOException {
    results.requireRoomFor(table(List.of()));
    List<AccuracyTable.Entry> entries = new ArrayList<>();
    for (Cell cell : cells) {
      entries.add(entry(CellRun.of(runs, cell), workers));
    }
    results.add(table(entries));
  }

  private AccuracyTable table(List<AccuracyTable.Entry> entries) {
    return new AccuracyTable(
        examination.nodes(), examination.count(), examination.seed(), provenance, entries);
  }

  private AccuracyTable.Entry entry(CellRun run, Workers workers) throws IOException {
    Optional<Pretrained> pretrained = Pretrained.of(run);
    if (pretrained.isPresent()) {
      Pretrained found = pretrained.get();
      Settings settings = found.model().settings();
      return new AccuracyTable.Entry(
          found.place(),
          run.cell().row().words(),
          Optional.of(
              training(
                  settings,
                  found.step(),
                  found.totalSteps(),
                  run.cell().row().trained() ? run.differencesOf(settings) : List.of(),
                  Optional.empty())),
          Optional.of(examine(run.cell(), found.model(), found.seconds(), List.of(), workers)));
    }
    Optional<Model> model =
        switch (run.state()) {
          case MISSING, NOT_VALIDATED -> Optional.empty();
          case STOPPED, FINISHED -> Optional.of(Model.load(run.model()));
        };
    OptionalInt total = model.isPresent() ? total(run, model.get()) : OptionalInt.empty();
    Optional<AccuracyTable.Training> training =
        run.settings()
            .map(settings ->
                training(settings, run.step(), total, run.differences(), run.fallBacks()));
    Optional<AccuracyTable.Examined> examined =
        model.isPresent()
            ? Optional.of(
                examine(run.cell(), model.get(), run.secondsAt(run.step()), run.curve(), workers))
            : Optional.empty();
    return new AccuracyTable.Entry(
        TablePlace.of(run), run.cell().row().words(), training, examined);
  }

  /**
   * Returns the steps of a run, with those of the models it continues, if all are known. The run
   * may have gone further than its model.
   */
  private static OptionalInt total(CellRun run, Model model) {
    return model.provenance().with("step", Integer.toString(run.step())).totalSteps();
  }

  private static AccuracyTable.Training training(
      Settings settings,
      int step,
      OptionalInt total,
      List<String> differences,
      Optional<FallBacks> fallBacks) {
    return new AccuracyTable.Training(
        step,
        settings.steps(),
        total,
        settings.batch(),
        settings.mode() == Choices.Mode.DEAR,
        differences,
        RecordedSettings.of(settings),
        fallBacks);
  }

  private AccuracyTable.Examined examine(
      Cell cell, Model model, double seconds, List<Validation> curve, Workers workers)
      throws IOException {
    boolean reduces = !model.settings().algorithm().equals(cell.settings().algorithm());
    Examination test =
        reduces ? EverySource.examine(model, source(), workers) : test(model, workers);
    return new AccuracyTable.Examined(
        seconds,
        new AccuracyTable.Origin(
            model.provenance().fact("step"),
            String.join(", ", model.provenance().commits()),
            provenance.fact("commit")),
        EvaluationSummary.of(test),
        test.overPairs().isPresent()
            ? OptionalDouble.of(test.overPairs().get().outputs().getFirst().accuracy().value())
            : OptionalDouble.empty(),
        reduces ? Optional.empty() : onData(model, workers),
        curve.stream()
            .map(it ->
                new AccuracyTable.Validation(it.step(), Math.round(it.seconds()), it.accuracy()))
            .toList());
  }

  private Optional<EvaluationSummary> onData(Model model, Workers workers) throws IOException {
    Optional<Path> file = examination.file(model);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        EvaluationSummary.of(
            TestGraphs.examine(
                model,
                TestGraphs.read(
                    model, file.get(), it -> it.inputs().nodes() == examination.nodes()),
                workers)));
  }

  private Examination test(Model model, Workers workers) throws IOException {
    return new Evaluation(
            model.network(), model.parameters(), model.settings().inference(), workers)
        .examine(TestGraphs.questions(model, source(), /* phrasings= */ 1));
  }

  private TestSource source() {
    return new TestSource.Drawn(
        examination.nodes(), examination.count(), examination.seed(), SamplerOptions.DEFAULT);
  }
}
