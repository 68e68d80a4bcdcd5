package dear.tensor.message;

/**
 * A matrix inside a larger array, whose shape its user knows. It can be moved, since a view for
 * each graph would be garbage.
 */
public final class Rows {
  private float[] data;
  private int at;
  private final int step;

  /**
   * A view.
   *
   * @param data the array
   * @param at index of the first element
   * @param step distance between the starts of two rows
   */
  public Rows(float[] data, int at, int step) {
    this.data = data;
    this.at = at;
    this.step = step;
  }

  /** Moves the view to another place. */
  public void move(float[] array, int first) {
    data = array;
    at = first;
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

  int row(int r) {
    return at + r * step;
  }
}
