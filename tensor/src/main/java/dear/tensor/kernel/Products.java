// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Products with matrices of weights, and the gradients of weights and bias. */
public interface Products {
  /**
   * An empty holder for weights {@code in × out} in the order in which {@link #multiply} reads
   * them. Pack once, multiply often; packing again reuses the holder.
   */
  PackedWeights packed(int in, int out);

  /** A workspace for {@link #multiplySparse}. */
  SparseRows sparseRows();

  /** {@code C = B + A·W}. {@code B} may be a repeated row, the bias, or {@code C} itself. */
  void multiplyAdd(int rows, Matrix a, PackedWeights w, Matrix b, Matrix c);

  /** {@code C = A·W}. */
  default void multiply(int rows, Matrix a, PackedWeights w, Matrix c) {
    multiplyAdd(rows, a, w, w.zeros, c);
  }

  /**
   * Copies the rows of several matrices side by side into one, for a single product with the
   * weights of all of them.
   */
  default void sideBySide(int rows, Matrix[] parts, Matrix joint) {
    int at = 0;
    for (Matrix part : parts) {
      for (int r = 0; r < rows; r++) {
        System.arraycopy(part.data(), part.row(r), joint.data(), joint.row(r) + at, part.cols());
      }
      at += part.cols();
    }
  }

  /**
   * {@code C = A·W + b} for rows with many zeros, as a rectifier leaves them, and a repeated row b;
   * the more columns are zero in neighbouring rows, the faster. Gives the same bits as {@link
   * #multiplyAdd} if the weights are finite: weights that a zero would be multiplied by are not
   * read.
   */
  void multiplySparse(
      int rows, Matrix a, PackedWeights w, Matrix bias, SparseRows sparse, Matrix c);

  /** {@code C = A·W} for rows with many zeros. */
  default void multiplySparse(int rows, Matrix a, PackedWeights w, SparseRows sparse, Matrix c) {
    multiplySparse(rows, a, w, w.zeros, sparse, c);
  }

  /**
   * {@code dW += Aᵀ·G}: the gradient of weights {@code [in][out]}, from the layer's inputs {@code
   * A} ({@code rows × in}) and the gradients {@code G} of its outputs ({@code rows × out}).
   */
  void weightGradient(int rows, Matrix a, Matrix g, Matrix dw);

  /** {@code sums += } the sum of the rows of {@code x}: the gradient of a bias. */
  void columnSums(int rows, Matrix x, Matrix sums);
}
