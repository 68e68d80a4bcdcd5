// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

/**
 * What to record while a question is solved.
 *
 * @param mostFrames the largest number of evaluations to keep; beyond it, every second one is
 *     dropped, repeatedly, so that the kept ones stay evenly spaced. The one the answer was read
 *     from is always kept
 * @param mostBytes the memory that the states of kept evaluations may use while the search runs;
 *     fewer frames are kept of large states, but never fewer than two if any are requested
 * @param states whether every frame keeps its state; the one the answer was read from always does
 */
public record TraceOptions(int mostFrames, long mostBytes, boolean states) {
  /** Every evaluation and state of any usual budget, within a quarter of a gigabyte. */
  public static final TraceOptions DEFAULT = new TraceOptions(256, 1L << 28, true);

  /** Records only the answer and its state. */
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

  /** Returns a copy with another number of frames. */
  public TraceOptions withFrames(int most, boolean withStates) {
    return new TraceOptions(most, mostBytes, withStates);
  }

  /** Returns a copy with another memory limit. */
  public TraceOptions withMostBytes(long bytes) {
    return new TraceOptions(mostFrames, bytes, states);
  }

  /** Returns the largest number of frames for states of the given length. */
  int mostFrames(int dimension) {
    long bytes = (long) Float.BYTES * dimension;
    return Math.min(mostFrames, Math.clamp(mostBytes / bytes, 2, Integer.MAX_VALUE));
  }
}
