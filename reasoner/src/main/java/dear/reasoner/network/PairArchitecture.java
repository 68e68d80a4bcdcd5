// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Features;
import dear.reasoner.problem.PairInputs;
import dear.tensor.parameter.ParameterLayout;
import java.util.List;

/** A state on each ordered pair of nodes, updated by compositions. */
final class PairArchitecture implements Architecture {
  private final PairLayers layers;
  private final PairEncoder encoder;
  private final PairProcessor processor;
  private final List<PairDecoderLayers> outputs;

  PairArchitecture(ParameterLayout.Builder parameters, Features features, NetworkOptions options) {
    int width = options.width();
    PairInputs inputs = new PairInputs(features, options.comparisons());
    this.layers = PairLayers.in(parameters, inputs.columns(), width);
    this.encoder = new PairEncoder(inputs, layers);
    this.processor = new PairProcessor(layers, encoder);
    this.outputs =
        features.outputs().stream()
            .map(spec -> PairDecoderLayers.in(parameters, spec, width))
            .toList();
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
    return new PairDecoder(outputs, layers, encoder, permutations);
  }
}
