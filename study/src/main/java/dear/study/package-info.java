// SPDX-License-Identifier: Apache-2.0
/**
 * The paper's tables, done again: which models are trained, how they are examined, and the pages
 * that come of it. {@link dear.study.Plan} says what there is to do, {@link dear.study.Campaign}
 * trains it, the tables examine it, and the pages show it.
 */
@NullMarked
package dear.study;

import org.jspecify.annotations.NullMarked;
