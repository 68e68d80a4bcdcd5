// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Layer norm and its derivatives.
 *
 * <p>{@code n = (x - mean(x)) · inv, inv = 1 / sqrt(var(x) + epsilon), y = scale∘n + offset}, with
 * the biased variance, and {@code y = max(y, 0)} if the parameters say so. Derivatives are
 * expressed in n and inv, which the forward kernel leaves in a {@link NormState}.
 */
public interface Norms {
  /** The variance's floor, as in PyTorch. */
  float EPSILON = 1e-5f;

  /** For when only the result is needed: {@code x} becomes {@code y}. */
  void inPlace(int rows, Matrix x, NormParameters p);

  /** For when only the result is needed, elsewhere: rows of both must be contiguous. */
  default void apply(int rows, Matrix x, NormParameters p, Matrix y) {
    System.arraycopy(x.data(), x.at(), y.data(), y.at(), rows * p.cols());
    inPlace(rows, y, p);
  }

  /** Keeps n and inv for the derivatives. {@code x} may be n itself, {@code y} must not. */
  void forward(int rows, Matrix x, NormParameters p, NormState state, Matrix y);

  /**
   * The directional derivative: {@code ṅ = inv·(ẋ - mean(ẋ) - n·mean(n∘ẋ))}, {@code inv̇ =
   * -inv²·mean(n∘ẋ)}, {@code ẏ = scale∘ṅ}, zero where the rectifier is closed. {@code ẋ} may be
   * {@code ṅ} itself. The parameters are held fixed.
   */
  void tangent(int rows, Matrix xDot, NormParameters p, NormState state, Matrix yDot);

  /**
   * The backward pass: with {@code gn = scale∘gy} (gy zero where the rectifier is closed), {@code
   * gx = inv·(gn - mean(gn) - n·mean(gn∘n))}; {@code dScale += Σ gy∘n} and {@code dOffset += Σ gy}
   * over the rows.
   *
   * @param dp gradients of the parameters, at the same offsets as the parameters
   * @param gx may be {@code gy} itself if {@code accumulate} is false
   * @param accumulate whether to add to {@code gx} or to overwrite it
   */
  void backward(
      int rows,
      Matrix gy,
      NormParameters p,
      NormState state,
      float[] dp,
      Matrix gx,
      boolean accumulate);

  /**
   * The directional derivative of {@link #backward}, masks held fixed: given {@code gẏ} and the
   * tangents of the state beside its inputs,
   *
   * <pre>{@code
   * gẋ = inv̇·(gn - mean(gn) - n·t) + inv·(gṅ - mean(gṅ) - ṅ·t - n·(mean(gṅ∘n) + mean(gn∘ṅ)))
   * }</pre>
   *
   * with {@code t = mean(gn∘n)}; {@code dScalė += Σ gẏ∘n + gy∘ṅ}, {@code dOffseṫ += Σ gẏ}.
   *
   * @param gxDot may be {@code gyDot} itself if {@code accumulate} is false
   */
  void backwardTangent(
      int rows,
      Matrix gy,
      Matrix gyDot,
      NormParameters p,
      NormState state,
      float[] dpDot,
      Matrix gxDot,
      boolean accumulate);
}
