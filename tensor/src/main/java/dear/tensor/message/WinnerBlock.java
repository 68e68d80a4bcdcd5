package dear.tensor.message;

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

  final int[] edge;
  final int[] receiver;
  final int[] sender;

  /** Channels that row r has won: {@code channel[channelStart[r] .. channelStart[r+1]]}. */
  final int[] channelStart;

  final int[] channel;

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
    edge = new int[capacity];
    receiver = new int[capacity];
    sender = new int[capacity];
    channelStart = new int[capacity + 1];
    channel = new int[capacity * width];
    sorted = new int[width];
  }

  /** Goes back to before the receiver {@code from}. */
  void restart(int from) {
    node = from - 1;
    degree = 0;
    position = 0;
  }

  /** Fills the block with the next edges of receivers below {@code to}; false if there are none. */
  boolean next(InEdges edges, int[] winners, int winnersAt, int to) {
    int terms = edges.terms();
    if (coefficients.length < capacity * terms) {
      coefficients = new float[capacity * terms];
    }
    rows = 0;
    channelStart[0] = 0;
    while (rows < capacity) {
      if (position == degree) {
        if (++node >= to) {
          node = to - 1;
          break;
        }
        sortChannels(edges, winners, winnersAt + node * width);
      } else if (offsets[position + 1] > offsets[position]) {
        append(edges, firstEdge + position, terms);
        position++;
      } else {
        position++;
      }
    }
    return rows > 0;
  }

  /** Number of channels that row {@code row} has won. */
  int channels(int row) {
    return channelStart[row + 1] - channelStart[row];
  }

  /** Number of rows from {@code row} on that have the same receiver. */
  int run(int row) {
    int end = row + 1;
    while (end < rows && receiver[end] == receiver[row]) {
      end++;
    }
    return end - row;
  }

  private void append(InEdges edges, int e, int terms) {
    edge[rows] = e;
    receiver[rows] = node;
    sender[rows] = edges.senders()[e];
    System.arraycopy(edges.coefficients(), e * terms, coefficients, rows * terms, terms);
    int count = offsets[position + 1] - offsets[position];
    System.arraycopy(sorted, offsets[position], channel, channelStart[rows], count);
    channelStart[rows + 1] = channelStart[rows] + count;
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
