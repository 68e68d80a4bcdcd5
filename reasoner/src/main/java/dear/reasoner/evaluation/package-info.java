// SPDX-License-Identifier: Apache-2.0
/** Evaluates a model over many graphs and collects the numbers that tables show. */
@NullMarked
package dear.reasoner.evaluation;

import org.jspecify.annotations.NullMarked;
