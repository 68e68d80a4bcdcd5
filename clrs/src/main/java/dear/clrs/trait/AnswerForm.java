// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

import java.util.List;

/** What an answer means to a person. Each form names the output features that it is read from. */
public sealed interface AnswerForm {
  /** The outputs it is read from. */
  List<String> outputs();

  /** A one-word name of the form, for programs. */
  default String word() {
    return switch (this) {
      case Order _ -> "order";
      case Element _ -> "element";
      case Range _ -> "range";
      case Parentheses _ -> "parentheses";
      case SearchTree _ -> "search_tree";
      case Subsequence _ -> "subsequence";
      case Selection _ -> "selection";
      case Paths _ -> "paths";
      case AllPaths _ -> "all_paths";
      case Tree _ -> "tree";
      case Forest _ -> "forest";
      case NodeSequence _ -> "node_sequence";
      case EdgeSelection _ -> "edge_selection";
      case Components _ -> "components";
      case Occurrence _ -> "occurrence";
      case Decision _ -> "decision";
      case Hull _ -> "hull";
    };
  }

  /**
   * The keys in order.
   *
   * @param previous each node's predecessor; the first is its own
   */
  record Order(String previous) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(previous);
    }
  }

  /**
   * One of the given keys.
   *
   * @param node the selected node
   */
  record Element(String node) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(node);
    }
  }

  /**
   * A contiguous part of the given numbers.
   *
   * @param first its first node
   * @param last its last node
   */
  record Range(String first, String last) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(first, last);
    }
  }

  /**
   * A product of matrices with parentheses.
   *
   * @param split for each pair i, j where the product of i to j is split
   */
  record Parentheses(String split) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(split);
    }
  }

  /**
   * A binary search tree.
   *
   * @param root for each pair i, j the root of the keys i to j
   */
  record SearchTree(String root) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(root);
    }
  }

  /**
   * What two strings have in common.
   *
   * @param move for each pair of letters, where to continue: in both strings, the first, the
   *     second, or neither
   */
  record Subsequence(String move) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(move);
    }
  }

  /**
   * Some of the nodes.
   *
   * @param mark 1 for each that is chosen
   */
  record Selection(String mark) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(mark);
    }
  }

  /**
   * A path from the source to each reachable node.
   *
   * @param previous the node before each on its path; the node itself if there is none
   */
  record Paths(String previous) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(previous);
    }
  }

  /**
   * A path between any two nodes.
   *
   * @param previous for each pair i, j the node before j on the path from i
   */
  record AllPaths(String previous) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(previous);
    }
  }

  /**
   * A spanning tree.
   *
   * @param parent each node's parent, towards the source
   */
  record Tree(String parent) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(parent);
    }
  }

  /**
   * Trees that hold all nodes.
   *
   * @param parent each node's parent; a root is its own
   */
  record Forest(String parent) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(parent);
    }
  }

  /**
   * All nodes in some order.
   *
   * @param next each node's successor; the last node is its own
   * @param first the first node
   */
  record NodeSequence(String next, String first) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(next, first);
    }
  }

  /**
   * Some of the edges.
   *
   * @param mark 1 for each that is chosen
   */
  record EdgeSelection(String mark) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(mark);
    }
  }

  /**
   * Nodes in groups.
   *
   * @param member a node of the same group; the pointers of a group lead to one common node
   */
  record Components(String member) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(member);
    }
  }

  /**
   * A place in a text.
   *
   * @param start where it starts; the head of the pattern if there is none
   */
  record Occurrence(String start) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(start);
    }
  }

  /**
   * Yes or no.
   *
   * @param yes 1 for yes
   */
  record Decision(String yes) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(yes);
    }
  }

  /**
   * The corners of a convex polygon.
   *
   * @param corner 1 for each point that is a corner
   */
  record Hull(String corner) implements AnswerForm {
    @Override
    public List<String> outputs() {
      return List.of(corner);
    }
  }
}
