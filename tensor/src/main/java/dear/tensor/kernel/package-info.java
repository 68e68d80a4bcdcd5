/**
 * The hot loops: one interface, a scalar and a Vector API implementation, chosen once.
 *
 * <p>Kernels know nothing of models. Every matrix is a view into a {@code float[]}: an offset, a
 * row stride, and a shape that the call states.
 */
@NullMarked
package dear.tensor.kernel;

import org.jspecify.annotations.NullMarked;
