// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * A workspace in which {@link Products#multiplySparse} keeps a block of rows without their zeros.
 * It holds nothing between calls, and serves one thread.
 */
public final class SparseRows {
  /** The remaining elements of the rows, tile by tile. */
  final float[] values;

  /** The offsets of the remaining elements' weights in a panel, tile by tile. */
  final int[] offsets;

  SparseRows(int values, int offsets) {
    this.values = new float[values];
    this.offsets = new int[offsets];
  }
}
