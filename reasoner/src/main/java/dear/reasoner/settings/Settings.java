// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.GraphModel;
import dear.clrs.sampling.MersenneTwister;
import dear.clrs.sampling.SamplerOption;
import dear.clrs.sampling.SamplerOptions;
import dear.equilibrium.Method;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.equilibrium.gradient.BackwardSolver;
import dear.equilibrium.gradient.GradientMethod;
import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.inference.Inference;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.AnswerScope;
import dear.reasoner.problem.Wiring;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of a training run: an algorithm and a value for every {@link Setting}, parsed and
 * checked once.
 *
 * <p>Immutable. Two runs with equal settings, on any number of threads, end with the same bits.
 */
public final class Settings {
  private final Algorithm algorithm;
  private final Map<Setting, Kind.Value<?>> values;

  private Settings(Algorithm algorithm, Map<Setting, Kind.Value<?>> values) {
    this.algorithm = algorithm;
    this.values = values;
    requireOrder(Setting.TRAIN_NODES_MIN, Setting.TRAIN_NODES_MAX);
    requireOrder(Setting.APPLICATIONS_MIN, Setting.APPLICATIONS_MAX);
    requireOrder(Setting.HITS, Setting.BUDGET);
    requireOrder(Setting.TEST_HITS, Setting.TEST_BUDGET);
    requireReachableSupervision();
    requireMessages(Setting.LINEAR_PATH);
    requireMessages(Setting.EDGE_COMPARISONS);
    if (directed() > 0 && !algorithm.samplerOptions().contains(SamplerOption.DIRECTED)) {
      throw new IllegalArgumentException(
          "setting directed: %s has graphs of one kind only".formatted(algorithm));
    }
    if (graphs() == Choices.Graphs.GNP
        && !algorithm.samplerOptions().contains(SamplerOption.GRAPH_MODEL)) {
      throw new IllegalArgumentException(
          "setting graphs: %s does not take graphs of G(n,p)".formatted(algorithm));
    }
    if (rng() == Choices.Generator.NUMPY && seed() > MersenneTwister.LARGEST_SEED) {
      throw new IllegalArgumentException(
          "setting rng: numpy takes seeds from 0 to %d, not %d"
              .formatted(MersenneTwister.LARGEST_SEED, seed()));
    }
    if (startNoise() > 0 && mode() == Choices.Mode.NAR) {
      throw new IllegalArgumentException(
          "setting start-noise: a rollout (mode nar) always starts from zeros");
    }
  }

  private void requireOrder(Setting smaller, Setting larger) {
    if (whole(smaller) > whole(larger)) {
      throw new IllegalArgumentException(
          "setting %s: %d is greater than %s, which is %d"
              .formatted(smaller.key(), whole(smaller), larger.key(), whole(larger)));
    }
  }

  /** Messages alone have a linear path of their own and comparisons at the edges. */
  private void requireMessages(Setting setting) {
    if (whole(setting) > 0 && processor() != ProcessorKind.NODES) {
      throw new IllegalArgumentException(
          "setting %s: only a state at the nodes has this; the processor pairs has its own"
              .formatted(setting.key()));
    }
  }

  /** A state is decoded on the way only where training walks there step by step. */
  private void requireReachableSupervision() {
    List<Integer> points = supervised();
    if (points.isEmpty()) {
      return;
    }
    if (mode() == Choices.Mode.NAR) {
      throw new IllegalArgumentException(
          "setting supervise: a rollout (mode nar) is decoded at its end only");
    }
    if (whole(Setting.APPLICATIONS_MAX) == 0) {
      throw new IllegalArgumentException(
          "setting supervise: a search has no fixed steps to decode; set applications-max to train"
              + " with plain applications instead");
    }
    int depth =
        switch (gradient()) {
          case GradientMethod.OneStep _ -> 1;
          case GradientMethod.DampedSteps(int steps, double damping) when damping == 1 -> steps;
          case GradientMethod.DampedSteps _, GradientMethod.Implicit _, GradientMethod.Unrolled _ ->
              throw new IllegalArgumentException(
                  "setting supervise: works with the gradient one-step or last, not "
                      + text(Setting.GRADIENT));
        };
    int before = 0;
    for (int point : points) {
      if (point - before < depth) {
        throw new IllegalArgumentException(
            ("setting supervise: from %d to %d is less than the %d applications that the gradient"
                    + " is propagated through")
                .formatted(before, point, depth));
      }
      before = point;
    }
    if (before > whole(Setting.APPLICATIONS_MAX)) {
      throw new IllegalArgumentException(
          "setting supervise: %d is never reached; applications-max is %d"
              .formatted(before, whole(Setting.APPLICATIONS_MAX)));
    }
  }

