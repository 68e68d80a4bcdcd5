// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * One operation, in one workspace. For y = f(x, θ) with a cotangent ȳ and a direction ẋ:
 *
 * <pre>
 * forward          y  = f(x, θ)
 * tangent          ẏ  = ∂f/∂x · ẋ                              (parameters are held fixed)
 * backward         x̄ += (∂f/∂x)ᵀ ȳ,   θ̄ += (∂f/∂θ)ᵀ ȳ
 * backwardTangent  the derivative of x̄ and θ̄ by t at t = 0, with x + tẋ for x and ȳ + tȳ̇ for ȳ
 * </pre>
 *
 * <p>Forward and tangent overwrite their output; the other two add to theirs. Where f has kinks
 * (ReLU, maximum) the branch taken by the forward pass is held fixed in the other three. A pass may
 * use what an earlier pass of the same graph left in the step: tangent comes after forward,
 * backward after forward, backwardTangent after all three.
 *
 * <p>Nothing is allocated once the step has seen its largest graph.
 */
public interface Step {
  /** Computes the output. */
  void forward();

  /** Computes the tangent of the output. */
  void tangent();

  /** Adds to the cotangents of the inputs and to the gradients of the parameters. */
  void backward();

  /** Adds to the tangents of what {@link #backward} adds to. */
  void backwardTangent();

  /** Makes a step for a workspace. Shared by threads; the step itself belongs to one. */
  @FunctionalInterface
  interface Factory {
    /** The step that computes that output in that workspace. */
    Step in(Workspace workspace, Value output);
  }
}
