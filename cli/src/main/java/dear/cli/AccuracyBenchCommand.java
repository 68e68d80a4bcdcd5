// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.io.JsonWriter;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.Trainer;
import dear.reasoner.training.TrainingListener;
import dear.reasoner.training.TrainingStep;
import dear.study.PaperNumbers;
import dear.study.Plan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * How long training takes to an accuracy on graphs four times as large as those it learns from.
 *
 * <p>The clock runs while the model learns, from the first batch on and with the compiler's
 * warm-up, and stands still while it is examined. The graphs of the examination are the validation
 * graphs of the run, apart from every test graph.
 */
@Command(
    name = "accuracy",
    description = {
      "Train until a model reaches an accuracy on unseen graphs of 64 nodes, and print how long it",
      "took. Without algorithms: the paper's four, each to the paper's best accuracy. Models are",
      "trained by their recipes, those of 'dear reproduce clrs30 --train', but for a shorter time;",
      "without a recipe, as by 'dear train --preset pairs'."
    })
final class AccuracyBenchCommand implements Callable<Integer> {
  /**
   * The learning rate falls to zero over this many steps at most: over those of a long recipe it
   * would hardly fall within the minutes that are measured.
   */
  private static final int MOST_STEPS = 2500;

  /**
   * What the measurement needs: small batches, averages of fewer weights, and few but large graphs
   * to examine.
   */
  private static final Map<Setting, String> OWN =
      Map.of(
          Setting.BATCH, "32",
          Setting.AVERAGING, "0.98",
          Setting.VALIDATION_NODES, "64",
          Setting.VALIDATION_COUNT, "20",
          Setting.CHECKPOINT_EVERY, "1000000000");

