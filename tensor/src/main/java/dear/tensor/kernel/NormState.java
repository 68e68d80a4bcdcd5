// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * What layer norm leaves behind for its derivatives: the normalised rows n, one over the standard
 * deviation of each, and the tangents of both. Like a {@link Matrix}, it can be moved to work on
 * one of several blocks of rows.
 */
public final class NormState {
  final Matrix n;
  final Matrix nDot;
  float[] inv = {};
  float[] invDot = {};
  int at;

  /** An empty state; {@code step} is the distance between two rows, at least {@code cols}. */
  public NormState(int cols, int step) {
    n = new Matrix(new float[0], 0, step, cols);
    nDot = new Matrix(new float[0], 0, step, cols);
  }

  /** The number of rows it can hold. */
  public int capacity() {
    return inv.length;
  }

  /** Ensures capacity for a number of rows; the content is lost if the state has to grow. */
  public void reserve(int rows) {
    if (inv.length < rows) {
      inv = new float[rows];
      n.move(new float[rows * n.step()], n.at());
    }
  }

  /** Allocates the tangents of all rows. */
  public void reserveTangents() {
    if (invDot.length < inv.length) {
      invDot = new float[inv.length];
      nDot.move(new float[n.data().length], nDot.at());
    }
  }

  /** Moves to another row. */
  public void move(int row) {
    at = row;
    n.move(n.data(), row * n.step());
    nDot.move(nDot.data(), row * nDot.step());
  }

  /** Moves this view to the rows of another state from one on, and returns it. */
  public NormState rowsOf(NormState other, int row) {
    inv = other.inv;
    invDot = other.invDot;
    at = row;
    n.move(other.n.data(), other.n.at() + row * n.step());
    nDot.move(other.nDot.data(), other.nDot.at() + row * nDot.step());
    return this;
  }

  /** The normalised rows. */
  public Matrix n() {
    return n;
  }

  /** Their tangents. */
  public Matrix nDot() {
    return nDot;
  }
}
