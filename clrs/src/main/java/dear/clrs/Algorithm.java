package dear.clrs;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.HintRecorder;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.data.Procedure;
import dear.clrs.data.SnapshotListener;
import dear.clrs.data.Stage;
import dear.clrs.sampling.RandomSource;
import dear.clrs.sampling.Sampler;
import dear.clrs.sampling.SamplerOptions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One algorithm of CLRS-30: its features, its body, and the distribution of its inputs.
 *
 * <pre>{@code
 * Instance solved = Clrs.algorithm("bellman_ford").run(graph, 0);
 * int[] predecessors = solved.output("pi").codes();
 * }</pre>
 */
public final class Algorithm {
  private final String name;
  private final List<FeatureSpec> features;
  private final List<FeatureSpec> inputs;
  private final List<FeatureSpec> hints;
  private final List<FeatureSpec> outputs;
  private final Procedure procedure;
  private final Sampler sampler;
  private final Set<SamplerOption> samplerOptions;
  private final Equilibrium equilibrium;

  Algorithm(
      String name,
      List<FeatureSpec> features,
      Procedure procedure,
      Sampler sampler,
      Set<SamplerOption> samplerOptions,
      Equilibrium equilibrium) {
    this.name = name;
    this.features = features;
    this.inputs = stage(features, Stage.INPUT);
    this.hints = stage(features, Stage.HINT);
    this.outputs = stage(features, Stage.OUTPUT);
    this.procedure = procedure;
    this.sampler = sampler;
    this.samplerOptions = Set.copyOf(samplerOptions);
    this.equilibrium = equilibrium;
  }

  /** Its name in CLRS-30. */
  public String name() {
    return name;
  }

  /** All features, in the order of CLRS-30. */
  public List<FeatureSpec> features() {
    return features;
  }

  /** The features of one stage. */
  public List<FeatureSpec> features(Stage stage) {
    return switch (stage) {
      case INPUT -> inputs;
      case HINT -> hints;
      case OUTPUT -> outputs;
    };
  }

  /** Where its equilibrium lies. */
  public Equilibrium equilibrium() {
    return equilibrium;
  }

  /** The options that its distribution takes. */
  public Set<SamplerOption> samplerOptions() {
    return samplerOptions;
  }

  /** Whether it works on a graph. */
  public boolean isGraphAlgorithm() {
    return features.stream().anyMatch(f -> f.name().equals(Inputs.ADJACENCY));
  }

  /** Runs it on a graph. */
  public Instance run(Graph graph) {
    return run(Inputs.builder(graphFeatures(), graph).build());
  }

  /** Runs it on a graph from a source. */
  public Instance run(Graph graph, int source) {
    return run(Inputs.builder(graphFeatures(), graph).codes("s", source).build());
  }

  /** Runs it on a sequence of numbers: the input that is not the position. */
  public Instance run(double... numbers) {
    return run(inputs(numbers));
  }

  /** A sequence of numbers as its inputs. */
  public Inputs inputs(double... numbers) {
    List<FeatureSpec> sequence =
        inputs.stream().filter(f -> !f.name().equals(Inputs.POSITION)).toList();
    if (sequence.size() != 1
        || sequence.getFirst().location() != Location.NODE
        || !sequence.getFirst().isReal()) {
      throw new IllegalArgumentException(
          name + " does not take one sequence of numbers; its inputs are " + inputNames());
    }
    return Inputs.builder(features, numbers.length)
        .reals(sequence.getFirst().name(), numbers.clone())
        .build();
  }

  /** Runs it; hints are counted, not recorded. */
  public Instance run(Inputs inputs) {
    return execute(inputs, null);
  }

  /** Runs it and records every hint. */
  public Instance runWithHints(Inputs inputs) {
    return runWithHints(inputs, new HintRecorder());
  }

  /** Runs it and records every hint, by a recorder that can be used again for the next run. */
  public Instance runWithHints(Inputs inputs, HintRecorder recorder) {
    Instance plain = execute(inputs, recorder);
    return new Instance(inputs, recorder.hints(), plain.outputs(), plain.length());
  }

  /** Runs it and shows every snapshot to a listener as it is taken. */
  public Instance run(Inputs inputs, SnapshotListener listener) {
    return execute(inputs, listener);
  }

  /** Draws inputs. */
  public Inputs sample(int size, SamplerOptions options, RandomSource random) {
    if (size < 2) {
      throw new IllegalArgumentException(
          "size " + size + " is too small: " + name + " needs at least 2");
    }
    return sampler.draw(features, size, options, random);
  }

  /** An endless family of samples, each found by its number alone. */
  public Samples samples(long seed) {
    return Samples.of(this, seed);
  }

  @Override
  public String toString() {
    return name;
  }

  private Instance execute(Inputs inputs, @Nullable SnapshotListener listener) {
    Execution run = new Execution(hints, outputs, inputs, listener);
    procedure.execute(run);
    return new Instance(inputs, List.of(), run.outputs(), run.length());
  }

  private List<FeatureSpec> graphFeatures() {
    if (!isGraphAlgorithm()) {
      throw new IllegalArgumentException(
          name + " does not take a graph; its inputs are " + inputNames());
    }
    return features;
  }

  private List<String> inputNames() {
    return inputs.stream().map(FeatureSpec::name).toList();
  }

  private static List<FeatureSpec> stage(List<FeatureSpec> features, Stage stage) {
    return features.stream().filter(f -> f.stage() == stage).toList();
  }
}
