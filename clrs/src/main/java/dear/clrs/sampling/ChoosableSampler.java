// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import java.util.List;
import java.util.Set;

/**
 * A sampler that takes options.
 *
 * @param drawing how it draws
 * @param options the options it takes
 * @param leastSize the smallest size that it can draw by default
 */
record ChoosableSampler(Sampler drawing, Set<SamplerOption> options, int leastSize)
    implements Sampler {
  ChoosableSampler {
    options = Set.copyOf(options);
  }

  @Override
  public Inputs draw(
      List<FeatureSpec> features, int size, SamplerOptions chosen, RandomSource random) {
    return drawing.draw(features, size, chosen, random);
  }
}
