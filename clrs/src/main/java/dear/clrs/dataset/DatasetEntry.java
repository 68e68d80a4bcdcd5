// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.Algorithm;
import dear.clrs.data.Instance;
import java.util.OptionalLong;

/**
 * One line of a dataset.
 *
 * @param algorithm what solved it
 * @param size the size that the sampler was given, which is not always the number of nodes
 * @param source where it comes from, such as sampler or crafted
 * @param note anything that a person wants to know of it
 * @param seed the seed it was drawn from, when it was
 * @param instance inputs, outputs and, when they are stored, hints
 */
public record DatasetEntry(
    Algorithm algorithm,
    int size,
    String source,
    String note,
    OptionalLong seed,
    Instance instance) {}
