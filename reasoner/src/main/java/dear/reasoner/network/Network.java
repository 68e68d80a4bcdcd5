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
 * The network of one algorithm: encoder, processor, decoder, and the names and places of their
 * parameters. Immutable; threads share it and its {@link Parameters}, and each has a {@link
 * NetworkWorkspace} of its own.
 *
 * <pre>{@code
 * Network network = Network.of(Clrs.algorithm("bellman_ford"));
 * Parameters parameters = network.initial(47);
 * NetworkWorkspace room = network.workspace(parameters);
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

  /** The network for features as {@link Preprocessing} leaves them. */
  public Network(Features features, NetworkOptions options) {
    this.features = features;
    this.options = options;
    ParameterLayout.Builder parameters = ParameterLayout.builder();
    Architecture architecture =
        options.processor().plan().in(parameters, features, options.width());
    encoder = architecture.encoder();
    processor = architecture.processor();
    trainingDecoder = architecture.decoder(options.training());
    evaluationDecoder = architecture.decoder(options.evaluation());
    layout = parameters.build();
  }

  /** The paper's network for an algorithm, its instances preprocessed as the authors do. */
  public static Network of(Algorithm algorithm) {
    return of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm));
  }

  /** The network for an algorithm. */
  public static Network of(
      Algorithm algorithm, Preprocessing preprocessing, NetworkOptions options) {
    return new Network(Features.of(preprocessing.features(algorithm)), options);
  }

  /** What goes in and out. */
  public Features features() {
    return features;
  }

  /** What was chosen. */
  public NetworkOptions options() {
    return options;
  }

  /** Which parameters there are. */
  public ParameterLayout layout() {
    return layout;
  }

  /** Fresh parameters from a seed. */
  public Parameters initial(long seed) {
    return Parameters.initial(layout, new RandomStream(seed));
  }

  /** A solved and preprocessed instance as a problem. */
  public Problem problem(Instance instance) {
    return Problem.of(features, instance, options.wiring(), options.scope());
  }

  /** The same with answers between all pairs of nodes, which CLRS-30 scores. */
  public Problem problemOverPairs(Instance instance) {
    return Problem.of(features, instance, options.wiring(), AnswerScope.PAIRS);
  }

  /** Preprocessed inputs whose answer is not known. */
  public Problem problem(Inputs inputs) {
    return Problem.of(features, inputs, options.wiring(), options.scope());
  }

  /** A place for one thread. */
  public NetworkWorkspace workspace(Parameters parameters) {
    return new NetworkWorkspace(this, parameters, Optional.empty());
  }

  /** A place where a team works on one graph. */
  public NetworkWorkspace workspace(Parameters parameters, Workers team) {
    return new NetworkWorkspace(this, parameters, Optional.of(team));
  }

  /** The outputs, in the order of losses and answers. */
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
      case EVALUATION -> evaluationDecoder;
    };
  }
}
