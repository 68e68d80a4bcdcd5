// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import java.util.List;

/**
 * The header's description of one tensor.
 *
 * @param name its name
 * @param type the type of its elements
 * @param shape its dimensions; none for a scalar
 * @param begin where its bytes begin, counted from the end of the header
 * @param end where they end
 */
public record TensorEntry(String name, ElementType type, List<Long> shape, long begin, long end) {
  /** Keeps a copy of the shape. */
  public TensorEntry {
    shape = List.copyOf(shape);
  }

  /** The number of its elements. */
  public long elements() {
    long product = 1;
    for (long dimension : shape) {
      product *= dimension;
    }
    return product;
  }
}
