// SPDX-License-Identifier: Apache-2.0
/** How good answers are, by everyone's definitions. */
@NullMarked
package dear.reasoner.score;

import org.jspecify.annotations.NullMarked;
