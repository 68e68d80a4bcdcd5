// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * For each of some rows a list of rows of another matrix, without repetitions, and the number of
 * its owner: the row of a third matrix that holds a coefficient for each row listed. Lists may
 * share an owner.
 */
public final class RowLists {
  private final int[] owner;
  private final int[] start;
  private final int[] rows;
  private int size;

  /** Space for a number of lists with a total number of entries. */
  public RowLists(int lists, int entries) {
    owner = new int[lists];
    start = new int[lists + 1];
    rows = new int[entries];
  }

  /** Removes all lists. */
  public void clear() {
    size = 0;
  }

  /** Adds a list: {@code count} entries of an array. */
  public void add(int ownerRow, int[] entries, int at, int count) {
    System.arraycopy(entries, at, rows, start[size], count);
    owner[size] = ownerRow;
    start[size + 1] = start[size] + count;
    size++;
  }

  /** The number of lists. */
  public int size() {
    return size;
  }

  /** The owner of a list. */
  public int owner(int list) {
    return owner[list];
  }

  int start(int list) {
    return start[list];
  }

  int end(int list) {
    return start[list + 1];
  }

  int[] rows() {
    return rows;
  }
}
