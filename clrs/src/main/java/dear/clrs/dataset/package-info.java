// SPDX-License-Identifier: Apache-2.0
/** Datasets as JSON Lines, and what is done to an instance before a network sees it. */
@NullMarked
package dear.clrs.dataset;

import org.jspecify.annotations.NullMarked;
