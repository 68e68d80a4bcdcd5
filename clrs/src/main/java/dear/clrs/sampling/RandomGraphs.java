// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import dear.clrs.data.Graph;
import java.util.Arrays;

/**
 * The random graphs of CLRS-30, kept as edge lists from the first draw: memory grows with the
 * edges.
 *
 * <p>In {@link GraphModel#CLRS} the draws come in the benchmark's order, so that the same random
 * numbers give the same graph: the Bernoulli matrix, row by row, then the permutation, then a
 * weight for every cell, whether it was drawn or not.
 */
final class RandomGraphs {
  /** Added under the square root of undirected weights, which keeps them away from zero. */
  private static final double WEIGHT_OFFSET = 0.001;

  private static final int NODES_PER_CHORD = 4;

  private RandomGraphs() {}

  /** An undirected Erdős–Rényi graph. */
  static Graph undirected(
      int nodes, double p, GraphModel model, boolean weighted, RandomSource random) {
    return switch (model) {
      case CLRS -> {
        CellList both = symmetric(nodes, p, random);
        yield weighted ? undirectedWeights(both, random) : ones(both);
      }
      case GNP -> {
        CellList upper = upperTriangle(nodes, p, random);
        Graph.Builder builder = Graph.builder(nodes, 2 * upper.size());
        for (int i = 0; i < nodes; i++) {
          for (int k = upper.rowStart[i]; k < upper.rowStart[i + 1]; k++) {
            builder.undirected(i, upper.columns[k], weighted ? positive(random) : 1);
          }
        }
        yield builder.build();
      }
      case SPARSE -> {
        CellList upper = treeOrRing(nodes, random).relabel(random.permutation(nodes));
        Graph.Builder builder = Graph.builder(nodes, 2 * upper.size());
        for (int i = 0; i < nodes; i++) {
          for (int k = upper.rowStart[i]; k < upper.rowStart[i + 1]; k++) {
            double weight =
                weighted ? undirectedWeight(random.nextDouble(), random.nextDouble()) : 1;
            builder.undirected(i, upper.columns[k], weight);
          }
        }
        yield builder.build();
      }
    };
  }

  /** A directed Erdős–Rényi graph; the two directions of an edge have different weights. */
  static Graph directed(
      int nodes, double p, GraphModel model, boolean weighted, RandomSource random) {
    CellList cells =
        switch (model) {
          case CLRS -> bernoulli(nodes, p, random);
          case GNP -> {
            CellList upper = upperTriangle(nodes, p, random);
            CellList lower = upperTriangle(nodes, p, random).transpose();
            yield upper.xor(lower);
          }
          case SPARSE -> oneWayOrBoth(nodes, random);
        };
    return weighted ? withWeights(cells, model, random) : ones(cells);
  }

  /** A tree or ring, each of whose edges has one direction, the other, or both. */
  private static CellList oneWayOrBoth(int nodes, RandomSource random) {
    CellList upper = treeOrRing(nodes, random).relabel(random.permutation(nodes));
    CellList forth = new CellList(nodes, 0);
    CellList back = new CellList(nodes, 0);
    for (int i = 0; i < nodes; i++) {
      for (int k = upper.rowStart[i]; k < upper.rowStart[i + 1]; k++) {
        int direction = random.nextInt(3);
        if (direction != 1) {
          forth.add(i, upper.columns[k]);
        }
        if (direction != 0) {
          back.add(i, upper.columns[k]);
        }
      }
    }
    return forth.close().xor(back.close().transpose());
  }

  /** Uniform weights; in CLRS-30 one of exactly zero means no edge. */
  private static Graph withWeights(CellList cells, GraphModel model, RandomSource random) {
    double[] weights =
        switch (model) {
          case CLRS -> weightsAt(cells, random);
          case GNP, SPARSE -> {
            double[] drawn = new double[cells.size()];
            Arrays.setAll(drawn, _ -> positive(random));
            yield drawn;
          }
        };
    Graph.Builder builder = Graph.builder(cells.nodes, cells.size());
    for (int i = 0; i < cells.nodes; i++) {
      for (int k = cells.rowStart[i]; k < cells.rowStart[i + 1]; k++) {
        if (weights[k] != 0) {
          builder.edge(i, cells.columns[k], weights[k]);
        }
      }
    }
    return builder.build();
  }

