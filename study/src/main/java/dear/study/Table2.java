// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Provenance;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The paper's second table: seconds per sample. Graphs are spread over the threads, and the total
 * time is divided by their number; besides, all threads answer one question at a time. Data are
 * drawn beforehand, the code is warmed up, and losses and scores are not computed: only encoding,
 * solving and decoding are timed.
 *
 * <p>The authors' baseline decodes after every step, although only the last one counts; both
 * variants are timed here. Decoding takes the same time for any state, so decoding the last state
 * once per step is equivalent to decoding every state.
 *
 * <p>The time of a rollout does not depend on weights. If no baseline has been trained, an
 * untrained one is timed instead, once.
 */
public final class Table2 {
  private static final int REPEATS = 3;

  /** The number of graphs timed together. */
  private static final int PORTION = 10;

  /** After this time no further portion is started: a slow model is timed on fewer graphs. */
  private static final double ENOUGH_SECONDS = 20;

  private final Path runs;
  private final TestData examination;
  private final Provenance provenance;

  /** Creates the table of the runs in a folder. */
  public Table2(Path runs, TestData examination, Provenance provenance) {
    this.runs = runs;
    this.examination = examination;
    this.provenance = provenance;
  }

  private record Timing(double seconds, SpeedTable.Range range, double evaluations, int graphs) {}

  /** Times the models of the given rows and writes the document. */
  public void write(List<Cell> cells, Workers workers, ResultsFolder results) throws IOException {
    results.requireRoomFor(table(workers, List.of()));
    List<SpeedTable.Entry> entries = new ArrayList<>();
    for (Cell cell : cells) {
      CellRun run = CellRun.of(runs, cell);
      Optional<Pretrained> pretrained = Pretrained.of(run);
      entries.add(
          new SpeedTable.Entry(
              pretrained.map(Pretrained::place).orElse(TablePlace.of(run)),
              pretrained.map(Pretrained::step).orElse(run.step()),
              model(cell).map(it -> timed(it, workers))));
    }
    results.add(table(workers, entries));
  }

  private SpeedTable table(Workers workers, List<SpeedTable.Entry> entries) {
    return new SpeedTable(
        examination.nodes(), examination.count(), workers.threads(), provenance, entries);
  }

  private SpeedTable.Timing timed(Model model, Workers workers) {
    List<Problem> problems =
        TestGraphs.drawn(model, examination.nodes(), examination.count(), examination.seed());
    Timing once = time(model, problems, false, workers);
    OptionalDouble decodingEveryStep =
        switch (model.settings().inference()) {
          case Inference.Rollout _ ->
              OptionalDouble.of(time(model, problems, true, workers).seconds());
          case Inference.Equilibrium _ -> OptionalDouble.empty();
        };
    return new SpeedTable.Timing(
        once.seconds(),
        Optional.of(once.range()),
        OptionalDouble.of(latency(model, problems, workers)),
        once.evaluations(),
        once.graphs(),
        decodingEveryStep);
  }

  /** Returns the mean time of an answer when questions come one at a time. */
  private static double latency(Model model, List<Problem> problems, Workers workers) {
    Engine team =
        new Engine(model.network(), model.parameters(), model.settings().inference(), workers);
    answer(team, problems.getFirst()); // warm-up
    long start = System.nanoTime();
    int answered = 0;
    while (answered < problems.size()
        && (answered == 0 || secondsSince(start) < ENOUGH_SECONDS / 2)) {
      answer(team, problems.get(answered));
      answered++;
    }
    return secondsSince(start) / answered;
  }

  private static void answer(Engine engine, Problem problem) {
    engine.solve(problem);
    engine.predict(problem);
  }

  private Optional<Model> model(Cell cell) throws IOException {
    CellRun run = CellRun.of(runs, cell);
    Optional<Pretrained> pretrained = Pretrained.of(run);
    if (pretrained.isPresent()) {
      return pretrained.map(Pretrained::model);
    }
    return switch (run.state()) {
      case STOPPED, FINISHED -> Optional.of(Model.load(run.model()));
      case MISSING, NOT_VALIDATED ->
          switch (cell.settings().inference()) {
            case Inference.Rollout _ when cell.settings().seed() == 1 -> {
              Network network = cell.settings().network();
              yield Optional.of(
                  new Model(
                      cell.settings(),
                      network,
                      network.initial(cell.settings().seed()),
                      Provenance.NONE));
            }
            case Inference.Rollout _, Inference.Equilibrium _ -> Optional.empty();
          };
    };
  }

  private static Timing time(
      Model model, List<Problem> problems, boolean decodeEveryStep, Workers workers) {
    Engine[] engines = new Engine[workers.threads()];
    Arrays.setAll(engines, _ -> model.engine());
    int[] evaluations = new int[problems.size()];
    pass(engines, problems, 0, Math.min(PORTION, problems.size()), false, evaluations, workers);
    List<Double> repeats = new ArrayList<>();
    long start = System.nanoTime();
    int timed = 0;
    do {
      long begin = System.nanoTime();
      timed = 0;
      while (timed < problems.size() && (timed == 0 || secondsSince(start) < ENOUGH_SECONDS)) {
        int end = Math.min(timed + PORTION, problems.size());
        pass(engines, problems, timed, end, decodeEveryStep, evaluations, workers);
        timed = end;
      }
      repeats.add(secondsSince(begin) / timed);
    } while (repeats.size() < REPEATS && secondsSince(start) < ENOUGH_SECONDS / 2);
    repeats.sort(null);
    double mean = Arrays.stream(evaluations).limit(timed).average().orElse(0);
    return new Timing(
        repeats.get(repeats.size() / 2),
        new SpeedTable.Range(repeats.getFirst(), repeats.getLast()),
        mean,
        timed);
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void pass(
      Engine[] engines,
      List<Problem> problems,
      int first,
      int end,
      boolean decodeEveryStep,
      int[] evaluations,
      Workers workers) {
    workers.forEach(
        end - first,
        (worker, k) -> {
          Problem problem = problems.get(first + k);
          evaluations[first + k] = engines[worker].solve(problem).evaluations();
          for (int left = decodeEveryStep ? problem.steps() : 1; left > 0; left--) {
            engines[worker].predict(problem);
          }
        });
  }
}
