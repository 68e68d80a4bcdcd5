// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

/**
 * What is put on record of a solve.
 *
 * @param mostFrames how many evaluations are kept; beyond that every second one is dropped, again
 *     and again, so that the kept ones stay evenly spread. The one that was answered from is always
 *     there
 * @param mostBytes what the states of the kept evaluations may take while the search runs; of large
 *     states fewer frames are kept, but never less than two if any are wanted
 * @param states whether every frame keeps its state; the one that was answered from always does
 */
public record TraceOptions(int mostFrames, long mostBytes, boolean states) {
  /** Every evaluation and state of any usual budget, as far as a quarter of a gigabyte goes. */
  public static final TraceOptions DEFAULT = new TraceOptions(256, 1L << 28, true);

  /** Nothing on record but the answer and its state. */
  public static final TraceOptions ANSWER_ONLY = DEFAULT.withFrames(0, false);

  /** Checks the numbers. */
  public TraceOptions {
    if (mostFrames < 0) {
      throw new IllegalArgumentException(
          "TraceOptions.mostFrames must be at least 0, but is " + mostFrames);
    }
    if (mostBytes < 0) {
      throw new IllegalArgumentException(
          "TraceOptions.mostBytes must be at least 0, but is " + mostBytes);
    }
  }

  /** The same with other frames. */
  public TraceOptions withFrames(int most, boolean withStates) {
    return new TraceOptions(most, mostBytes, withStates);
  }

  /** The same with another bound on memory. */
  public TraceOptions withMostBytes(long bytes) {
    return new TraceOptions(mostFrames, bytes, states);
  }

  /** How many frames there may be of states of so many numbers. */
  int mostFrames(int dimension) {
    long bytes = (long) Float.BYTES * dimension;
    return Math.min(mostFrames, Math.clamp(mostBytes / bytes, 2, Integer.MAX_VALUE));
  }
}
