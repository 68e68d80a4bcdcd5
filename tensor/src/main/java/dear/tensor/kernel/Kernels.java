// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * The hot loops, by what they compute.
 *
 * <p><b>Layout.</b> Every operand is a {@link Matrix}, a view in a larger {@code float[]} whose
 * rows are contiguous; where a kernel takes a {@code count}, operands are vectors of that many
 * elements from the beginning of the view. Weights are stored {@code [in][out]}, so that a batch of
 * rows is multiplied as {@code A·W}; a checkpoint that stores {@code [out][in]} is transposed when
 * it is read.
 *
 * <p><b>Aliasing.</b> Outputs must not overlap inputs, unless a kernel says that it may work in
 * place; then both views must cover the same elements.
 *
 * <p><b>Determinism.</b> What a kernel writes to a row depends on the inputs of that row only: not
 * on how many rows the call has, nor on the row's position among them. Sums over rows ({@link
 * Products#weightGradient}, {@link Products#columnSums}, {@link EdgeRows#scatterAdd}) are added row
 * by row to the previous value, so that one call over many rows and many calls over a few give the
 * same bits. An implementation performs the same operations in interpreted and in compiled code.
 * Scalar and vector implementations differ in rounding.
 *
 * <p>Implementations have no state; one instance serves all threads and nothing is allocated.
 */
public interface Kernels {
  /**
   * The kernels of this process, chosen on first use.
   *
   * <p>The Vector API implementation where the module {@code jdk.incubator.vector} is present, else
   * the scalar one; {@code -Ddear.kernels=scalar} or {@code vector} forces one.
   *
   * @throws IllegalStateException if the forced implementation cannot be loaded
   */
  static Kernels selected() {
    return KernelSelection.SELECTED;
  }

  /** Which implementation this is, for logs: for example {@code vector (256 bits)}. */
  String name();

  /** The number of lanes computed at once. */
  int lanes();

  /**
   * Memory for values of one block of rows, which nothing but kernels reads or writes: so an
   * implementation may keep the numbers where it computes, and return a mere handle. Each value
   * begins a multiple of 16 numbers behind {@link Matrix#LINE_START} and has room for a multiple of
   * four rows, all of which a kernel may overwrite.
   */
  default float[] blocks(int floats) {
    return new float[floats];
  }

  /** Products with matrices of weights, and the gradients of these. */
  Products products();

  /** Products with a few rows of a matrix. */
  ChosenProducts chosenProducts();

  /** Layer norm and its derivatives. */
  Norms norms();

  /** Functions of one element at a time. */
  Elements elements();

  /** Operations of edges on the rows of nodes. */
  EdgeRows edgeRows();

  /** Compositions over pairs of nodes. */
  Compositions compositions();

  /** Logits of edges that point to nodes. */
  Triples triples();

  /** Log-softmax within segments of a vector. */
  SegmentLogSoftmax logSoftmax();
}