  private List<Integer> supervised() {
    return supervise().list().stream().map(Double::intValue).filter(it -> it > 0).toList();
  }

  /** Returns the settings of a preset. */
  public static Settings of(Algorithm algorithm, Preset preset) {
    Map<Setting, Kind.Value<?>> values = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      values.put(setting, setting.read(setting.value(preset)));
    }
    return new Settings(algorithm, values);
  }

  /** Returns a copy with another value for one setting. */
  public Settings with(Setting setting, String value) {
    return with(Map.of(setting, value));
  }

  /**
   * Returns a copy with other values for some settings; their consistency is checked after all are
   * set.
   */
  public Settings with(Map<Setting, String> others) {
    Map<Setting, Kind.Value<?>> changed = new EnumMap<>(values);
    others.forEach((setting, value) -> changed.put(setting, setting.read(value)));
    return new Settings(algorithm, changed);
  }

  /** Reads what {@link #write} has written; a missing or unknown name is an error. */
  public static Settings read(Json json, String source) throws IOException {
    try {
      Algorithm algorithm = Clrs.algorithm(json.get("algorithm").string());
      Map<Setting, Kind.Value<?>> values = new EnumMap<>(Setting.class);
      for (Map.Entry<String, Json> member : json.get("settings").members().entrySet()) {
        Setting setting =
            Setting.of(member.getKey())
                .orElseThrow(
                    () -> new IllegalArgumentException("no setting \"" + member.getKey() + "\""));
        values.put(setting, setting.read(member.getValue().string()));
      }
      forgetUnusedSteps(values);
      for (Setting setting : Setting.values()) {
        if (!values.containsKey(setting)) {
          String absent =
              setting
                  .whenAbsent()
                  .orElseThrow(() ->
                      new IllegalArgumentException("setting " + setting.key() + " is missing"));
          values.put(setting, setting.read(absent));
        }
      }
      return new Settings(algorithm, values);
    } catch (IllegalArgumentException e) {
      throw new IOException(source + ": " + e.getMessage(), e);
    }
  }

  /**
   * Files from before {@link Setting#GRADIENT_DAMPING} have a number of steps that damped steps
   * ignored, or the default of that time, which has become 0.
   */
  private static void forgetUnusedSteps(Map<Setting, Kind.Value<?>> values) {
    if (!values.containsKey(Setting.GRADIENT_DAMPING)
        && (Setting.GRADIENT.read("damped").equals(values.get(Setting.GRADIENT))
            || Setting.GRADIENT_STEPS.read("3").equals(values.get(Setting.GRADIENT_STEPS)))) {
      values.remove(Setting.GRADIENT_STEPS);
    }
  }

  /** Reads what {@link #json} has returned. */
  public static Settings parse(String json, String source) throws IOException {
    Json object;
    try {
      object = Json.parse(json);
    } catch (IOException e) {
      throw new IOException(source + ": " + e.getMessage(), e);
    }
    return read(object, source);
  }

  /** Returns the settings as one line of JSON, as they are stored in a model file. */
  public String json() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      json.beginObject();
      write(json);
      json.endObject();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Writes the two members {@code algorithm} and {@code settings} of an object. */
  public void write(JsonWriter json) throws IOException {
    json.name("algorithm").value(algorithm.name());
    json.name("settings").beginObject();
    for (Setting setting : Setting.values()) {
      json.name(setting.key()).value(text(setting));
    }
    json.endObject();
  }

  /** Returns the algorithm to learn. */
  public Algorithm algorithm() {
    return algorithm;
  }

  /**
   * Returns whether a model with these settings answers questions about an algorithm: its own, or
   * another with the same task. A rollout takes as many steps as its own algorithm, so it answers
   * for no other.
   */
  public boolean answers(Algorithm asked) {
    return algorithm.name().equals(asked.name())
        || switch (inference()) {
          case Inference.Equilibrium _ -> algorithm.sameTaskAs(asked);
          case Inference.Rollout _ -> false;
        };
  }

  /** Returns the value of a setting as text. */
  public String text(Setting setting) {
    return value(setting).text();
  }

  // ---- values ----

  /** {@link Setting#MODE}. */
  public Choices.Mode mode() {
    return chosen(Setting.MODE, Choices.Mode.class);
  }

  /** {@link Setting#PROCESSOR}. */
  public ProcessorKind processor() {
    return chosen(Setting.PROCESSOR, ProcessorKind.class);
  }

  /** {@link Setting#SEED}. */
  public long seed() {
    return value(Setting.SEED, Long.class);
  }

  /** {@link Setting#STEPS}. */
  public int steps() {
    return whole(Setting.STEPS);
  }

  /** {@link Setting#BATCH}. */
  public int batch() {
    return whole(Setting.BATCH);
  }

  /** {@link Setting#WIDTH}. */
  public int width() {
    return whole(Setting.WIDTH);
  }

  /** {@link Setting#COMPARISONS}. */
  public int comparisons() {
    return whole(Setting.COMPARISONS);
  }

  /** {@link Setting#EDGE_COMPARISONS}. */
  public int edgeComparisons() {
    return whole(Setting.EDGE_COMPARISONS);
  }

  /** {@link Setting#LINEAR_PATH}. */
  public int linearPath() {
    return whole(Setting.LINEAR_PATH);
  }

  /** {@link Setting#LEARNING_RATE}. */
  public double learningRate() {
    return real(Setting.LEARNING_RATE);
  }

  /** {@link Setting#SCHEDULE}. */
  public Choices.Schedule schedule() {
    return chosen(Setting.SCHEDULE, Choices.Schedule.class);
  }

  /** {@link Setting#WARM_UP}. */
  public int warmUp() {
    return whole(Setting.WARM_UP);
  }

  /** {@link Setting#WEIGHT_DECAY}. */
  public double weightDecay() {
    return real(Setting.WEIGHT_DECAY);
  }

  /** {@link Setting#CLIP}. */
  public double clip() {
    return real(Setting.CLIP);
  }

  /** {@link Setting#AVERAGING}. */
  public double averaging() {
    return real(Setting.AVERAGING);
  }

  /** {@link Setting#TRAIN_NODES_MIN}. */
  public int trainNodesMin() {
    return whole(Setting.TRAIN_NODES_MIN);
  }

  /** {@link Setting#TRAIN_NODES_MAX}. */
  public int trainNodesMax() {
    return whole(Setting.TRAIN_NODES_MAX);
  }

  /** {@link Setting#TRAIN_SAMPLES}. */
  public int trainSamples() {
    return whole(Setting.TRAIN_SAMPLES);
  }

  /** {@link Setting#VALIDATION_NODES}. */
  public int validationNodes() {
    return whole(Setting.VALIDATION_NODES);
  }

  /** {@link Setting#VALIDATION_COUNT}. */
  public int validationCount() {
    return whole(Setting.VALIDATION_COUNT);
  }

  /** {@link Setting#VALIDATE_EVERY}. */
  public int validateEvery() {
    return whole(Setting.VALIDATE_EVERY);
  }

  /** {@link Setting#KEEP}. */
  public Choices.Keep keep() {
    return chosen(Setting.KEEP, Choices.Keep.class);
  }

  /** {@link Setting#PATIENCE}. */
  public int patience() {
    return whole(Setting.PATIENCE);
  }

  /** {@link Setting#CHECKPOINT_EVERY}. */
  public int checkpointEvery() {
    return whole(Setting.CHECKPOINT_EVERY);
  }

  /** {@link Setting#SPARSE}. */
  public double sparse() {
    return real(Setting.SPARSE);
  }

  /** {@link Setting#DIRECTED}. */
  public double directed() {
    return real(Setting.DIRECTED);
  }

  /** Whether no training graph has a direction, although the algorithm takes directed graphs. */
  public boolean neverDirected() {
    return directed() == 0 && algorithm.samplerOptions().contains(SamplerOption.DIRECTED);
  }

  /** {@link Setting#GRAPHS}. */
  public Choices.Graphs graphs() {
    return chosen(Setting.GRAPHS, Choices.Graphs.class);
  }

  /** {@link Setting#RNG}. */
  public Choices.Generator rng() {
    return chosen(Setting.RNG, Choices.Generator.class);
  }

  /** {@link Setting#DATA}. */
  public Optional<Path> dataset() {
    return file(Setting.DATA);
  }

  /** {@link Setting#VALIDATION_DATA}. */
  public Optional<Path> validationDataset() {
    return file(Setting.VALIDATION_DATA);
  }

  /** {@link Setting#POINTERS}. */
  public Choices.Pointers pointers() {
    return chosen(Setting.POINTERS, Choices.Pointers.class);
  }

  /** {@link Setting#SQUEEZE}. */
  public double squeeze() {
    return real(Setting.SQUEEZE);
  }

  /** {@link Setting#NEAR_TIES}. */
  public double nearTies() {
    return real(Setting.NEAR_TIES);
  }

  /** {@link Setting#STRETCH}. */
  public double stretch() {
    return real(Setting.STRETCH);
  }

  /** {@link Setting#GAPS}. */
  public double gaps() {
    return real(Setting.GAPS);
  }

  /** {@link Setting#TARGETS}. */
  public Choices.Targets targets() {
    return chosen(Setting.TARGETS, Choices.Targets.class);
  }

  /** {@link Setting#COMMUNITIES}. */
  public Kind.Numbers communities() {
    return numbers(Setting.COMMUNITIES);
  }

  /** {@link Setting#NEEDLE}. */
  public int needle() {
    return whole(Setting.NEEDLE);
  }

  /** {@link Setting#ABSENT}. */
  public double absent() {
    return real(Setting.ABSENT);
  }

  /** {@link Setting#TOGGLES}. */
  public Kind.Numbers toggles() {
    return numbers(Setting.TOGGLES);
  }

  /** {@link Setting#SUPERVISE}. */
  public Kind.Numbers supervise() {
    return numbers(Setting.SUPERVISE);
  }

  /** {@link Setting#START_NOISE}. */
  public double startNoise() {
    return real(Setting.START_NOISE);
  }

  /** {@link Setting#TOLERANCE}. */
  public double tolerance() {
    return real(Setting.TOLERANCE);
  }

  private Optional<Path> file(Setting setting) {
    String name = text(setting);
    return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
  }

  private int whole(Setting setting) {
    return Math.toIntExact(value(setting, Long.class));
  }

  private double real(Setting setting) {
    return value(setting, Double.class);
  }

  private Kind.Numbers numbers(Setting setting) {
    return value(setting, Kind.Numbers.class);
  }

  private <E extends Enum<E>> E chosen(Setting setting, Class<E> type) {
    return value(setting, type);
  }

  private <T> T value(Setting setting, Class<T> type) {
    return type.cast(value(setting).meaning());
  }

  private Kind.Value<?> value(Setting setting) {
    return Objects.requireNonNull(values.get(setting));
  }

  // ---- derived options ----

  /** Returns the options of the network that these settings describe. */
  public Network network() {
    NetworkOptions options =
        NetworkOptions.of(algorithm)
            .withWidth(width())
            .withProcessor(processor())
            .withMessages(new NetworkOptions.Messages(linearPath(), edgeComparisons()))
            .withComparisons(comparisons());
    options =
        switch (pointers()) {
          case EDGES -> options; // or what the algorithm's answers need
          case ANY -> options.withScope(AnswerScope.PAIRS);
        };
    options =
        switch (chosen(Setting.WIRING, Choices.Direction.class)) {
          case AUTO -> options; // what the algorithm needs
          case DIRECTED -> options.withWiring(Wiring.DIRECTED);
          case BOTH_WAYS -> options.withWiring(Wiring.BOTH_WAYS);
        };
    return Network.of(algorithm, preprocessing(), options);
  }

  /** Returns the preprocessing of instances. */
  public Preprocessing preprocessing() {
    return new Preprocessing(true, true, value(Setting.RANDOM_POSITIONS, Boolean.class));
  }

  /** Returns the distribution of training samples; all others use the default distribution. */
  public SamplerOptions distribution() {
    SamplerOptions options =
        SamplerOptions.DEFAULT.withEdgeProbabilities(numbers(Setting.EDGE_PROBABILITIES).list());
    return switch (graphs()) {
      case CLRS -> options;
      case GNP -> options.withGraphModel(GraphModel.GNP);
    };
  }

  /** Returns how the network is run. */
  public Inference inference() {
    double jacobian = real(Setting.JACOBIAN);
    int every = whole(Setting.JACOBIAN_EVERY);
    return switch (mode()) {
      case NAR -> new Inference.Rollout(jacobian, every);
      case DEAR ->
          new Inference.Equilibrium(
              solver(whole(Setting.BUDGET), whole(Setting.HITS)),
              solver(whole(Setting.TEST_BUDGET), whole(Setting.TEST_HITS)),
              gradient(),
              jacobian,
              every,
              new Inference.Noise(real(Setting.NOISE), startNoise()),
              chosen(Setting.DECODED, Inference.Decoded.class),
              new Inference.Applications(
                  whole(Setting.APPLICATIONS_MIN), whole(Setting.APPLICATIONS_MAX), supervised()));
    };
  }

  private SolverOptions solver(int budget, int hits) {
    Method method =
        switch (chosen(Setting.SOLVER, Choices.Solver.class)) {
          case ANDERSON ->
              new Method.Anderson(
                  whole(Setting.WINDOW),
                  real(Setting.REGULARISATION),
                  real(Setting.MIXING),
                  Method.Anderson.DEFAULT.growthLimit());
          case TORCHDEQ_ANDERSON ->
              new Method.TorchdeqAnderson(
                  whole(Setting.WINDOW), real(Setting.REGULARISATION), real(Setting.MIXING));
          case BROYDEN -> Method.Broyden.DEFAULT;
          case PLAIN -> new Method.Plain(real(Setting.MIXING));
        };
    StopRule stop =
        switch (chosen(Setting.RESIDUAL, Choices.Residual.class)) {
          case RELATIVE -> StopRule.relative(tolerance(), budget);
          case ABSOLUTE -> StopRule.absolute(tolerance(), budget);
        };
    stop =
        switch (chosen(Setting.EXTENT, Choices.Extent.class)) {
          case STATE -> stop;
          case NODES -> stop.withExtent(StopRule.Extent.ROWS);
        };
    return new SolverOptions(
        method,
        stop.withHitsInARow(hits)
            .withGoal(chosen(Setting.GOAL, StopRule.Goal.class))
            .withPatience(whole(Setting.STALL)));
  }

  private GradientMethod gradient() {
    return switch (chosen(Setting.GRADIENT, Choices.Gradient.class)) {
      case ONE_STEP -> new GradientMethod.OneStep();
      case LAST -> new GradientMethod.DampedSteps(gradientSteps(3), 1);
      case DAMPED ->
          new GradientMethod.DampedSteps(gradientSteps(5), real(Setting.GRADIENT_DAMPING));
      case IMPLICIT ->
          new GradientMethod.Implicit(
              chosen(Setting.BACKWARD, BackwardSolver.class),
              whole(Setting.BACKWARD_MEMORY),
              real(Setting.BACKWARD_TOLERANCE),
              whole(Setting.BACKWARD_BUDGET));
      case UNROLLED -> new GradientMethod.Unrolled(whole(Setting.BUDGET));
    };
  }

  private int gradientSteps(int usual) {
    int given = whole(Setting.GRADIENT_STEPS);
    return given == 0 ? usual : given;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings that
        && algorithm.equals(that.algorithm)
        && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return algorithm + " " + values;
  }
}
