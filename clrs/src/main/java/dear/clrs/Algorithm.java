// SPDX-License-Identifier: Apache-2.0
package dear.clrs;

import dear.clrs.algorithm.Definition;
import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.HintRecorder;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.SnapshotListener;
import dear.clrs.data.Stage;
import dear.clrs.sampling.RandomSource;
import dear.clrs.sampling.SamplerOption;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.trait.Category;
import dear.clrs.trait.Equilibrium;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Task;
import dear.clrs.trait.Traits;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One algorithm of CLRS-30: its features, its body, the distribution of its inputs, and its traits.
 *
 * <pre>{@code
 * Instance solved = Clrs.algorithm("bellman_ford").run(graph, 0);
 * int[] predecessors = solved.output("pi").codes();
 * }</pre>
 */
public final class Algorithm {
  /** More than any sampler can draw; a slip of the finger must not end in an overflow. */
  private static final int MOST_SIZE = 1 << 24;

  private final Definition definition;
  private final List<FeatureSpec> inputs;
  private final List<FeatureSpec> hints;
  private final List<FeatureSpec> outputs;

  Algorithm(Definition definition) {
    this.definition = definition;
    this.inputs = stage(definition.features(), Stage.INPUT);
    this.hints = stage(definition.features(), Stage.HINT);
    this.outputs = stage(definition.features(), Stage.OUTPUT);
  }

  /** Its name in CLRS-30. */
  public String name() {
    return definition.name();
  }

  /** Its human-readable name. */
  public String title() {
    return definition.title();
  }

  /** Its category in CLRS-30. */
  public Category category() {
    return definition.category();
  }

  /** What is known about it besides its features and steps. */
  public Traits traits() {
    return definition.traits();
  }

  /**
   * Whether the other computes the same from the same inputs, so that a model of one that knows no
   * hints answers questions about the other. An algorithm has the same task as itself.
   */
  public boolean sameTaskAs(Algorithm other) {
    return name().equals(other.name())
        || (traits().task() != Task.OWN && traits().task() == other.traits().task());
  }

  /** All features, in the order of CLRS-30. */
  public List<FeatureSpec> features() {
    return definition.features();
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
    return traits().equilibrium();
  }

  /** The options that its distribution takes. */
  public Set<SamplerOption> samplerOptions() {
    return definition.sampler().options();
  }

  /** The smallest size that its distribution can draw by default. */
  public int leastSize() {
    return definition.sampler().leastSize();
  }

  /** The form of its graphs, if it works on graphs. */
  public Optional<InputForm.OnGraph> graphForm() {
    return traits().input() instanceof InputForm.OnGraph form
        ? Optional.of(form)
        : Optional.empty();
  }

  /** Whether it works on a graph. */
  public boolean isGraphAlgorithm() {
    return graphForm().isPresent();
  }

  /** Runs it on a graph. */
  public Instance run(Graph graph) {
    return run(Inputs.builder(graphFeatures(), graph).build());
  }

  /** Runs it on a graph from a source. */
  public Instance run(Graph graph, int source) {
    return run(Inputs.builder(graphFeatures(), graph).codes("s", source).build());
  }

  /** Runs it on a sequence of numbers, the input that is not the position. */
  public Instance run(double... numbers) {
    return run(inputs(numbers));
  }

  /** The input that holds its only sequence of numbers, if that is all it takes. */
  public Optional<String> sequence() {
    return switch (traits().input()) {
      case InputForm.Keys(String key) -> Optional.of(key);
      case InputForm.MatrixSizes(String size) -> Optional.of(size);
      case InputForm.SortedKeys _,
          InputForm.Probabilities _,
          InputForm.TwoStrings _,
          InputForm.Intervals _,
          InputForm.Tasks _,
          InputForm.Points _,
          InputForm.TwoSegments _,
          InputForm.OnGraph _ ->
          Optional.empty();
    };
  }

  /** A sequence of numbers as its inputs. */
  public Inputs inputs(double... numbers) {
    String feature =
        sequence()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    name()
                        + " does not take one sequence of numbers; its inputs are "
                        + inputNames()));
    return Inputs.builder(features(), numbers.length).reals(feature, numbers.clone()).build();
  }

  /** Runs it; hints are counted, not recorded. */
  public Instance run(Inputs inputs) {
    return execute(inputs, null);
  }

  /** Runs it and records every hint. */
  public Instance runWithHints(Inputs inputs) {
    return runWithHints(inputs, new HintRecorder());
  }

  /** Runs it and records every hint, with a recorder that can be reused for the next run. */
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
          "size " + size + " is too small: " + name() + " needs at least 2");
    }
    if (size > MOST_SIZE) {
      throw new IllegalArgumentException(
          "size %,d is too large; the maximum is %,d".formatted(size, MOST_SIZE));
    }
    return definition.sampler().draw(features(), size, options, random);
  }

  /** An endless family of samples, each determined by its number alone. */
  public Samples samples(long seed) {
    return Samples.of(this, seed);
  }

  @Override
  public String toString() {
    return name();
  }

  private Instance execute(Inputs inputs, @Nullable SnapshotListener listener) {
    Execution run = new Execution(hints, outputs, inputs, listener);
    definition.procedure().execute(run);
    return new Instance(inputs, List.of(), run.outputs(), run.length());
  }

  private List<FeatureSpec> graphFeatures() {
    if (!isGraphAlgorithm()) {
      throw new IllegalArgumentException(
          name() + " does not take a graph; its inputs are " + inputNames());
    }
    return features();
  }

  private List<String> inputNames() {
    return inputs.stream().map(FeatureSpec::name).toList();
  }

  private static List<FeatureSpec> stage(List<FeatureSpec> features, Stage stage) {
    return features.stream().filter(f -> f.stage() == stage).toList();
  }
}
