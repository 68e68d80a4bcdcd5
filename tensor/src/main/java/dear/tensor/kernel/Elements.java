// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Functions of one element at a time, and their sums, over the first elements of views. */
public interface Elements {
  /** {@code y = max(x, 0)}; NaN stays NaN. In place if {@code y} is {@code x}. */
  void relu(int count, Matrix x, Matrix y);

  /**
   * {@code gx += gy} where {@code x > 0}; with tangents in place of gradients, also the tangent
   * pass.
   */
  void reluBackward(int count, Matrix x, Matrix gy, Matrix gx);

  /** {@code y = 1 / (1 + exp(-x))}, to within {@code 2e-7}. In place if {@code y} is {@code x}. */
  void sigmoid(int count, Matrix x, Matrix y);

  /** {@code gx += gy∘y∘(1 - y)} with {@code y} the sigmoid's result. */
  void sigmoidBackward(int count, Matrix y, Matrix gy, Matrix gx);

  /**
   * {@code gẋ += gy∘(1 - 2y)∘ẏ}: what the tangent {@code ẏ} of the sigmoid's result adds to the
   * tangent of {@link #sigmoidBackward}.
   */
  void sigmoidCurvature(int count, Matrix y, Matrix gy, Matrix yDot, Matrix gxDot);

  /** {@code y = min(max(x, -limit), limit)}; NaN stays NaN. */
  void clamp(int count, float limit, Matrix x, Matrix y);

  /** {@code gx += gy} where {@code |x| ≤ limit}, or x is NaN. */
  void clampBackward(int count, float limit, Matrix x, Matrix gy, Matrix gx);

  /** {@code y = a + (b + c)}. */
  void sum(int count, Matrix a, Matrix b, Matrix c, Matrix y);

  /** {@code z += alpha·x∘y}. */
  void addProduct(int count, float alpha, Matrix x, Matrix y, Matrix z);

  /** {@code z += x∘(a - b)}. */
  void addDifference(int count, Matrix x, Matrix a, Matrix b, Matrix z);

  /** {@code z += x∘(1 - q)}. */
  void addRest(int count, Matrix x, Matrix q, Matrix z);

  /** {@code y += alpha·x}. */
  void axpy(int count, float alpha, Matrix x, Matrix y);

  /** {@code y = alpha·a + beta·b}. In place if {@code y} is one of them. */
  void combine(int count, float alpha, Matrix a, float beta, Matrix b, Matrix y);

  /** {@code y = q∘a + (1 - q)∘b}. In place if {@code y} is one of them. */
  void mix(int count, Matrix q, Matrix a, Matrix b, Matrix y);

  /** {@code y = a >= b ? x : z}. In place if {@code y} is one of them. */
  void choose(int count, Matrix a, Matrix b, Matrix x, Matrix z, Matrix y);

  /**
   * The backward pass of {@link #choose} from the gradient {@code alpha·g}: writes it to {@code gx}
   * where {@code a >= b}, else zero, and adds it to {@code gz} elsewhere.
   */
  void chooseBackward(int count, Matrix a, Matrix b, float alpha, Matrix g, Matrix gx, Matrix gz);

  /** {@code x *= alpha}. */
  void scale(int count, float alpha, Matrix x);

  /** {@code Σ x∘y}; short blocks are summed in single precision, the blocks in double. */
  double dot(int count, Matrix x, Matrix y);

  /** The Euclidean norm, summed like {@link #dot}. */
  default double norm(int count, Matrix x) {
    return Math.sqrt(dot(count, x, x));
  }
}
