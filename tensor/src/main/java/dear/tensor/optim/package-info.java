// SPDX-License-Identifier: Apache-2.0
/** Gradient descent: Adam, clipping by the global norm, learning rates. */
@NullMarked
package dear.tensor.optim;

import org.jspecify.annotations.NullMarked;
