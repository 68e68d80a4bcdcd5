// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.Algorithm;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.problem.AnswerScope;
import dear.reasoner.problem.Features;
import dear.reasoner.problem.Problem;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.List;
import java.util.Optional;

/**
 * The network of one algorithm: encoder, processor, decoder, and the layout of their parameters.
 * Immutable. Threads share a network and its {@link Parameters}, and each has its own {@link
 * NetworkWorkspace}.
 *
 * <pre>{@code
 * Network network = Network.of(Clrs.algorithm("bellman_ford"));
 * Parameters parameters = network.initial(47);
 * NetworkWorkspace workspace = network.workspace(parameters);
 * }</pre>
 */
public final class Network {
  private final Features features;
  private final NetworkOptions options;
  private final ParameterLayout layout;
  private final Encoder encoder;
  private final Processor processor;
  private final Decoder trainingDecoder;
  private final Decoder evaluationDecoder;

  /** Creates the network for features as produced by {@link Preprocessing}. */
  public Network(Features features, NetworkOptions options) {
    this.features = features.withEdgeComparisons(options.messages().comparisons());
    this.options = options;
    ParameterLayout.Builder parameters = ParameterLayout.builder();
    Architecture architecture = options.processor().plan().in(parameters, this.features, options);
    encoder = architecture.encoder();
    processor = architecture.processor();
    trainingDecoder = architecture.decoder(options.training());
    evaluationDecoder = architecture.decoder(options.evaluation());
    layout = parameters.build();
  }

  /**
   * Creates the paper's network for an algorithm, with instances preprocessed as by the authors.
   */
  public static Network of(Algorithm algorithm) {
    return of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm));
  }

  /** Creates the network for an algorithm. */
  public static Network of(
      Algorithm algorithm, Preprocessing preprocessing, NetworkOptions options) {
    return new Network(Features.of(preprocessing.features(algorithm), algorithm.traits()), options);
  }

  /** Returns the input and output features. */
  public Features features() {
    return features;
  }

  /** Returns the options. */
  public NetworkOptions options() {
    return options;
  }

  /** Returns the layout of the parameters. */
  public ParameterLayout layout() {
    return layout;
  }

  /** Returns initial parameters drawn from a seed. */
  public Parameters initial(long seed) {
    return Parameters.initial(layout, new RandomStream(seed));
  }

  /** Returns a solved and preprocessed instance as a problem. */
  public Problem problem(Instance instance) {
    return Problem.of(features, instance, options.wiring(), options.scope());
  }

  /** Returns the problem with answers between all pairs of nodes, which CLRS-30 scores. */
  public Problem problemOverPairs(Instance instance) {
    return Problem.of(features, instance, options.wiring(), AnswerScope.PAIRS);
  }

  /** Returns preprocessed inputs as a problem whose answer is unknown. */
  public Problem problem(Inputs inputs) {
    return Problem.of(features, inputs, options.wiring(), options.scope());
  }

  /** Returns preprocessed inputs as a problem with unknown answers between all pairs of nodes. */
  public Problem problemOverPairs(Inputs inputs) {
    return Problem.of(features, inputs, options.wiring(), AnswerScope.PAIRS);
  }

  /** Creates a workspace for one thread. */
  public NetworkWorkspace workspace(Parameters parameters) {
    return new NetworkWorkspace(this, parameters, Optional.empty());
  }

  /** Creates a workspace for a team that works on one graph. */
  public NetworkWorkspace workspace(Parameters parameters, Workers team) {
    return new NetworkWorkspace(this, parameters, Optional.of(team));
  }

  /** Returns the outputs, in the order of losses and answers. */
  public List<FeatureSpec> outputs() {
    return features.outputs();
  }

  Encoder encoder() {
    return encoder;
  }

  Processor processor() {
    return processor;
  }

  Decoder decoder(Mode mode) {
    return switch (mode) {
      case TRAINING -> trainingDecoder;
      case EVALUATION, ANSWERS -> evaluationDecoder;
    };
  }
}
