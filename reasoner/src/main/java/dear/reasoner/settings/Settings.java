package dear.reasoner.settings;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SamplerOptions;
import dear.equilibrium.Method;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.equilibrium.gradient.GradientMethod;
import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.inference.Inference;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.Wiring;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a training run does: an algorithm and a checked value for every {@link Setting}.
 *
 * <p>Immutable. Two runs of equal settings, on any number of threads, end with the same bits.
 */
public final class Settings {
  private final Algorithm algorithm;
  private final Map<Setting, String> values;

  private Settings(Algorithm algorithm, Map<Setting, String> values) {
    this.algorithm = algorithm;
    this.values = values;
    if (whole(Setting.TRAIN_NODES_MIN) > whole(Setting.TRAIN_NODES_MAX)) {
      throw new IllegalArgumentException(
          "setting train-nodes-min: %d is more than train-nodes-max, which is %d"
              .formatted(whole(Setting.TRAIN_NODES_MIN), whole(Setting.TRAIN_NODES_MAX)));
    }
    requireRoom(Setting.HITS, Setting.BUDGET);
    requireRoom(Setting.TEST_HITS, Setting.TEST_BUDGET);
  }

  private void requireRoom(Setting hits, Setting budget) {
    if (whole(hits) > whole(budget)) {
      throw new IllegalArgumentException(
          "setting %s: %d is more than %s, which is %d"
              .formatted(hits.key(), whole(hits), budget.key(), whole(budget)));
    }
  }

  /** The settings of a preset. */
  public static Settings of(Algorithm algorithm, Preset preset) {
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      values.put(setting, setting.checked(setting.value(preset)));
    }
    return new Settings(algorithm, values);
  }

  /** The same with another value for one setting. */
  public Settings with(Setting setting, String value) {
    return with(Map.of(setting, value));
  }

  /** The same with other values for some settings; how they fit each other is seen at the end. */
  public Settings with(Map<Setting, String> others) {
    Map<Setting, String> changed = new EnumMap<>(values);
    others.forEach((setting, value) -> changed.put(setting, setting.checked(value)));
    return new Settings(algorithm, changed);
  }

  /** Reads what {@link #write} wrote; a missing or unknown name is an error. */
  public static Settings read(Json json, String source) throws IOException {
    try {
      Algorithm algorithm = Clrs.algorithm(json.get("algorithm").string());
      Map<Setting, String> values = new EnumMap<>(Setting.class);
      for (Map.Entry<String, Json> member : json.get("settings").members().entrySet()) {
        Setting setting =
            Setting.of(member.getKey())
                .orElseThrow(
                    () -> new IllegalArgumentException("no setting \"" + member.getKey() + "\""));
        values.put(setting, setting.checked(member.getValue().string()));
      }
      for (Setting setting : Setting.values()) {
        if (!values.containsKey(setting)) {
          values.put(
              setting,
              setting
                  .whenAbsent()
                  .orElseThrow(() ->
                      new IllegalArgumentException("setting " + setting.key() + " is missing")));
        }
      }
      return new Settings(algorithm, values);
    } catch (IllegalArgumentException e) {
      throw new IOException(source + ": " + e.getMessage(), e);
    }
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

  /** What is learned. */
  public Algorithm algorithm() {
    return algorithm;
  }

  /** The value of a setting as it is written. */
  public String text(Setting setting) {
    return String.valueOf(values.get(setting));
  }

  /** The value of a whole number. */
  public int whole(Setting setting) {
    return Math.toIntExact(Long.parseLong(text(setting)));
  }

  /** The seed. */
  public long seed() {
    return Long.parseLong(text(Setting.SEED));
  }

  /** The value of a number. */
  public double real(Setting setting) {
    return Double.parseDouble(text(setting));
  }

  /** The value of a list of numbers. */
  public List<Double> reals(Setting setting) {
    return Arrays.stream(text(setting).split(",", -1)).map(Double::valueOf).toList();
  }

  /** The value of a flag. */
  public boolean flag(Setting setting) {
    return Boolean.parseBoolean(text(setting));
  }

  /** Whether a choice is that word. */
  public boolean is(Setting setting, String word) {
    return text(setting).equals(word);
  }

  /** The network that these settings describe. */
  public Network network() {
    NetworkOptions options = NetworkOptions.of(algorithm).withWidth(whole(Setting.WIDTH));
    if (is(Setting.PROCESSOR, "pairs")) {
      options = options.withProcessor(ProcessorKind.PAIRS);
    }
    switch (text(Setting.WIRING)) {
      case "directed" -> options = options.withWiring(Wiring.DIRECTED);
      case "both-ways" -> options = options.withWiring(Wiring.BOTH_WAYS);
      default -> {} // auto: what the algorithm needs
    }
    return Network.of(algorithm, preprocessing(), options);
  }

  /** What is done to instances before the network sees them. */
  public Preprocessing preprocessing() {
    return new Preprocessing(true, true, flag(Setting.RANDOM_POSITIONS));
  }

  /** What training samples are drawn from; all others are from the default distribution. */
  public SamplerOptions distribution() {
    return SamplerOptions.DEFAULT.withEdgeProbabilities(reals(Setting.EDGE_PROBABILITIES));
  }

  /** How the network is executed. */
  public Inference inference() {
    double jacobian = real(Setting.JACOBIAN);
    int every = whole(Setting.JACOBIAN_EVERY);
    if (is(Setting.MODE, "nar")) {
      return new Inference.Rollout(jacobian, every);
    }
    return new Inference.Equilibrium(
        solver(whole(Setting.BUDGET), whole(Setting.HITS)),
        solver(whole(Setting.TEST_BUDGET), whole(Setting.TEST_HITS)),
        gradient(),
        jacobian,
        every,
        real(Setting.NOISE),
        Inference.Decoded.IMAGE,
        new Inference.Applications(
            whole(Setting.APPLICATIONS_MIN), whole(Setting.APPLICATIONS_MAX)));
  }

  private SolverOptions solver(int budget, int hits) {
    Method method =
        switch (text(Setting.SOLVER)) {
          case "broyden" -> Method.Broyden.DEFAULT;
          case "plain" -> Method.Plain.DEFAULT;
          default ->
              new Method.Anderson(
                  whole(Setting.WINDOW),
                  real(Setting.REGULARISATION),
                  Method.Anderson.DEFAULT.mixing(),
                  Method.Anderson.DEFAULT.growthLimit());
        };
    double tolerance = real(Setting.TOLERANCE);
    StopRule stop =
        is(Setting.RESIDUAL, "absolute")
            ? StopRule.absolute(tolerance, budget)
            : StopRule.relative(tolerance, budget);
    if (is(Setting.EXTENT, "nodes")) {
      stop = stop.withExtent(StopRule.Extent.ROWS);
    }
    return new SolverOptions(method, stop.withHitsInARow(hits));
  }

  private GradientMethod gradient() {
    return switch (text(Setting.GRADIENT)) {
      case "damped" -> new GradientMethod.DampedSteps(5, 0.5);
      case "last" -> new GradientMethod.DampedSteps(whole(Setting.GRADIENT_STEPS), 1);
      case "implicit" -> GradientMethod.Implicit.DEFAULT;
      case "unrolled" -> new GradientMethod.Unrolled(whole(Setting.BUDGET));
      default -> new GradientMethod.OneStep();
    };
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
