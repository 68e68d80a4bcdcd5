// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.RowLists;
import java.util.Arrays;

/**
 * The edges that carry a gradient, a block at a time.
 *
 * <p>A channel of a receiver takes its value from one edge, so the derivatives of the maximum flow
 * through at most {@code width} edges per receiver, and through an edge only in the channels it has
 * won. This class walks over the receivers, sorts the channels of each by winning edge, and hands
 * out blocks of winning edges in ascending order, each with the list of its channels. A block may
 * hold edges of several receivers, and the edges of a receiver may be spread over blocks.
 */
final class WinnerBlock {
  private final int width;
  private final int capacity;

  /** Number of edges in the block. */
  int rows;

  final int[] sender;

  /** The channels that each row has won, of the receiver that owns them. */
  final RowLists channels;

  /** Scalars of the edges, row by row. */
  float[] coefficients = new float[0];

  // The receiver at hand: its winning edges, and its channels sorted by edge.
  private int node;
  private int firstEdge;
  private int degree;
  private int position;
  private int[] offsets = new int[0];
  private final int[] sorted;

  WinnerBlock(int width, int capacity) {
    this.width = width;
    this.capacity = capacity;
    sender = new int[capacity];
    channels = new RowLists(capacity, capacity * width);
    sorted = new int[width];
  }

  /** Rewinds to just before the receiver {@code from}. */
  void restart(int from) {
    node = from - 1;
    degree = 0;
    position = 0;
  }

  /** Fills the block with the next edges of receivers below {@code to}; false if there are none. */
  boolean next(InEdges edges, int[] winners, int to) {
    int terms = edges.terms();
    if (coefficients.length < capacity * terms) {
      coefficients = new float[capacity * terms];
    }
    rows = 0;
    channels.clear();
    while (rows < capacity) {
      if (position == degree) {
        if (++node >= to) {
          node = to - 1;
          break;
        }
        sortChannels(edges, winners, node * width);
      } else if (offsets[position + 1] > offsets[position]) {
        append(edges, firstEdge + position, terms);
        position++;
      } else {
        position++;
      }
    }
    return rows > 0;
  }

  /** Number of rows from {@code row} on that have the same receiver. */
  int run(int row) {
    int end = row + 1;
    while (end < rows && channels.owner(end) == channels.owner(row)) {
      end++;
    }
    return end - row;
  }

  private void append(InEdges edges, int e, int terms) {
    sender[rows] = edges.senders()[e];
    System.arraycopy(edges.coefficients(), e * terms, coefficients, rows * terms, terms);
    int count = offsets[position + 1] - offsets[position];
    channels.add(node, sorted, offsets[position], count);
    rows++;
  }

  /** A counting sort of the node's channels by the edge that won them. */
  private void sortChannels(InEdges edges, int[] winners, int at) {
    firstEdge = edges.start(node);
    degree = edges.start(node + 1) - firstEdge;
    position = 0;
    if (degree == 0) {
      return;
    }
    if (offsets.length < degree + 2) {
      offsets = new int[degree + 2];
    }
    Arrays.fill(offsets, 0, degree + 2, 0);
    for (int c = 0; c < width; c++) {
      offsets[winners[at + c] - firstEdge + 2]++;
    }
    for (int i = 2; i < degree + 2; i++) {
      offsets[i] += offsets[i - 1];
    }
    for (int c = 0; c < width; c++) {
      sorted[offsets[winners[at + c] - firstEdge + 1]++] = c;
    }
  }
}
