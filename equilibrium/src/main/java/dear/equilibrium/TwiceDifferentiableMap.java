// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/** A function that can also differentiate its product Jᵀ v, which a penalty on J needs. */
public interface TwiceDifferentiableMap extends DifferentiableMap {
  /**
   * At the point z of {@link #linearize}, with s(z, θ) = vᵀ f(z, θ) and D_w the directional
   * derivative in z along w (v and w held fixed): writes scale · D_w ∇_z s to {@code out} and adds
   * scale · D_w ∇_θ s to the gradients of the parameters.
   *
   * <p>This is what forward-mode differentiation of the backward pass along w gives. Since ∇_z s =
   * Jᵀ v, it also gives the gradient of ‖Jᵀ v‖²: with w = Jᵀ v, ∇‖w‖² = 2 D_w ∇s.
   */
  void differentiateTransposed(
      float[] v, int vOffset, float[] w, int wOffset, float scale, float[] out, int outOffset);
}
