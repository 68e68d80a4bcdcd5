// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

/** A task for each index. */
@FunctionalInterface
public interface IndexedTask {
  /**
   * Runs for one index.
   *
   * @param worker the number of this thread, below {@link Workers#threads}; anything reserved for
   *     the worker may be used freely
   * @param index the index
   */
  void run(int worker, int index);
}
