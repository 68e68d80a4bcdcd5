// SPDX-License-Identifier: Apache-2.0
/**
 * The hot loops: a few small interfaces, each with a scalar and a Vector API implementation, chosen
 * once.
 *
 * <p>Kernels know nothing of models. Every matrix is a {@link dear.tensor.kernel.Matrix}, a view
 * into a {@code float[]}.
 */
@NullMarked
package dear.tensor.kernel;

import org.jspecify.annotations.NullMarked;
