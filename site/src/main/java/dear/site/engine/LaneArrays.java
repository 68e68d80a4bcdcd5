// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays whose numbers lie in the memory of the vectors, because only kernels read and write them.
 * Each is known by a Java array of a single element, its number here: whoever took it for the
 * numbers themselves would leave its bounds.
 */
final class LaneArrays {
  /** Loops read and write whole vectors, and whole tiles of rows; a value has room for these. */
  private static final int SPARE = 16;

  private final List<float[]> handles = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();
  private final List<Lanes> memory = new ArrayList<>();

  /** A new array; it takes no memory until it is used. */
  float[] array(int floats) {
    float[] handle = {handles.size()};
    handles.add(handle);
    sizes.add(floats + SPARE);
    memory.add(new Lanes());
    return handle;
  }

  /** Whether the numbers of a view lie in such an array. */
  @SuppressWarnings("ReferenceEquality") // another array may hold the same number
  boolean hold(Matrix x) {
    float[] handle = x.data();
    if (handle.length != 1) {
      return false;
    }
    int number = (int) handle[0];
    return number >= 0 && number < handles.size() && handles.get(number) == handle;
  }

  /** The address of the first number of such a view. */
  int address(Matrix x) {
    int number = (int) x.data()[0];
    return memory.get(number).room(sizes.get(number)) + 4 * x.at();
  }

  /** The address of some numbers side by side, which are copied if they lie elsewhere. */
  int read(Matrix x, int count, Lanes copies) {
    if (hold(x)) {
      return address(x);
    }
    int at = copies.room(count + SPARE);
    Lanes.put(x.data(), x.at(), count, at);
    return at;
  }

  /** The address for some numbers side by side; {@link #written} copies them if necessary. */
  int write(Matrix y, int count, Lanes copies) {
    return hold(y) ? address(y) : copies.room(count + SPARE);
  }

  /** Copies what was written at an address, if the numbers belong elsewhere. */
  void written(int at, Matrix y, int count) {
    if (!hold(y)) {
      Lanes.get(at, y.data(), y.at(), count);
    }
  }
}
