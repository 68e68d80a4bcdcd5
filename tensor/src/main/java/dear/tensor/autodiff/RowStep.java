// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * A step whose rows are independent: a row of the output is computed from the same row of those
 * inputs that have as many rows, and from other inputs that are complete before. So a chain of such
 * steps can run on some rows from beginning to end, while their values are in the cache, before it
 * turns to the next rows ({@link RowBlocks}).
 *
 * <p>The ways back also add to what all rows share, such as the gradients of parameters. They must
 * therefore run on one thread, from the first row to the last; then bits do not depend on how the
 * rows are divided.
 */
interface RowStep extends Step {
  /** The workspace. */
  Workspace w();

  /** The output. */
  Value y();

  /** Gets ready for a forward pass over all rows, before any of them. */
  default void prepareForward() {}

  /** Gets ready for a tangent pass. */
  default void prepareTangent() {}

  /** Computes some rows of the output; other threads may compute others at the same time. */
  void forward(int worker, int from, int to);

  /** Computes the tangents of some rows; other threads may compute others at the same time. */
  void tangent(int worker, int from, int to);

  /** Goes back from some rows. */
  void backward(int from, int to);

  /** Computes the tangent of the way back from some rows. */
  void backwardTangent(int from, int to);

  @Override
  default void forward() {
    prepareForward();
    forward(0, 0, w().rows(y()));
  }

  @Override
  default void tangent() {
    prepareTangent();
    tangent(0, 0, w().rows(y()));
  }

  @Override
  default void backward() {
    backward(0, w().rows(y()));
  }

  @Override
  default void backwardTangent() {
    backwardTangent(0, w().rows(y()));
  }
}
