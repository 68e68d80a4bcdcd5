// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.io.JsonReader;
import java.io.IOException;
import java.util.Arrays;

/** The flattened numbers of nested JSON arrays, with their shape. */
final class NumberBlock {
  /** Time, two node axes and classes. */
  private static final int MOST_AXES = 4;

  private final int most;
  private double[] numbers = new double[16];
  private int count;
  private final int[] shape = new int[MOST_AXES];
  private int axes = -1;

  private NumberBlock(int most) {
    this.most = most;
    Arrays.fill(shape, -1);
  }

  /** Reads at most this many numbers; what a file claims about their count is not trusted. */
  static NumberBlock read(JsonReader json, int most) throws IOException {
    NumberBlock block = new NumberBlock(most);
    block.readAxis(json, 0);
    return block;
  }

  /** How many there are. */
  int count() {
    return count;
  }

  /** The numbers; the array may be longer than their count. */
  double[] numbers() {
    return numbers;
  }

  /** The lengths of the axes. */
  int[] shape() {
    return Arrays.copyOf(shape, axes);
  }

  private void readAxis(JsonReader json, int depth) throws IOException {
    if (json.peek() == JsonReader.Token.ARRAY) {
      if (depth == MOST_AXES || (axes >= 0 && depth >= axes)) {
        throw json.error("the arrays are nested too deeply or unevenly");
      }
      json.beginArray();
      int length = 0;
      while (json.hasNext()) {
        readAxis(json, depth + 1);
        length++;
      }
      if (shape[depth] >= 0 && shape[depth] != length) {
        throw json.error(
            "an array has %d values where others have %d".formatted(length, shape[depth]));
      }
      json.endArray();
      shape[depth] = length;
      if (length == 0 && axes < 0) {
        axes = depth + 1;
      }
    } else {
      if (axes >= 0 && axes != depth) {
        throw json.error("the arrays are nested unevenly");
      }
      axes = depth;
      if (count == most) {
        throw json.error("more than the %,d numbers that can be here".formatted(most));
      }
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * count);
      }
      numbers[count++] = json.nextDouble();
    }
  }
}
