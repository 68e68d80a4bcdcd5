// SPDX-License-Identifier: Apache-2.0
/** Gradients of a loss at an equilibrium, and the penalty on its Jacobian. */
@NullMarked
package dear.equilibrium.gradient;

import org.jspecify.annotations.NullMarked;
