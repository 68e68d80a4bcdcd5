// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

/** The edges along which messages flow. */
public enum Wiring {
  /** Along the edges of the graph. */
  DIRECTED,
  /** In both directions; added edges have weight zero. */
  BOTH_WAYS
}
