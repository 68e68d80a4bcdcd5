// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * A matrix inside a larger array: where it begins, how far apart its rows begin, and how wide they
 * are. How many rows it has is what a call says. A vector is a matrix of one row, and a step of
 * zero repeats one row, as a bias does.
 *
 * <p>A view can be pointed at another place, because a new view for each block or graph would be
 * garbage in the hottest loops. So whoever moves a view owns it: a thread has its own, and a view
 * that somebody else handed out stays where it is.
 */
public final class Matrix {
  private float[] data;
  private int at;
  private int step;
  private int cols;

  /** A view of nothing, to be pointed somewhere. */
  public Matrix() {
    this(new float[0], 0, 0, 0);
  }

  /** A matrix whose rows follow each other. */
  public Matrix(float[] data, int at, int cols) {
    this(data, at, cols, cols);
  }

  /**
   * A view.
   *
   * @param data the array
   * @param at index of the first element
   * @param step distance between the starts of two rows
   * @param cols length of a row
   */
  public Matrix(float[] data, int at, int step, int cols) {
    this.data = data;
    this.at = at;
    this.step = step;
    this.cols = cols;
  }

  /** All elements of an array as one row. */
  public static Matrix of(float[] data) {
    return new Matrix(data, 0, data.length);
  }

  /** The same row over and over. */
  public static Matrix repeated(float[] data, int at, int cols) {
    return new Matrix(data, at, 0, cols);
  }

  /** Moves the view; the shape of its rows stays. */
  public void move(float[] array, int first) {
    data = array;
    at = first;
  }

  /** Points the view at a matrix whose rows follow each other. */
  public Matrix set(float[] array, int first, int width) {
    return set(array, first, width, width);
  }

  /** Points the view at any place. */
  public Matrix set(float[] array, int first, int distance, int width) {
    data = array;
    at = first;
    step = distance;
    cols = width;
    return this;
  }

  /** Points the view at another matrix, from one of its rows on. */
  public Matrix rowsOf(Matrix other, int first) {
    return set(other.data, other.row(first), other.step, other.cols);
  }

  /** The array. */
  public float[] data() {
    return data;
  }

  /** Index of the first element. */
  public int at() {
    return at;
  }

  /** Distance between the starts of two rows. */
  public int step() {
    return step;
  }

  /** Length of a row. */
  public int cols() {
    return cols;
  }

  /** Index of the first element of a row. */
  public int row(int r) {
    return at + r * step;
  }
}