  private static final Map<Setting, String> WITHOUT_RECIPE = Map.of(Setting.STEPS, "1500");

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "ALGORITHM",
      description = "The algorithms to learn.",
      converter = AlgorithmConverter.class,
      completionCandidates = AlgorithmConverter.Names.class)
  private List<Algorithm> algorithms = new ArrayList<>();

  @Option(
      names = "--target",
      paramLabel = "PERCENT",
      description = "The accuracy to reach (default: the paper's, for its four algorithms).")
  private @Nullable Double target;

  @Option(
      names = "--every",
      paramLabel = "N",
      defaultValue = "25",
      description = "Batches between two examinations (default ${DEFAULT-VALUE}).")
  private int every;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads (default: one per processor).")
  private @Nullable Integer threads;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private AccuracyBenchCommand() {}

  /** Adds an option for every setting of training but those that the measurement fixes. */
  static void addSettings(CommandSpec command) {
    List<Setting> settings = new ArrayList<>(List.of(Setting.values()));
    settings.removeAll(List.of(Setting.VALIDATE_EVERY, Setting.VALIDATION_DATA));
    SettingOptions.add(command, settings, it -> " (default %s)".formatted(words(it)));
  }

  private static String words(Setting setting) {
    @Nullable String own = OWN.get(setting);
    if (own != null) {
      return own;
    }
    String value = WITHOUT_RECIPE.getOrDefault(setting, setting.value(Preset.PAIRS));
    return (value.isEmpty() ? "none" : value)
        + " or the recipe's"
        + (setting == Setting.STEPS ? ", up to " + MOST_STEPS : "");
  }

  @Override
  public Integer call() throws IOException {
    int team = TeamSize.of(threads, spec);
    LowerBound.require(spec, "--every", every, 1);
    PaperNumbers paper = PaperNumbers.load();
    List<Algorithm> chosen =
        algorithms.isEmpty()
            ? Clrs.algorithms().stream()
                .filter(it -> paper.bestAccuracy(it.name()).isPresent())
                .toList()
            : algorithms;
    Map<Algorithm, Double> goals = new LinkedHashMap<>(); // before any training
    for (Algorithm it : chosen) {
      goals.put(it, goal(it, paper));
    }
    boolean all = true;
    for (Map.Entry<Algorithm, Double> it : goals.entrySet()) {
      all &= measure(it.getKey(), it.getValue(), team);
    }
    return all ? 0 : 1;
  }

  private double goal(Algorithm algorithm, PaperNumbers paper) {
    double percent =
        target != null
            ? target
            : paper
                .bestAccuracy(algorithm.name())
                .orElseThrow(() ->
                    new ParameterException(
                        spec.commandLine(),
                        "%s is not in the paper's table: specify --target PERCENT"
                            .formatted(algorithm)));
    if (!(percent > 0 && percent <= 100)) {
      throw new ParameterException(
          spec.commandLine(), "--target %s is not above 0 and at most 100".formatted(percent));
    }
    return percent / 100;
  }

  private Settings settings(Algorithm algorithm) throws IOException {
    Settings settings = defaults(algorithm);
    try {
      return settings
          .with(SettingOptions.given(spec))
          .with(Setting.VALIDATE_EVERY, Integer.toString(every));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** How a model is trained where the person does not say otherwise. */
  static Settings defaults(Algorithm algorithm) throws IOException {
    return Plan.recipes()
        .recipe(algorithm)
        .map(it -> it.with(Setting.STEPS, Integer.toString(Math.min(it.steps(), MOST_STEPS))))
        .orElseGet(() -> Settings.of(algorithm, Preset.PAIRS).with(WITHOUT_RECIPE))
        .with(OWN);
  }

  private boolean measure(Algorithm algorithm, double goal, int team) throws IOException {
    Settings settings = settings(algorithm);
    Path parent = Files.createTempDirectory("dear-accuracy");
    try (RunFolder folder =
        RunFolder.create(parent.resolve("run"), settings, Main.Version.provenance())) {
      Clock clock = new Clock(goal);
      try (Trainer trainer = new Trainer(folder, team, Main.Version.provenance(), clock);
          Interruption _ = Interruption.of(trainer::stop)) {
        clock.start(trainer);
        trainer.train();
      }
      print(settings, goal, team, clock);
      return clock.accuracy >= goal;
    } finally {
      deleteAll(parent);
    }
  }

  private void print(Settings settings, double goal, int team, Clock clock) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginObject()
          .name("workload")
          .value("accuracy")
          .name("algorithm")
          .value(settings.algorithm().name())
          .name("nodes")
          .value(settings.validationNodes())
          .name("graphs")
          .value(settings.validationCount())
          .name("threads")
          .value(team)
          .name("target")
          .value(goal)
          .name("accuracy")
          .value(clock.accuracy)
          .name("reached")
          .value(clock.accuracy >= goal)
          .name("steps")
          .value(clock.steps)
          .name("seconds")
          .value(Math.round(clock.learning / 1e8) / 10.0)
          .endObject()
          .endDocument();
    }
    spec.commandLine().getOut().print(bytes.toString(StandardCharsets.UTF_8));
    spec.commandLine().getOut().flush();
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path it : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(it);
      }
    }
  }

  /** Stops training at the goal, and counts the time between examinations. */
  private final class Clock implements TrainingListener {
    private final double goal;
    private @Nullable Trainer trainer;
    private long resumed;
    private long learning;
    private long lastStep;
    private int steps;
    private double accuracy;

    Clock(double goal) {
      this.goal = goal;
    }

    void start(Trainer it) {
      trainer = it;
      resumed = System.nanoTime();
    }

    @Override
    public void stepped(TrainingStep step) {
      lastStep = System.nanoTime();
      steps = step.step();
    }

    @Override
    public void validated(int step, EvaluationReport report, boolean best) {
      learning += lastStep - resumed;
      accuracy = report.scores().accuracy();
      spec.commandLine()
          .getErr()
          .printf("step %,d  %.1f s  accuracy %.2f %%%n", step, learning / 1e9, 100 * accuracy);
      spec.commandLine().getErr().flush();
      if (accuracy >= goal && trainer != null) {
        trainer.stop();
      }
      resumed = System.nanoTime();
    }
  }
}
