// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.Algorithm;
import dear.clrs.data.Instance;
import java.util.OptionalLong;

/**
 * One line of a dataset.
 *
 * @param algorithm the algorithm that solved it
 * @param size the size passed to the sampler, which is not always the number of nodes
 * @param source where it comes from, such as sampler or crafted
 * @param note a comment for people
 * @param seed the seed it was drawn from, if any
 * @param instance inputs, outputs and, if stored, hints
 */
public record DatasetEntry(
    Algorithm algorithm,
    int size,
    String source,
    String note,
    OptionalLong seed,
    Instance instance) {}
