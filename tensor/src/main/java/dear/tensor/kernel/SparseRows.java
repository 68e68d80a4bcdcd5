// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * Room for {@link Products#multiplySparse} to keep a block of rows without their zeros. It holds
 * nothing between two calls, and serves one thread.
 */
public final class SparseRows {
  /** What is left of the rows, tile by tile. */
  final float[] values;

  /** Where the weights of what is left lie in a panel, tile by tile. */
  final int[] offsets;

  SparseRows(int values, int offsets) {
    this.values = new float[values];
    this.offsets = new int[offsets];
  }
}
