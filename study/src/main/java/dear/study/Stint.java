// SPDX-License-Identifier: Apache-2.0
package dear.study;

/**
 * A part of a cell's training.
 *
 * @param cell the cell
 * @param until the step that it is trained to
 */
public record Stint(Cell cell, int until) {
  /** Returns the whole training of a cell. */
  static Stint whole(Cell cell) {
    return new Stint(cell, cell.settings().steps());
  }
}
