// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

/** Something to be done for a range of indices. */
@FunctionalInterface
public interface RangeTask {
  /**
   * Does it for a range.
   *
   * @param worker which thread this is, below {@link Workers#threads}
   * @param from the first index
   * @param to the index after the last
   */
  void run(int worker, int from, int to);
}
