// SPDX-License-Identifier: Apache-2.0
/** The trained models that come with the program, with the scores that they were shipped with. */
@NullMarked
package dear.reasoner.shipped;

import org.jspecify.annotations.NullMarked;
