// SPDX-License-Identifier: Apache-2.0
/** Scores of answers, as defined by the paper's authors and by CLRS-30. */
@NullMarked
package dear.reasoner.score;

import org.jspecify.annotations.NullMarked;
