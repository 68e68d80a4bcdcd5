// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Features;
import dear.tensor.parameter.ParameterLayout;
import java.util.List;

/** The paper's architecture: a state at each node, updated by messages along edges. */
final class NodeArchitecture implements Architecture {
  private final int width;
  private final int scalars;
  private final NodeEncoder encoder;
  private final NodeProcessor processor;
  private final List<DecoderLayers> outputs;

  NodeArchitecture(ParameterLayout.Builder parameters, Features features, NetworkOptions options) {
    this.width = options.width();
    this.scalars = features.edgeScalars();
    NodeLayers layers = NodeLayers.in(parameters, width, options.messages().linearPath());
    this.encoder = new NodeEncoder(features, width, parameters, layers);
    this.processor = new NodeProcessor(layers, encoder, scalars, width);
    this.outputs =
        features.outputs().stream().map(spec -> DecoderLayers.in(parameters, spec, width)).toList();
  }

  @Override
  public Encoder encoder() {
    return encoder;
  }

  @Override
  public Processor processor() {
    return processor;
  }

  @Override
  public Decoder decoder(Permutations permutations) {
    return new NodeDecoder(outputs, encoder, scalars, width, permutations);
  }
}
