// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * What layer norm leaves behind for its derivatives: the normalised rows n, one over the standard
 * deviation of each, and the tangents of both. Like a {@link Matrix} it can be moved, to work on
 * one of several blocks of rows.
 */
public final class NormState {
  final Matrix n;
  final Matrix nDot;
  float[] inv = {};
  float[] invDot = {};
  int at;

  /** Room for no rows; {@code step} is the distance between two, at least {@code cols}. */
  public NormState(int cols, int step) {
    n = new Matrix(new float[0], 0, step, cols);
    nDot = new Matrix(new float[0], 0, step, cols);
  }

  /** How many rows there is room for. */
  public int capacity() {
    return inv.length;
  }

  /** Makes room for so many rows; what was there is lost if there was less. */
  public void reserve(int rows) {
    if (inv.length < rows) {
      inv = new float[rows];
      n.move(new float[rows * n.step()], n.at());
    }
  }

  /** Makes room for the tangents of all rows. */
  public void reserveTangents() {
    if (invDot.length < inv.length) {
      invDot = new float[inv.length];
      nDot.move(new float[n.data().length], nDot.at());
    }
  }

  /** Begins at another row. */
  public void move(int row) {
    at = row;
    n.move(n.data(), row * n.step());
    nDot.move(nDot.data(), row * nDot.step());
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
