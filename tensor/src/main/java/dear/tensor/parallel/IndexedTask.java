// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

/** Something to be done for each index. */
@FunctionalInterface
public interface IndexedTask {
  /**
   * Does it for one index.
   *
   * @param worker which thread this is, below {@link Workers#threads}; whatever is reserved for the
   *     worker may be used freely
   * @param index which one to do
   */
  void run(int worker, int index);
}
