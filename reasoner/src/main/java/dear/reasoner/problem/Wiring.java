// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

/** Along which edges messages flow. */
public enum Wiring {
  /** Along the edges of the graph. */
  DIRECTED,
  /** Also against them; an added edge weighs zero. */
  BOTH_WAYS
}
