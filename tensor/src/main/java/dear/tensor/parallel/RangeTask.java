// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

/** A task for a range of indices. */
@FunctionalInterface
public interface RangeTask {
  /**
   * Runs for one range.
   *
   * @param worker the number of this thread, below {@link Workers#threads}
   * @param from the first index
   * @param to the index after the last
   */
  void run(int worker, int from, int to);
}
