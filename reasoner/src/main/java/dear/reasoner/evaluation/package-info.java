// SPDX-License-Identifier: Apache-2.0
/** How well a model answers, over many graphs, with everything that a table needs. */
@NullMarked
package dear.reasoner.evaluation;

import org.jspecify.annotations.NullMarked;
