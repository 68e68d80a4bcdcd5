// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

/** The options of the distribution of an algorithm's inputs. */
public enum SamplerOption {
  /** The edge probabilities, one of which is drawn per graph. */
  EDGE_PROBABILITY,
  /** The graph model. */
  GRAPH_MODEL,
  /** The number of communities. */
  COMMUNITIES,
  /** The probability of flipped edges. */
  TOGGLE,
  /** The length of the needle. */
  NEEDLE,
  /** Whether edges have a direction, for algorithms that take both kinds of graph. */
  DIRECTED
}
