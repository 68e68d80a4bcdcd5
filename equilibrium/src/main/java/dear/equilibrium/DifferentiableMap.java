// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/**
 * A function whose Jacobian J = ∂f/∂z at a point can be multiplied from the left, and which can
 * collect gradients of its own parameters.
 *
 * <p>{@link #linearize} chooses the point; all other methods refer to it until the next call. This
 * lets an implementation record its intermediate values once and run backward through them as often
 * as a linear solver needs.
 */
public interface DifferentiableMap extends FixedPointMap {
  /** Chooses the point z and writes f(z) to {@code out}, exactly as {@link #apply} would. */
  void linearize(float[] z, int zOffset, float[] out, int outOffset);

  /** Writes Jᵀ y to {@code out}. */
  void multiplyTransposed(float[] y, int yOffset, float[] out, int outOffset);

  /** Adds (∂f/∂θ)ᵀ y to the gradients of the parameters θ, which the implementation keeps. */
  void accumulate(float[] y, int yOffset);

  /** Both at once, for implementations that can share work. */
  default void accumulateAndMultiply(float[] y, int yOffset, float[] out, int outOffset) {
    accumulate(y, yOffset);
    multiplyTransposed(y, yOffset, out, outOffset);
  }
}
