// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * The operands of a composition over pairs of nodes: t[i,j] = max over k of a[i,k] + b[k,j], for
 * each channel by itself. It is a matrix product in which the sum is a maximum and the product a
 * sum: "the best way from i to j via some k".
 *
 * <p>Each operand has a row for each ordered pair of nodes, (0,0), (0,1), …
 *
 * @param nodes the number of nodes, at least 1
 * @param channels how many numbers a pair has in each operand
 * @param a the first relation
 * @param b the second relation
 * @param t the result
 */
public record Composition(int nodes, int channels, Matrix a, Matrix b, Matrix t) {
  /** Where a[i,k] begins. */
  int ofA(int i, int k) {
    return a.row(i * nodes + k);
  }

  /** Where b[k,j] begins. */
  int ofB(int k, int j) {
    return b.row(k * nodes + j);
  }

  /** Where t[i,j] begins. */
  int ofT(int i, int j) {
    return t.row(i * nodes + j);
  }
}
