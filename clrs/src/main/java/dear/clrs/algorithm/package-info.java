// SPDX-License-Identifier: Apache-2.0
/** The algorithms of CLRS-30, one class each, with the same snapshots as the benchmark. */
@NullMarked
package dear.clrs.algorithm;

import org.jspecify.annotations.NullMarked;
