// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

import dear.clrs.data.Inputs;
import java.util.List;

/**
 * What a person writes to describe an instance. Each form names the input features that it fills;
 * positions are never written.
 */
public sealed interface InputForm {
  /** The features it fills, in the order in which they are written. */
  List<String> features();

  /** Those of the features whose numbers count nodes, so that they grow with the instance. */
  default List<String> counts() {
    return this instanceof Tasks(String deadline, String _) ? List.of(deadline) : List.of();
  }

  /** The number of nodes in a sample of this size: mostly the same, see the forms. */
  default int nodesOf(int size) {
    return switch (this) {
      case Probabilities _ -> size + 1; // keys and the gaps around them
      case TwoSegments _ -> 4;
      case Keys _,
          SortedKeys _,
          MatrixSizes _,
          TwoStrings _,
          Intervals _,
          Tasks _,
          Points _,
          OnGraph _ ->
          size;
    };
  }

  /** A one-word name of the form, for programs. */
  default String word() {
    return switch (this) {
      case Keys _ -> "keys";
      case SortedKeys _ -> "sorted_keys";
      case MatrixSizes _ -> "matrix_sizes";
      case Probabilities _ -> "probabilities";
      case TwoStrings _ -> "two_strings";
      case Intervals _ -> "intervals";
      case Tasks _ -> "tasks";
      case Points _ -> "points";
      case TwoSegments _ -> "two_segments";
      case OnGraph _ -> "graph";
    };
  }

  /**
   * A number for each node, such as {@code 5 2 4 3 1}.
   *
   * @param key the feature that holds them
   */
  record Keys(String key) implements InputForm {
    @Override
    public List<String> features() {
      return List.of(key);
    }
  }

  /**
   * Ascending numbers, and one to look up among them.
   *
   * @param key the feature that holds the numbers
   * @param target the feature that holds the number to look up
   */
  record SortedKeys(String key, String target) implements InputForm {
    @Override
    public List<String> features() {
      return List.of(key, target);
    }
  }

  /**
   * The sizes of matrices to be multiplied: n numbers for n - 1 matrices, each with as many rows as
   * the one before has columns.
   *
   * @param size the feature that holds them
   */
  record MatrixSizes(String size) implements InputForm {
    @Override
    public List<String> features() {
      return List.of(size);
    }
  }

  /**
   * The probability of looking up each of n sorted keys, and each of the n + 1 gaps around them;
   * together they sum to one.
   *
   * @param key the feature that holds the keys' probabilities, followed by a zero
   * @param gap the feature that holds the gaps' probabilities
   */
  record Probabilities(String key, String gap) implements InputForm {
    @Override
    public List<String> features() {
      return List.of(key, gap);
    }
  }

  /**
   * Two strings over four letters, one after the other, each with positions of its own.
   *
   * @param first the name of the first
   * @param second the name of the second
   */
  record TwoStrings(String first, String second) implements InputForm {
    /** The letters of both. */
    public static final String LETTERS = "key";

    /** Which of the two a letter belongs to, 0 or 1. */
    public static final String WHICH = "string";

    @Override
    public List<String> features() {
      return List.of(WHICH, LETTERS);
    }
  }

  /**
   * Intervals of time, such as {@code 1-4 3-5}.
   *
   * @param start the feature that holds when they start
   * @param finish the feature that holds when they finish
   */
  record Intervals(String start, String finish) implements InputForm {
    @Override
    public List<String> features() {
      return List.of(start, finish);
    }
  }

  /**
   * Tasks of one unit of time each.
   *
   * @param deadline the feature that holds each task's deadline, a whole number of at least 1
   * @param weight the feature that holds the penalty for missing it
   */
  record Tasks(String deadline, String weight) implements InputForm {
    @Override
    public List<String> features() {
      return List.of(deadline, weight);
    }
  }

  /**
   * Points in the plane, such as {@code 0,1 2,0.5}.
   *
   * @param x the feature that holds one coordinate
   * @param y the feature that holds the other
   */
  record Points(String x, String y) implements InputForm {
    @Override
    public List<String> features() {
      return List.of(x, y);
    }
  }

  /**
   * Two segments, given by their four end points.
   *
   * @param x the feature that holds one coordinate
   * @param y the feature that holds the other
   */
  record TwoSegments(String x, String y) implements InputForm {
    @Override
    public List<String> features() {
      return List.of(x, y);
    }
  }

  /**
   * A graph, drawn or from a file.
   *
   * @param symmetry whether edges have a direction
   * @param weights which weights they may have
   * @param hasSource whether there is a node {@code s} that everything starts from
   */
  record OnGraph(Symmetry symmetry, Weights weights, boolean hasSource) implements InputForm {
    /** The feature that holds the source. */
    public static final String SOURCE = "s";

    /** A graph without a source. */
    public static OnGraph whole(Symmetry symmetry, Weights weights) {
      return new OnGraph(symmetry, weights, false);
    }

    /** A graph and a source. */
    public static OnGraph fromSource(Symmetry symmetry, Weights weights) {
      return new OnGraph(symmetry, weights, true);
    }

    /** Whether weights matter. */
    public boolean isWeighted() {
      return weights != Weights.NONE;
    }

    @Override
    public List<String> features() {
      return hasSource
          ? List.of(Inputs.WEIGHTS, Inputs.ADJACENCY, SOURCE)
          : List.of(Inputs.WEIGHTS, Inputs.ADJACENCY);
    }
  }
}
