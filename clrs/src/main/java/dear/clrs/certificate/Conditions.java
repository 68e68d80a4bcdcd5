// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;
import dear.clrs.trait.Proof;

/** The conditions that an answer must meet to solve the problem of an algorithm. */
interface Conditions {
  /** Looks for faults in an answer of the right shape. */
  void verify(Inputs inputs, Answer answer, Findings findings);

  /** Describes the conditions in one sentence. */
  String basis();

  /** The conditions that a proof consists of. */
  static Conditions of(Proof proof) {
    return switch (proof) {
      case Proof.Unknown(String why) -> new Unknown(why);
      case Proof.Known known -> of(known);
    };
  }

  private static Conditions of(Proof.Known proof) {
    return switch (proof) {
      case SORTED_CHAIN -> new SortedChain();
      case MINIMUM -> new Selections.Minimum();
      case MEDIAN -> new Selections.Median();
      case SEARCH -> new Selections.Search();
      case MAXIMUM_SUBARRAY -> new MaximumSubarray();
      case MATRIX_CHAIN -> new CheapestSplits(CheapestSplits.Problem.MATRIX_CHAIN);
      case SEARCH_TREE -> new CheapestSplits(CheapestSplits.Problem.SEARCH_TREE);
      case COMMON_SUBSEQUENCE -> new CommonSubsequence();
      case ACTIVITIES -> new Activities();
      case TASK_MARKS -> new TaskMarks();
      case FEWEST_EDGES -> new ShortestPaths(true);
      case SHORTEST_PATHS -> new ShortestPaths(false);
      case ALL_SHORTEST_PATHS -> new AllShortestPaths();
      case MINIMUM_TREE -> new MinimumTree();
      case MINIMUM_FOREST -> new MinimumForest();
      case COMPONENTS -> new Components();
      case FORWARD_ORDER -> new ForwardOrder();
      case DEPTH_FIRST_FOREST -> new DepthFirstForest();
      case BRIDGE_COVER -> new BridgeCover();
      case CUT_POINTS -> new CutPoints();
      case FIRST_MATCH -> new FirstMatch();
      case SEGMENTS -> new MeetingSegments();
      case CONVEX_HULL -> new ConvexHull();
    };
  }

  /**
   * No conditions are known.
   *
   * @param basis why
   */
  record Unknown(String basis) implements Conditions {
    @Override
    public void verify(Inputs inputs, Answer answer, Findings findings) {
      findings.doubt(basis);
    }
  }
}
