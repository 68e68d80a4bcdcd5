// SPDX-License-Identifier: Apache-2.0
/**
 * Reproduces the paper's tables: which models are trained, how they are tested, and the resulting
 * pages. {@link dear.study.Plan} lists the models, {@link dear.study.Campaign} trains them, the
 * tables test them, and the pages show the results. {@link dear.study.Clrs30} does the same for all
 * algorithms by the benchmark's own protocol.
 */
@NullMarked
package dear.study;

import org.jspecify.annotations.NullMarked;
