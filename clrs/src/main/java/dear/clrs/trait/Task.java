// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/**
 * What an algorithm computes, whatever its steps. Algorithms with the same task take the same
 * inputs and give the same answers, so that a model trained without hints on one of them answers
 * questions about all of them.
 *
 * <p>Where an instance has several right answers, such as equally short paths, the algorithms may
 * choose differently; instances drawn from their distributions have only one.
 */
public enum Task {
  /** No other algorithm of the catalogue computes this. */
  OWN,
  /** Keys in order. */
  SORT,
  /** Shortest paths from a source. */
  SHORTEST_PATHS,
  /** The corners of a set of points. */
  CONVEX_HULL,
  /** Where a needle first occurs. */
  FIRST_MATCH
}
