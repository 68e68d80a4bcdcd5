// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

/**
 * Numbers inside of a workspace, from which an answer is read: the highest of a group wins.
 *
 * <p>By node, edge or graph; pointers of nodes: by edge of the answer; pointers of edges: all nodes
 * of the first edge, then of the next; classes: all of the first place, then of the next. They stay
 * until the next problem is decoded.
 *
 * @param array where they stand
 * @param at the place of the first
 * @param count how many there are
 */
@SuppressWarnings("ArrayRecordComponent") // a view of an array is all it is
public record ScoreTable(float[] array, int at, int count) {
  /** The number at a place. */
  public float get(int i) {
    return array[at + i];
  }

  /** The place of the highest from one place to another; the first of equals. */
  public int highest(int from, int to) {
    int best = from;
    for (int i = from + 1; i < to; i++) {
      if (array[at + i] > array[at + best]) {
        best = i;
      }
    }
    return best;
  }
}
