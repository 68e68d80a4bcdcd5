// SPDX-License-Identifier: Apache-2.0
package dear.clrs;

import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * An endless family of solved samples. Sample k of a seed, split and size is always the same,
 * whatever else is drawn, in any order, on any thread.
 *
 * <pre>{@code
 * Samples samples = Clrs.algorithm("insertion_sort").samples(1).split("train").size(16);
 * Instance tenth = samples.get(10);
 * samples.stream().limit(100).forEach(System.out::println);
 * }</pre>
 *
 * @param algorithm the algorithm to sample
 * @param seed the root of all randomness
 * @param split the name of an independent part, such as train or test
 * @param size the size passed to the sampler
 * @param options the options of the distribution
 * @param hints whether hints are recorded
 */
public record Samples(
    Algorithm algorithm, long seed, String split, int size, SamplerOptions options, boolean hints) {
  private static final int DEFAULT_SIZE = 16;

  static Samples of(Algorithm algorithm, long seed) {
    return new Samples(
        algorithm, seed, "train", DEFAULT_SIZE, SamplerOptions.DEFAULT, /* hints= */ false);
  }

  /** These samples with another split. */
  public Samples split(String name) {
    return new Samples(algorithm, seed, name, size, options, hints);
  }

  /** These samples with another size. */
  public Samples size(int nodes) {
    return new Samples(algorithm, seed, split, nodes, options, hints);
  }

  /** These samples with other options. */
  public Samples options(SamplerOptions chosen) {
    return new Samples(algorithm, seed, split, size, chosen, hints);
  }

  /** These samples with every hint recorded. */
  public Samples withHints() {
    return new Samples(algorithm, seed, split, size, options, true);
  }

  /** Sample k. */
  public Instance get(long k) {
    Inputs inputs = inputs(k);
    return hints ? algorithm.runWithHints(inputs) : algorithm.run(inputs);
  }

  /** The inputs of sample k. */
  public Inputs inputs(long k) {
    return algorithm.sample(size, options, random(k).split("inputs"));
  }

  /** The random stream that belongs to sample k, for whatever is drawn besides its inputs. */
  public SplitStream random(long k) {
    return SplitStream.of(seed).split(algorithm.name()).split(split).split(size).split(k);
  }

  /** Samples 0, 1, 2, … without end. */
  public Stream<Instance> stream() {
    return LongStream.iterate(0, k -> k + 1).mapToObj(this::get);
  }
}
