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
  /** A value that does not fit its feature; the reader adds file, line and field. */
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
  static void checkAdjacency(NumberBlock block, Graph graph) {
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
    int size = spec.size(nodes, graph.edges());
    if (spec.isReal()) {
      double[] reals = new double[snapshots * size];
      for (int t = 0; t < snapshots; t++) {
        for (int k = 0; k < size; k++) {
          reals[t * size + k] = block.numbers()[t * cells(spec, nodes) + cell(spec, graph, k)];
        }
        checkBackground(spec, block, graph, t);
      }
      return Feature.of(spec, size, reals);
    }
    int[] codes = new int[snapshots * size];
    for (int t = 0; t < snapshots; t++) {
      for (int k = 0; k < size; k++) {
        codes[t * size + k] = code(spec, block, nodes, graph, t, k);
      }
      checkBackground(spec, block, graph, t);
    }
    return Feature.of(spec, size, codes);
  }

  private static int code(
      FeatureSpec spec, NumberBlock block, int nodes, Graph graph, int t, int k) {
    int at = t * cells(spec, nodes) + cell(spec, graph, k);
    double[] numbers = block.numbers();
    return switch (spec.type()) {
      case SCALAR -> throw new IllegalArgumentException(spec.name() + " is real");
      case MASK -> integer(numbers[at], -1, 1);
      case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
          integer(numbers[at], 0, nodes - 1);
      case MASK_ONE ->
          spec.location() == Location.NODE
              ? oneHot(numbers, t * nodes, nodes, false)
              : integer(numbers[at], 0, 1);
      case CATEGORICAL -> oneHot(numbers, at * spec.classes(), spec.classes(), true);
    };
  }

  /** The place of the 1; with blanks, -1 for all zeros but a -1 at the end. */
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

  /** The number of cells of one snapshot in the file, before the axis of classes. */
  private static int cells(FeatureSpec spec, int nodes) {
    return switch (spec.location()) {
      case GRAPH -> 1;
      case NODE -> nodes;
      case EDGE -> nodes * nodes;
    };
  }

  /** Which cell of the file value k of the feature is. */
  private static int cell(FeatureSpec spec, Graph graph, int k) {
    if (spec.support() == Support.PAIRS) {
      return k;
    }
    int row = rowOf(graph, k);
    int column = graph.columns()[k];
    return spec.support() == Support.EDGES
        ? row * graph.nodes() + column
        : column * graph.nodes() + row;
  }

  private static int rowOf(Graph graph, int edge) {
    int at = Arrays.binarySearch(graph.rowStart(), edge);
    return at >= 0 ? at : -at - 2; // every row has an edge, so starts are distinct
  }

  private static void checkBackground(FeatureSpec spec, NumberBlock block, Graph graph, int t) {
    if (spec.support() == Support.PAIRS) {
      return;
    }
    int n = graph.nodes();
    boolean reversed = spec.support() == Support.REVERSED_EDGES;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        boolean inside = (reversed ? graph.find(j, i) : graph.find(i, j)) >= 0;
        if (!inside && block.numbers()[t * n * n + i * n + j] != spec.background()) {
          throw new Misfit(
              "cell [%d][%d] is no edge and must be %d".formatted(i, j, spec.background()));
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
