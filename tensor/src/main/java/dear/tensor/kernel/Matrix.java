// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * A matrix inside a larger array: where it begins, how far apart its rows begin, and how wide they
 * are. The number of rows is given by each call. A vector is a matrix of one row, and a step of
 * zero repeats one row, as a bias does.
 *
 * <p>A view can be moved, because a new view for each block or graph would create garbage in the
 * hottest loops. Only its owner may move a view: each thread has its own, and views obtained from
 * others stay where they are.
 */
public final class Matrix {
  /**
   * The index of an array at which a cache line begins, if arrays themselves begin on one ({@code
   * -XX:ObjectAlignmentInBytes=64}): the header before the first element takes 16 bytes. A vector
   * of 64 bytes that straddles two lines costs two loads, so that products of aligned matrices are
   * up to half as fast again. Nothing but speed depends on it.
   */
  public static final int LINE_START = 12;

  private float[] data;
  private int at;
  private int step;
  private int cols;

  /** An empty view, to be moved later. */
  public Matrix() {
    this(new float[0], 0, 0, 0);
  }

  /** A matrix with contiguous rows. */
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

  /** One row, repeated. */
  public static Matrix repeated(float[] data, int at, int cols) {
    return new Matrix(data, at, 0, cols);
  }

  /** Moves the view; the shape of its rows stays. */
  public void move(float[] array, int first) {
    data = array;
    at = first;
  }

  /** Moves the view to a matrix with contiguous rows. */
  public Matrix set(float[] array, int first, int width) {
    return set(array, first, width, width);
  }

  /** Moves the view anywhere. */
  public Matrix set(float[] array, int first, int distance, int width) {
    data = array;
    at = first;
    step = distance;
    cols = width;
    return this;
  }

  /** Moves the view to another matrix, starting at one of its rows. */
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
