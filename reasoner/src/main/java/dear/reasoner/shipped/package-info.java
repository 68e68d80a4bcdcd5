// SPDX-License-Identifier: Apache-2.0
/** The trained models shipped with the program, with their recorded scores. */
@NullMarked
package dear.reasoner.shipped;

import org.jspecify.annotations.NullMarked;
