// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.equilibrium.gradient.GradientReport;
import dear.io.AtomicFile;
import dear.reasoner.evaluation.Evaluation;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.gradient.GraphLoss;
import dear.reasoner.inference.Inference;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.sampling.ProblemSource;
import dear.reasoner.score.ScoreBoard;
import dear.reasoner.settings.Choices;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.optim.GradientClipping;
import dear.tensor.optim.LearningRate;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Trains a model in a run folder, continuing from the folder's current state.
 *
 * <p>A step is a function of the state before it and of its number, which determines the samples,
 * the noise and the probes. The gradient of a batch is summed in an order that does not depend on
 * the number of threads. So a run that is killed at any moment and resumed from its last checkpoint
 * ends with the same bits as an uninterrupted one.
 *
 * <p>While one batch is being trained on, another thread draws the next.
 */
public final class Trainer implements AutoCloseable {
  /** A loss above this is no longer an outlier of a single batch. */
  private static final double EXPLODED = 1e6;

  private static final int METRICS_EVERY = 20;

  private final RunFolder folder;
  private final Settings settings;
  private final Network network;
  private final TrainingListener listener;
  private final Provenance provenance;
  private final TrainingState state;
  private final LearningRate schedule;
  private final GradientClipping clipping;
  private final Workers workers;
  private final BatchGradients gradients;
  private final ProblemSource source;
  private final Parameters evaluated;
  private final Evaluation evaluation;
  private final List<Problem> validation;
  private final GraphLoss[] losses;
  private final ExecutorService drawing =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("dear-data").factory());
  private final double secondsBefore;
  private volatile boolean stopped;

  /**
   * Creates a trainer.
   *
   * @param folder the folder of the run
   * @param threads the number of threads that work on a batch; it does not affect the result
   * @param provenance is written into the model along with its settings
   * @param listener is notified of progress
   */
  public Trainer(RunFolder folder, int threads, Provenance provenance, TrainingListener listener)
      throws IOException {
    this(folder, threads, provenance, listener, Optional.empty());
  }

  /**
   * Creates a trainer whose gradients are computed elsewhere.
   *
   * @param threads the number of threads that validate
   * @param elsewhere makes the gradients, which are closed with the trainer
   */
  public Trainer(
      RunFolder folder,
      int threads,
      Provenance provenance,
      TrainingListener listener,
      BatchGradients.Maker elsewhere)
      throws IOException {
    this(folder, threads, provenance, listener, Optional.of(elsewhere));
  }

  private Trainer(
      RunFolder folder,
      int threads,
      Provenance provenance,
      TrainingListener listener,
      Optional<BatchGradients.Maker> elsewhere)
      throws IOException {
    this.folder = folder;
    this.settings = folder.settings();
    folder.requireSameData();
    if (elsewhere.isPresent() && settings.dataset().isPresent()) {
      throw new IllegalArgumentException(
          "a run on a dataset (%s) cannot be shared between machines: they draw their graphs themselves"
              .formatted(settings.dataset().get()));
    }
    this.listener = listener;
    this.network = settings.network();
    Parameters parameters = network.initial(settings.seed());
    this.state = TrainingState.initial(parameters, settings);
    if (Files.exists(folder.last())) {
      state.load(folder.last(), settings.steps());
    }
    if (state.step < settings.steps() && !outOfPatience()) {
      folder.recordProgram(provenance, state.step);
    }
    this.provenance = provenance.inheriting(folder.provenance());
    folder.forgetMetricsAfter(state.step);
    this.secondsBefore = TrainingClock.of(folder.metrics(), settings.batch()).at(state.step);
    this.schedule = schedule(settings);
    this.clipping = new GradientClipping(settings.clip());
    this.workers = new Workers(threads);
    this.gradients =
        elsewhere
            .orElse((own, net, values) -> new TeamGradients(workers, own, net, values))
            .make(settings, network, parameters);
    Inference inference = settings.inference();
    this.source = ProblemSource.ofRun(settings, network);
    this.evaluated = averaging() > 0 ? new Parameters(network.layout()) : parameters;
    this.evaluation = new Evaluation(network, evaluated, inference, workers);
    this.validation = source.validation();
    this.losses = new GraphLoss[settings.batch()];
  }

  private static LearningRate schedule(Settings settings) {
    double rate = settings.learningRate();
    int warmUp = settings.warmUp();
    return switch (settings.schedule()) {
      case CONSTANT -> {
        LearningRate constant = new LearningRate.Constant(rate);
        yield warmUp == 0 ? constant : new LearningRate.WarmUp(warmUp, constant);
      }
      case COSINE -> LearningRate.fallingToZero(rate, warmUp, settings.steps());
    };
  }

  /** Returns the number of batches trained on so far. */
  public int step() {
    return state.step;
  }

  /**
   * Makes {@link #train} write a checkpoint and return after the current batch. May be called from
   * any thread.
   */
  public void stop() {
    stopped = true;
  }

  /**
   * Trains to the end of the run, until its patience is over, or until {@link #stop} is called.
   *
   * @return whether the run is finished
   */
  public boolean train() throws IOException {
    int steps = settings.steps();
    long start = System.nanoTime();
    RecentSteps recent = new RecentSteps();
    Future<List<Problem>> next = draw(state.step);
    while (state.step < steps && !stopped && !outOfPatience()) {
      List<Problem> batch = await(next);
      if (state.step + 1 < steps) {
        next = draw(state.step + 1);
      }
      double norm = descend(batch);
      long now = System.nanoTime();
      double seconds = (now - start) / 1e9;
      recent.ended(now);
      double each = recent.secondsPerStep();
      double rate = batch.size() / (Double.isNaN(each) ? seconds : each);
      report(batch, norm, new TrainingStep.Pace(seconds, rate, (steps - state.step) * each));
      if (state.step % settings.validateEvery() == 0 || state.step == steps) {
        validate(secondsBefore + seconds);
      }
      if (state.step % settings.checkpointEvery() == 0) {
        checkpoint();
      }
    }
    checkpoint();
    writeReport();
    return state.step == steps || outOfPatience();
  }

  /**
   * Returns whether the validation loss has not fallen for so long that the run has ended before
   * its last step.
   */
  public boolean outOfPatience() {
    return settings.patience() > 0
        && state.waited >= settings.patience()
        && state.step < settings.steps();
  }

  @Override
  public void close() {
    drawing.shutdownNow();
    gradients.close();
    workers.close();
  }

  private void checkpoint() throws IOException {
    try {
      state.save(folder.last());
    } catch (IOException e) {
      throw new IOException(
          "the checkpoint of step %d could not be written: %s; %s"
              .formatted(state.step, e.getMessage(), lastCheckpoint()),
          e);
    }
  }

  /**
   * Trains on one batch: gradient, clipping, step. The state is unchanged if the loss is not
   * finite.
   */
  private double descend(List<Problem> batch) {
    int step = state.step;
    float[] sum = gradients.sum(batch, step, losses);
    for (int g = 0; g < batch.size(); g++) {
      if (!(Math.abs(losses[g].total()) < EXPLODED)) {
        throw failed("the loss of graph %d of the batch is %s".formatted(g, losses[g].total()));
      }
    }
    double norm = clipping.clip(sum, state.parameters.kernels());
    if (!Double.isFinite(norm)) {
      throw failed("the norm of the gradient is " + norm);
    }
    state.adam.step(sum, schedule.at(step));
    average();
    state.step++;
    return norm;
  }

  private double averaging() {
    return settings.averaging();
  }

  private void average() {
    float keep = (float) averaging();
    if (keep > 0) {
      float[] values = state.parameters.values();
      for (int i = 0; i < values.length; i++) {
        state.average[i] = keep * state.average[i] + (1 - keep) * values[i];
      }
    }
  }

  private void report(List<Problem> batch, double norm, TrainingStep.Pace pace) throws IOException {
    ScoreBoard board = new ScoreBoard(network.outputs());
    double loss = 0;
    double evaluations = 0;
    double residual = 0;
    for (int g = 0; g < losses.length; g++) {
      GraphLoss graph = losses[g];
      board.add(batch.get(g), graph.predictions());
      loss += graph.total();
      evaluations += graph.run().evaluations();
      residual += graph.run().residual();
    }
    TrainingStep done =
        new TrainingStep(
            state.step,
            settings.steps(),
            loss,
            board.scores().accuracy(),
            norm,
            evaluations / losses.length,
            residual / losses.length,
            pace);
    if (state.step % METRICS_EVERY == 0) {
      Map<String, Double> values = new LinkedHashMap<>();
      values.put("loss", loss);
      values.put("accuracy", done.accuracy());
      values.put("gradient_norm", norm);
      values.put("evaluations", done.evaluations());
      values.put("residual", done.residual());
      values.put(
          "gate_opening",
          Arrays.stream(losses).mapToDouble(GraphLoss::opening).average().orElse(0));
      if (settings.text(Setting.GRADIENT).equals("implicit")) {
        double notFound = fellBack(GradientReport.Fallback.NO_EQUILIBRIUM);
        double notSolved = fellBack(GradientReport.Fallback.NOT_SOLVED);
        values.put("one_step_instead", notFound + notSolved);
        values.put("one_step_no_equilibrium", notFound);
        values.put("one_step_not_solved", notSolved);
      }
      values.put("learning_rate", schedule.at(state.step - 1));
      values.put(TrainingClock.RATE, pace.samplesPerSecond());
      values.put(TrainingClock.SECONDS, secondsBefore + pace.seconds());
      folder.append(new Metrics(state.step, values));
    }
    listener.stepped(done);
  }

  /** Returns the share of the last batch whose gradient one step replaced for a reason. */
  private double fellBack(GradientReport.Fallback why) {
    long fellBack =
        Arrays.stream(losses)
            .filter(it -> it.gradient().map(GradientReport::fallback).equals(Optional.of(why)))
            .count();
    return fellBack / (double) losses.length;
  }

  private void validate(double seconds) throws IOException {
    if (averaging() > 0) {
      System.arraycopy(state.average, 0, evaluated.values(), 0, state.average.length);
      evaluated.changed();
    }
    double[] openings = new double[validation.size()];
    EvaluationReport report = evaluation.run(validation, openings);
    if (Double.isNaN(report.loss())) {
      throw failed("the validation loss is not a number");
    }
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("validation_loss", report.loss());
    values.put("validation_accuracy", report.scores().accuracy());
    values.put("validation_exact", report.scores().exact().value());
    values.put("validation_evaluations", report.meanEvaluations());
    values.put("validation_residual", report.meanResidual());
    values.put("validation_gate_opening", Arrays.stream(openings).average().orElse(0));
    values.put(TrainingClock.SECONDS, seconds);
    folder.append(new Metrics(state.step, values));
    boolean best = report.loss() < state.bestLoss;
    if (best) {
      state.bestLoss = report.loss();
      state.waited = 0;
    } else {
      state.waited++;
    }
    if (best || settings.keep() == Choices.Keep.LAST) {
      Provenance known =
          provenance
              .with("step", Integer.toString(state.step))
              .with("validation_loss", Double.toString(report.loss()))
              .with("validation_accuracy", Double.toString(report.scores().accuracy()));
      new Model(settings, network, evaluated, known).save(folder.best());
    }
    writeReport();
    listener.validated(state.step, report, best);
  }

  private void writeReport() throws IOException {
    AtomicFile.write(
        folder.report(), Report.html(settings, folder.metrics()).getBytes(StandardCharsets.UTF_8));
  }

  private TrainingFailedException failed(String cause) {
    return new TrainingFailedException(
        "training stopped at step %d: %s; %s".formatted(state.step, cause, lastCheckpoint()));
  }

  private String lastCheckpoint() {
    return Files.exists(folder.last())
        ? "the last good checkpoint is " + folder.last()
        : "there is no checkpoint yet";
  }

  private Future<List<Problem>> draw(int step) {
    return drawing.submit(() -> source.batch(step));
  }

  private static List<Problem> await(Future<List<Problem>> batch) {
    try {
      return batch.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a batch could not be drawn: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a batch", e);
    }
  }
}
