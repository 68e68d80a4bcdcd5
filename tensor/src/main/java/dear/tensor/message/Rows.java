package dear.tensor.message;

/**
 * A matrix inside a larger array, whose shape its user knows. Make it once and keep it.
 *
 * @param data the array
 * @param at index of the first element
 * @param step distance between the starts of two rows
 */
@SuppressWarnings("ArrayRecordComponent") // a view of an array is all it is
public record Rows(float[] data, int at, int step) {

  int row(int r) {
    return at + r * step;
  }
}