  /** A directed acyclic graph: the strict upper triangle under a random permutation. */
  static Graph acyclic(
      int nodes, double p, GraphModel model, boolean weighted, RandomSource random) {
    CellList upper =
        switch (model) {
          case CLRS -> strictlyUpper(bernoulli(nodes, p, random));
          case GNP -> upperTriangle(nodes, p, random);
          case SPARSE -> treeOrRing(nodes, random);
        };
    CellList cells = upper.relabel(random.permutation(nodes));
    return weighted ? withWeights(cells, model, random) : ones(cells);
  }

  /**
   * The graphs for strongly connected components: k dense communities in a row, where a few edges
   * are flipped, but never added from a later community to an earlier one.
   */
  static Graph communities(int nodes, int k, double p, double toggle, RandomSource random) {
    if (k > nodes) {
      throw new IllegalArgumentException(
          "%d communities need at least as many nodes, not %d".formatted(k, nodes));
    }
    int block = nodes / k;
    CellList cells = new CellList(nodes, p / k);
    for (int c = 0; c < k; c++) {
      int first = c * block;
      int end = c == k - 1 ? nodes : first + block;
      CellList community = bernoulli(end - first, p, random);
      for (int i = 0; i < community.nodes; i++) {
        for (int e = community.rowStart[i]; e < community.rowStart[i + 1]; e++) {
          cells.add(first + i, first + community.columns[e]);
        }
      }
    }
    cells.close();
    CellList drawn = bernoulli(nodes, toggle, random);
    CellList allowed = new CellList(nodes, toggle);
    for (int i = 0; i < nodes; i++) {
      for (int e = drawn.rowStart[i]; e < drawn.rowStart[i + 1]; e++) {
        int j = drawn.columns[e];
        if (Math.min(j / block, k - 1) >= Math.min(i / block, k - 1)) {
          allowed.add(i, j);
        }
      }
    }
    return ones(cells.xor(allowed.close()).relabel(random.permutation(nodes)));
  }

  private static CellList bernoulli(int nodes, double p, RandomSource random) {
    Bernoulli coin = new Bernoulli(p);
    CellList cells = new CellList(nodes, p);
    for (int i = 0; i < nodes; i++) {
      for (int first = 0; first < nodes; first += Long.SIZE) {
        long row = coin.tosses(Math.min(Long.SIZE, nodes - first), random);
        for (; row != 0; row &= row - 1) {
          cells.add(i, first + Long.numberOfTrailingZeros(row));
        }
      }
    }
    return cells.close();
  }

  /** The cells of a Bernoulli matrix whose mirror images were drawn as well. */
  private static CellList symmetric(int nodes, double p, RandomSource random) {
    if (nodes > Long.SIZE) {
      CellList drawn = bernoulli(nodes, p, random);
      return drawn.and(drawn.transpose());
    }
    Bernoulli coin = new Bernoulli(p); // a row fits one word: the path for most training data
    long[] rows = new long[Long.SIZE];
    for (int i = 0; i < nodes; i++) {
      rows[i] = coin.tosses(nodes, random);
    }
    long[] mirrored = rows.clone();
    transposeBits(mirrored);
    CellList cells = new CellList(nodes, p * p);
    for (int i = 0; i < nodes; i++) {
      for (long row = rows[i] & mirrored[i]; row != 0; row &= row - 1) {
        cells.add(i, Long.numberOfTrailingZeros(row));
      }
    }
    return cells.close();
  }

  /** Mirrors a 64 × 64 matrix of bits at its diagonal, by blocks of 32, 16, …, 1. */
  private static void transposeBits(long[] rows) {
    long low = 0xffffffffL; // the lower half of each block's columns
    for (int half = 32; half > 0; half >>= 1, low ^= low << half) {
      for (int i = 0; i < Long.SIZE; i = (i + half + 1) & ~half) {
        long swapped = ((rows[i] >>> half) ^ rows[i + half]) & low;
        rows[i] ^= swapped << half;
        rows[i + half] ^= swapped;
      }
    }
  }

  private static CellList strictlyUpper(CellList cells) {
    CellList upper = new CellList(cells.nodes, 0);
    for (int i = 0; i < cells.nodes; i++) {
      for (int k = cells.rowStart[i]; k < cells.rowStart[i + 1]; k++) {
        if (cells.columns[k] > i) {
          upper.add(i, cells.columns[k]);
        }
      }
    }
    return upper.close();
  }

