// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Logits of edges that point to nodes, and their derivatives. Logits lie edge by edge, one for each
 * node. Both implementations compute the same bits: sums run over channels one by one, sums over
 * edges and nodes in their order.
 */
public interface Triples {
  /** How many numbers {@link #prepare} writes. */
  int scratch(int nodes, int channels);

  /**
   * Brings what belongs to some nodes into the order in which {@link #logits} reads it.
   *
   * @param scratch shared by all threads; each node has its own part
   */
  void prepare(Triple x, int from, int to, float[] scratch);

  /**
   * Computes the logits of some edges.
   *
   * @param scratch as prepared for all nodes
   * @param y where the logits of the first edge begin in the plane of values
   */
  void logits(Triple x, int from, int to, float[] scratch, int y);

  /**
   * Adds the gradients of α, β and γ.
   *
   * @param plane the plane of the gradients, those of the logits from y on
   */
  void toInputs(Triple x, int edges, float[] plane, int y);

  /**
   * Adds Σ (output)·(what a plane holds where the rectifier is open) to the gradient of ω.
   *
   * @param output the plane of the gradients of the logits, from y on
   */
  void toWeights(Triple x, int edges, float[] output, int y, float[] plane, float[] gradients);
}
