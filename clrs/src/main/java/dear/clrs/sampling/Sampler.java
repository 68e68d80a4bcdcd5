package dear.clrs.sampling;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import java.util.List;

/** Draws the inputs of an algorithm. */
@FunctionalInterface
public interface Sampler {
  /**
   * Draws inputs.
   *
   * @param features the algorithm's features
   * @param size the size that CLRS-30 calls length: usually the number of nodes
   * @param options what is chosen about the distribution
   * @param random where the randomness comes from
   */
  Inputs draw(List<FeatureSpec> features, int size, SamplerOptions options, RandomSource random);
}