  /**
   * Every cell above the diagonal with probability p, in time that grows with the cells drawn: the
   * gaps between them are geometric (Batagelj and Brandes, 2005).
   */
  private static CellList upperTriangle(int nodes, double p, RandomSource random) {
    CellList cells = new CellList(nodes, p / 2);
    if (p > 0) {
      double logMiss = Math.log1p(-p);
      int i = 0;
      long j = 0; // the column before the next candidate
      while (true) {
        double gap = p < 1 ? Math.floor(Math.log1p(-random.nextDouble()) / logMiss) : 0;
        j += 1 + (long) Math.min(gap, 1e18);
        while (i < nodes && j >= nodes) {
          j -= nodes - 1 - (i + 1);
          i++;
        }
        if (i >= nodes - 1) {
          break;
        }
        cells.add(i, (int) j);
      }
    }
    return cells.close();
  }

  /**
   * With equal probability a tree or a ring with chords, above the diagonal. The parent of a node
   * is one of the last few before it, how few is drawn per tree: from a path to a shallow tree. A
   * ring has up to a chord for every {@value #NODES_PER_CHORD} nodes.
   */
  private static CellList treeOrRing(int nodes, RandomSource random) {
    boolean ring = nodes > 2 && random.nextInt(2) == 0;
    int reach = ring ? 1 : 1 + random.nextInt(nodes);
    int chords = ring ? random.nextInt(nodes / NODES_PER_CHORD + 1) : 0;
    long[] cells = new long[nodes - 1 + (ring ? 1 + chords : 0)]; // row << 32 | column
    for (int i = 1; i < nodes; i++) {
      cells[i - 1] = cell(i - 1 - random.nextInt(Math.min(reach, i)), i);
    }
    if (ring) {
      cells[nodes - 1] = cell(0, nodes - 1);
    }
    for (int k = 0; k < chords; k++) {
      int a = random.nextInt(nodes);
      int b = (a + 1 + random.nextInt(nodes - 1)) % nodes;
      cells[nodes + k] = cell(Math.min(a, b), Math.max(a, b));
    }
    Arrays.sort(cells);
    CellList list = new CellList(nodes, 0);
    for (int k = 0; k < cells.length; k++) {
      if (k == 0 || cells[k] != cells[k - 1]) { // a chord may be an edge already
        list.add((int) (cells[k] >>> Integer.SIZE), (int) cells[k]);
      }
    }
    return list.close();
  }

  private static long cell(int row, int column) {
    return (long) row << Integer.SIZE | column;
  }

  private static Graph ones(CellList cells) {
    double[] weights = new double[cells.size()];
    Arrays.fill(weights, 1);
    return cells.graph(weights);
  }

  private static Graph undirectedWeights(CellList cells, RandomSource random) {
    double[] drawn = weightsAt(cells, random);
    double[] weights = new double[drawn.length];
    int[] mirror =
        Arrays.copyOf(cells.rowStart, cells.nodes); // the cell (j, i) while rows i ascend
    for (int i = 0; i < cells.nodes; i++) {
      for (int k = cells.rowStart[i]; k < cells.rowStart[i + 1]; k++) {
        weights[k] = undirectedWeight(drawn[k], drawn[mirror[cells.columns[k]]++]);
      }
    }
    return cells.graph(weights);
  }

  private static double undirectedWeight(double drawn, double mirrored) {
    return Math.sqrt(drawn * mirrored + WEIGHT_OFFSET);
  }

  /** A uniform number for each cell, taken from a whole matrix of them. */
  private static double[] weightsAt(CellList cells, RandomSource random) {
    double[] weights = new double[cells.size()];
    long drawn = 0;
    for (int i = 0; i < cells.nodes; i++) {
      for (int k = cells.rowStart[i]; k < cells.rowStart[i + 1]; k++) {
        long cell = (long) i * cells.nodes + cells.columns[k];
        random.skipDoubles(cell - drawn);
        weights[k] = random.nextDouble();
        drawn = cell + 1;
      }
    }
    random.skipDoubles((long) cells.nodes * cells.nodes - drawn);
    return weights;
  }

  private static double positive(RandomSource random) {
    return 1 - random.nextDouble();
  }
}
