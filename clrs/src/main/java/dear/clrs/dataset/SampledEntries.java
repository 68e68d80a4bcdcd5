// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.Samples;
import java.util.OptionalLong;

/**
 * Samples as lines of a dataset, by number. A line depends on its number alone, so any number of
 * machines can write their parts of a dataset without knowing of each other.
 *
 * @param samples the samples
 * @param randomPositions whether positions are sorted random numbers instead of i/n
 */
public record SampledEntries(Samples samples, boolean randomPositions) {
  /** Returns line k. */
  public DatasetEntry get(long k) {
    return new DatasetEntry(
        samples.algorithm(),
        samples.size(),
        "sampler",
        "split " + samples.split() + ", sample " + k,
        OptionalLong.of(samples.seed()),
        new Preprocessing(false, false, randomPositions)
            .apply(samples.algorithm(), samples.get(k), samples.random(k).split("positions")));
  }
}
