package dear.tensor.kernel;

/**
 * The operands of a composition over pairs of nodes: t[i,j] = max over k of a[i,k] + b[k,j], for
 * each channel by itself. It is a product of matrices in which the sum is a maximum and the product
 * a sum, read as "the best way from i to j over some k".
 *
 * <p>Each operand has a row for each ordered pair of nodes, (0,0), (0,1), …
 *
 * @param nodes the number of nodes, at least 1
 * @param channels how many numbers a pair has in each operand
 * @param a the first relation
 * @param b the second relation
 * @param t the result
 */
public record Composition(int nodes, int channels, Operand a, Operand b, Operand t) {
  /**
   * Where an operand stands in an array.
   *
   * @param array the numbers
   * @param at where the first row begins
   * @param step from one row to the next
   */
  @SuppressWarnings("ArrayRecordComponent") // a view, never compared
  public record Operand(float[] array, int at, int step) {}

  /** Where a[i,k] begins. */
  int ofA(int i, int k) {
    return a.at() + (i * nodes + k) * a.step();
  }

  /** Where b[k,j] begins. */
  int ofB(int k, int j) {
    return b.at() + (k * nodes + j) * b.step();
  }

  /** Where t[i,j] begins. */
  int ofT(int i, int j) {
    return t.at() + (i * nodes + j) * t.step();
  }
}
