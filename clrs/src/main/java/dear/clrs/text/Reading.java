// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An answer as a person reads it: an order instead of pointers, paths with lengths, a product with
 * parentheses. There is a case for each {@link dear.clrs.trait.AnswerForm}, and one for outputs
 * that are not an answer at all, such as pointers that form no chain. Whether an answer is right is
 * another question, which {@link dear.clrs.certificate.Certificate} decides.
 */
public sealed interface Reading {
  /** Reads the outputs of an algorithm. */
  static Reading of(Algorithm algorithm, Inputs inputs, List<Feature> outputs) {
    return new AnswerReader(algorithm, inputs, outputs).read();
  }

  /** Why this is not a complete answer, if it is not. */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /**
   * Outputs that do not form an answer.
   *
   * @param why what is wrong with them
   */
  record Unreadable(String why) implements Reading {
    @Override
    public Optional<String> warning() {
      return Optional.of(why);
    }
  }

  /**
   * All nodes in order.
   *
   * @param nodes from first to last
   */
  record Sequence(List<Integer> nodes) implements Reading {
    /** Copies the list. */
    public Sequence {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * One node.
   *
   * @param node which
   */
  record Choice(int node) implements Reading {}

  /**
   * A contiguous part.
   *
   * @param first its first node
   * @param last its last node
   * @param sum of its numbers
   */
  record Part(int first, int last, BigDecimal sum) implements Reading {}

  /**
   * A product of matrices.
   *
   * @param text with parentheses; the matrices are A1, A2, …
   * @param cost the number of multiplications
   */
  record Product(String text, BigDecimal cost) implements Reading {}

  /**
   * A binary search tree.
   *
   * @param keys its nodes, each before those below it, left before right
   * @param cost the expected number of nodes visited, counting the end of a search in a gap as one
   */
  record Search(List<Key> keys, BigDecimal cost) implements Reading {
    /** Copies the list. */
    public Search {
      keys = List.copyOf(keys);
    }

    /**
     * A key in the tree.
     *
     * @param key its number, from 0
     * @param parent the key above it, or -1
     * @param depth the number of keys above it
     */
    public record Key(int key, int parent, int depth) {}
  }

  /**
   * A common subsequence of two strings.
   *
   * @param first its letters as nodes of the first string
   * @param second the same letters as nodes of the second
   */
  record Common(List<Integer> first, List<Integer> second) implements Reading {
    /** Copies the lists. */
    public Common {
      first = List.copyOf(first);
      second = List.copyOf(second);
    }
  }

  /**
   * Some of the nodes.
   *
   * @param nodes those chosen, in an order that suits the problem
   */
  record Chosen(List<Integer> nodes) implements Reading {
    /** Copies the list. */
    public Chosen {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * Paths from one source.
   *
   * @param paths the paths
   */
  record Routes(PointerPaths paths) implements Reading {
    @Override
    public Optional<String> warning() {
      return PointerPaths.warning(paths.circular(), paths.withoutEdge());
    }
  }

  /**
   * Paths between all pairs.
   *
   * @param from the paths from each node
   */
  record AllRoutes(List<PointerPaths> from) implements Reading {
    /** Copies the list. */
    public AllRoutes {
      from = List.copyOf(from);
    }

    @Override
    public Optional<String> warning() {
      return PointerPaths.warning(
          from.stream().mapToLong(PointerPaths::circular).sum(),
          from.stream().mapToLong(PointerPaths::withoutEdge).sum());
    }
  }

  /**
   * Trees that hold all nodes.
   *
   * @param branches the nodes, each after its parent, depth first
   * @param weight the sum of the edges' weights, if weights matter
   * @param circular the number of nodes in no tree, because their pointers lead into a cycle
   * @param withoutEdge the number of pointers along which there is no edge
   */
  record Trees(List<Branch> branches, Optional<BigDecimal> weight, int circular, int withoutEdge)
      implements Reading {
    /** Copies the list. */
    public Trees {
      branches = List.copyOf(branches);
    }

    @Override
    public Optional<String> warning() {
      return PointerPaths.warning(circular, withoutEdge);
    }

    /**
     * A node of a tree.
     *
     * @param node the node
     * @param parent the node above it, or itself for a root
     * @param depth the number of nodes above it
     */
    public record Branch(int node, int parent, int depth) {
      /** Whether it is the root of a tree. */
      public boolean isRoot() {
        return node == parent;
      }
    }
  }

  /**
   * Some of the edges of an undirected graph.
   *
   * @param edges those chosen, each once
   * @param weight the sum of their weights, if weights matter
   */
  record Links(List<Link> edges, Optional<BigDecimal> weight) implements Reading {
    /** Copies the list. */
    public Links {
      edges = List.copyOf(edges);
    }

    /**
     * An edge.
     *
     * @param from its end with the smaller index
     * @param to its other end
     */
    public record Link(int from, int to) {
      /** The weight of the edge. */
      public double weight(Graph graph) {
        return graph.weight(from, to);
      }
    }
  }

  /**
   * The nodes in groups.
   *
   * @param groups each ascending
   * @param circular the number of nodes whose pointers lead into a cycle; each is in no group
   */
  record Groups(List<List<Integer>> groups, int circular) implements Reading {
    /** Copies the lists. */
    public Groups {
      groups = groups.stream().map(List::copyOf).toList();
    }

    @Override
    public Optional<String> warning() {
      return PointerPaths.warning(circular, 0);
    }
  }

  /**
   * A place in a text.
   *
   * @param position where the pattern starts, counted from 0, if anywhere
   * @param length the length of the pattern
   */
  record Match(OptionalInt position, int length) implements Reading {}

  /**
   * Yes or no.
   *
   * @param yes which
   */
  record YesOrNo(boolean yes) implements Reading {}

  /**
   * A convex polygon.
   *
   * @param corners counter-clockwise, the lowest first
   */
  record Polygon(List<Integer> corners) implements Reading {
    /** Copies the list. */
    public Polygon {
      corners = List.copyOf(corners);
    }
  }
}
