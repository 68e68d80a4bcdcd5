// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.util.AbstractList;
import java.util.Objects;

/** The names 1, 2, 3, …, created on demand. */
final class NumberNames extends AbstractList<String> {
  private final int count;

  NumberNames(int count) {
    this.count = count;
  }

  @Override
  public String get(int index) {
    return Integer.toString(Objects.checkIndex(index, count) + 1);
  }

  @Override
  public int size() {
    return count;
  }
}
