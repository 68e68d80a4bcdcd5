// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/**
 * A running method with its history; used by one thread at a time, and reused from search to
 * search.
 */
sealed interface Steps permits PlainSteps, AndersonSteps, BroydenSteps {
  /** Searches from the point of the solution until the progress ends the search. */
  void run(FixedPointMap map, Progress progress);

  /** The array if it is long enough for this many vectors, otherwise a new one. */
  static float[] slab(float[] present, int vectors, int dimension) {
    long size = (long) vectors * dimension;
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a history of "
              + vectors
              + " vectors of "
              + dimension
              + " floats does not fit into one array; choose a smaller window or memory");
    }
    return present.length >= size ? present : new float[(int) size];
  }
}
