// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A matrix inside a larger array, as the kernels see it. The gaps between its rows hold NaN, to
 * catch a kernel that reads or writes past a row.
 */
@SuppressWarnings("ArrayRecordComponent") // a view of an array is what it is
record View(float[] data, int at, int step, int rows, int cols) {
  private static final int MARGIN = 3;

  static View empty(int rows, int cols) {
    int step = cols + MARGIN;
    float[] data = new float[MARGIN + rows * step];
    Arrays.fill(data, Float.NaN);
    View view = new View(data, MARGIN, step, rows, cols);
    view.set((r, c) -> 0);
    return view;
  }

  static View random(RandomGenerator random, int rows, int cols) {
    View view = empty(rows, cols);
    view.set((r, c) -> random.nextFloat(-1, 1));
    return view;
  }

  interface Elements {
    double at(int row, int col);
  }

  void set(Elements elements) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        data[at + r * step + c] = (float) elements.at(r, c);
      }
    }
  }

  float get(int r, int c) {
    return data[at + r * step + c];
  }

  View copy() {
    return new View(data.clone(), at, step, rows, cols);
  }

  /** The matrix to pass to a kernel. */
  Matrix matrix() {
    return new Matrix(data, at, step, cols);
  }

  /** The same rows from {@code first} on, in the same array. */
  View from(int first) {
    return new View(data, at + first * step, step, rows - first, cols);
  }

  float[] row(int r) {
    return Arrays.copyOfRange(data, at + r * step, at + r * step + cols);
  }

  /** Every element is near its expected value, and the gaps between the rows are untouched. */
  void assertNear(Elements expected, double tolerance) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        double want = expected.at(r, c);
        if (!(Math.abs(get(r, c) - want) <= tolerance * Math.max(1, Math.abs(want)))) {
          assertThat((double) get(r, c))
              .as("element (%d, %d) of %d × %d, tolerance %g", r, c, rows, cols, tolerance)
              .isEqualTo(want);
        }
      }
    }
    for (int i = 0; i < data.length; i++) {
      boolean inside = i >= at && (i - at) % step < cols;
      if (!inside) {
        assertThat(data[i]).as("gap at %d", i).isNaN();
      }
    }
  }
}
