// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

/** Where the state of a network lives. */
public enum ProcessorKind {
  /** At the nodes: the paper's message passing network. */
  NODES(NodeArchitecture::new, Integer.MAX_VALUE),
  /** On all ordered pairs of nodes. */
  PAIRS(PairArchitecture::new, 512);

  @SuppressWarnings("ImmutableEnumChecker") // a constructor
  private final Architecture.Plan plan;

  private final int mostNodes;

  ProcessorKind(Architecture.Plan plan, int mostNodes) {
    this.plan = plan;
    this.mostNodes = mostNodes;
  }

  /**
   * The largest graph. A state on pairs of 512 nodes has 17 million numbers at width 64, a step
   * works on about ten times as many, and a composition makes 4 billion sums. An answer that is a
   * node for each pair of nodes is chosen among all nodes, so it has a score for each triple: 134
   * million, half a gigabyte.
   */
  public int mostNodes() {
    return mostNodes;
  }

  Architecture.Plan plan() {
    return plan;
  }
}
