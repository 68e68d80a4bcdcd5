// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

/** Where the state of a network lives. */
public enum ProcessorKind {
  /** At the nodes: the paper's message passing network. */
  NODES(NodeArchitecture::new),
  /** On all ordered pairs of nodes. */
  PAIRS(PairArchitecture::new);

  @SuppressWarnings("ImmutableEnumChecker") // a constructor
  private final Architecture.Plan plan;

  ProcessorKind(Architecture.Plan plan) {
    this.plan = plan;
  }

  Architecture.Plan plan() {
    return plan;
  }
}
