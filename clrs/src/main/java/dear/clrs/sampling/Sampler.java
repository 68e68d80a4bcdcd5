// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import java.util.List;
import java.util.Set;

/** Draws the inputs of an algorithm. */
@FunctionalInterface
public interface Sampler {
  /**
   * Draws inputs.
   *
   * @param features the algorithm's features
   * @param size the size that CLRS-30 calls length: usually the number of nodes
   * @param options the options of the distribution
   * @param random the source of randomness
   */
  Inputs draw(List<FeatureSpec> features, int size, SamplerOptions options, RandomSource random);

  /** The options it takes. */
  default Set<SamplerOption> options() {
    return Set.of();
  }

  /** The smallest size it can draw with {@link SamplerOptions#DEFAULT}. */
  default int leastSize() {
    return 2;
  }
}
