// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * The operands of the logits of edges (i, j) that point to a node k between their ends: Σ_p
 * ω_p·relu(α[i,k]_p + β[k,j]_p + γ[i,j]_p) + b.
 *
 * @param nodes the number of nodes
 * @param channels how many numbers α, β and γ have for each ordered pair of nodes
 * @param at where α, β and γ of the first pair begin, one after the other, in every plane
 * @param values the plane of values
 * @param allowed where the number for the first pair begins, in the plane of values, that is not 0
 *     if an edge to the pair's second node may point to its first one; i is always allowed
 * @param ends the edges
 * @param readout ω and b
 */
@SuppressWarnings("ArrayRecordComponent") // a view, never compared
public record Triple(
    int nodes, int channels, int at, float[] values, int allowed, Ends ends, Readout readout) {
  /** The logit of what may not be chosen: low enough for a probability of 0. */
  public static final float NEVER = -1e4f;

  /**
   * The edges.
   *
   * @param rows the i of each edge, from {@code rowsAt} on
   * @param columns the j of each edge, from {@code columnsAt} on
   */
  @SuppressWarnings("ArrayRecordComponent") // a view, never compared
  public record Ends(int[] rows, int rowsAt, int[] columns, int columnsAt) {}

  /**
   * The last layer.
   *
   * @param theta the array of parameters
   * @param omega where ω begins there
   * @param bias where b is
   */
  @SuppressWarnings("ArrayRecordComponent") // a view, never compared
  public record Readout(float[] theta, int omega, int bias) {}

  int row(int edge) {
    return ends.rows[ends.rowsAt + edge];
  }

  int column(int edge) {
    return ends.columns[ends.columnsAt + edge];
  }

  float[] theta() {
    return readout.theta;
  }

  int omega() {
    return readout.omega;
  }

  int bias() {
    return readout.bias;
  }

  /** Where α[i,k] begins. */
  int alpha(int i, int k) {
    return at + (i * nodes + k) * 3 * channels;
  }

  /** Where β[k,j] begins. */
  int beta(int k, int j) {
    return at + (k * nodes + j) * 3 * channels + channels;
  }

  /** Where γ[i,j] begins. */
  int gamma(int i, int j) {
    return at + (i * nodes + j) * 3 * channels + 2 * channels;
  }

  boolean allows(int i, int k, int j) {
    return k == i || values[allowed + k * nodes + j] != 0;
  }
}
