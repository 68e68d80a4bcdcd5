// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

/**
 * Scores in a workspace from which an answer is read: the highest of a group wins.
 *
 * <p>Scores are ordered by node, edge or graph; for node pointers, by answer edge; for edge
 * pointers, all nodes of the first edge, then of the next; for classes, all of the first position,
 * then of the next. They are valid until the next problem is decoded.
 *
 * @param array the array that holds the scores
 * @param at the index of the first score
 * @param count the number of scores
 */
@SuppressWarnings("ArrayRecordComponent") // it is just a view of an array
public record ScoreTable(float[] array, int at, int count) {
  /** Returns the score at an index. */
  public float get(int i) {
    return array[at + i];
  }

  /** Returns the index of the highest score in a range; the first if several are equal. */
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
