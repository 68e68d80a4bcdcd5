// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Support;
import dear.clrs.data.Type;
import java.util.Arrays;

/** Turns the dense numbers of a file into checked features. */
final class FeatureDecoder {
  /** A value that is invalid for its feature; the reader adds file, line and field. */
  static final class Misfit extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Misfit(String message) {
      super(message);
    }
  }

  private FeatureDecoder() {}

  /** The graph of the matrix A. */
  static Graph graph(NumberBlock block, int nodes) {
    checkShape(block, nodes, nodes);
    double[] cells = block.numbers();
    Graph.Builder builder = Graph.builder(nodes);
    for (int i = 0; i < nodes; i++) {
      for (int j = 0; j < nodes; j++) {
        if (cells[i * nodes + j] != 0) {
          builder.edge(i, j, cells[i * nodes + j]);
        }
      }
    }
    return builder.build();
  }

  /** Checks that adj marks the edges and all self-loops, and nothing else. */
  static Graph checkAdjacency(NumberBlock block, Graph graph) {
    int n = graph.nodes();
    checkShape(block, n, n);
    for (int i = 0; i < n; i++) {
      int e = graph.rowStart()[i];
      for (int j = 0; j < n; j++) {
        boolean edge = e < graph.rowStart()[i + 1] && graph.columns()[e] == j;
        if (block.numbers()[i * n + j] != (edge ? 1 : 0)) {
          throw new Misfit("cell [%d][%d] does not agree with A".formatted(i, j));
        }
        e += edge ? 1 : 0;
      }
    }
    return graph;
  }

  /** How many numbers a file has for a feature of this many nodes, without snapshots. */
  static long numbers(FeatureSpec spec, int nodes) {
    long values =
        switch (spec.location()) {
          case GRAPH -> 1;
          case NODE -> nodes;
          case EDGE -> (long) nodes * nodes;
        };
    return spec.type() == Type.CATEGORICAL
        ? values <= Long.MAX_VALUE / spec.classes() ? values * spec.classes() : Long.MAX_VALUE
        : values;
  }

  /** A feature of a file. */
  static Feature feature(FeatureSpec spec, NumberBlock block, int nodes, Graph graph, int steps) {
    int axes = 0;
    int[] expected = new int[4];
    if (spec.stage() == Stage.HINT) {
      expected[axes++] = steps;
    }
    if (spec.location() != Location.GRAPH) {
      expected[axes++] = nodes;
    }
    if (spec.location() == Location.EDGE) {
      expected[axes++] = nodes;
    }
    if (spec.type() == Type.CATEGORICAL) {
      expected[axes++] = spec.classes();
    }
    checkShape(block, Arrays.copyOf(expected, axes));
    int snapshots = spec.stage() == Stage.HINT ? steps : 1;
    return spec.support() == Support.PAIRS
        ? dense(spec, block.numbers(), snapshots, nodes)
        : sparse(spec, block.numbers(), snapshots, graph);
  }

  private static Feature dense(FeatureSpec spec, double[] numbers, int snapshots, int nodes) {
    int size = spec.size(nodes, 0);
    int count = snapshots * size;
    if (spec.isReal()) {
      return Feature.of(spec, size, Arrays.copyOf(numbers, count));
    }
    int[] codes = new int[count];
    for (int k = 0; k < count; k++) {
      codes[k] = code(spec, numbers, k, nodes);
    }
    return Feature.of(spec, size, codes);
  }

  private static Feature sparse(FeatureSpec spec, double[] numbers, int snapshots, Graph graph) {
    int stride = graph.nodes() * graph.nodes();
    int[] cells = cells(spec.support(), graph);
    checkBackground(spec, numbers, snapshots, graph.nodes(), cells);
    int size = cells.length;
    double[] reals = new double[spec.isReal() ? snapshots * size : 0];
    int[] codes = new int[spec.isReal() ? 0 : snapshots * size];
    for (int t = 0; t < snapshots; t++) {
      for (int k = 0; k < size; k++) {
        int at = t * stride + cells[k];
        if (spec.isReal()) {
          reals[t * size + k] = numbers[at];
        } else {
          codes[t * size + k] = code(spec, numbers, at, graph.nodes());
        }
      }
    }
    return spec.isReal() ? Feature.of(spec, size, reals) : Feature.of(spec, size, codes);
  }

  /** The cell of a snapshot in which the file stores the value of each edge. */
  private static int[] cells(Support support, Graph graph) {
    int n = graph.nodes();
    int[] cells = new int[graph.edges()];
    for (int i = 0; i < n; i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        int j = graph.columns()[e];
        cells[e] = support == Support.EDGES ? i * n + j : j * n + i;
      }
    }
    return cells;
  }

  private static int code(FeatureSpec spec, double[] numbers, int at, int nodes) {
    return switch (spec.type()) {
      case SCALAR -> throw new IllegalArgumentException(spec.name() + " is real");
      case MASK -> integer(numbers[at], -1, 1);
      case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
          integer(numbers[at], 0, nodes - 1);
      case MASK_ONE ->
          spec.location() == Location.NODE
              ? oneHot(numbers, at * nodes, nodes, false)
              : integer(numbers[at], 0, 1);
      case CATEGORICAL -> oneHot(numbers, at * spec.classes(), spec.classes(), true);
    };
  }

  /** The index of the 1; if blanks are allowed, -1 for all zeros but a -1 at the end. */
  private static int oneHot(double[] numbers, int start, int length, boolean blanks) {
    int found = -1;
    for (int i = 0; i < length; i++) {
      double value = numbers[start + i];
      if (blanks && value == -1 && i == length - 1 && found < 0) {
        return -1;
      }
      if (integer(value, 0, 1) == 1) {
        if (found >= 0) {
          throw new Misfit("more than one 1 where exactly one belongs");
        }
        found = i;
      }
    }
    if (found < 0) {
      throw new Misfit("no 1 where exactly one belongs");
    }
    return found;
  }

  private static void checkBackground(
      FeatureSpec spec, double[] numbers, int snapshots, int nodes, int[] cells) {
    int stride = nodes * nodes;
    boolean[] inside = new boolean[stride];
    for (int cell : cells) {
      inside[cell] = true;
    }
    for (int t = 0; t < snapshots; t++) {
      for (int cell = 0; cell < stride; cell++) {
        if (!inside[cell] && numbers[t * stride + cell] != spec.background()) {
          throw new Misfit(
              "cell [%d][%d] is not an edge and must be %d"
                  .formatted(cell / nodes, cell % nodes, spec.background()));
        }
      }
    }
  }

  private static void checkShape(NumberBlock block, int... expected) {
    if (!Arrays.equals(block.shape(), expected)) {
      throw new Misfit(
          "the shape is %s, not %s"
              .formatted(Arrays.toString(block.shape()), Arrays.toString(expected)));
    }
  }

  private static int integer(double value, int least, int most) {
    if (value != (int) value || value < least || value > most) {
      throw new Misfit("%s is not an integer from %d to %d".formatted(value, least, most));
    }
    return (int) value;
  }
}
