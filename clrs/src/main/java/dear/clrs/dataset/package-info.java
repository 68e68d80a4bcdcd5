// SPDX-License-Identifier: Apache-2.0
/** Datasets as JSON Lines, and the preprocessing of instances for a network. */
@NullMarked
package dear.clrs.dataset;

import org.jspecify.annotations.NullMarked;
