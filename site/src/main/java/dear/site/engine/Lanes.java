// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import org.teavm.interop.Address;
import org.teavm.interop.Import;
import org.teavm.runtime.heap.Heap;

/**
 * Four floats at once: the functions of {@code lanes.wasm}, and the memory that they share with the
 * engine. A Java array cannot be read as vectors, so operands are copied there, unless they are
 * there already: {@link LaneArrays}.
 */
final class Lanes {
  private static final int LINE = 64;

  /** Where the memory begins; a multiple of a cache line. */
  private int at;

  private int room;

  /** Whether the browser has vectors: 0 or 1. */
  @Import(module = "lanes", name = "available")
  static native int available();

  /** A product: {@code ProductLoop} says how operands are arranged. */
  @Import(module = "lanes", name = "multiply")
  static native void multiply(
      int x, int xStep, int tiles, int w, int b, int bStep, int y, int yStep);

  /** Composes; {@code LanesModule} says how operands are arranged. */
  @Import(module = "lanes", name = "compose")
  static native void compose(int a, int b, int t, int nodes, int rows, int tiles, int blocks);

  /** Layer norm: {@code NormLoop}. */
  @Import(module = "lanes", name = "norm")
  static native void norm(
      int x, int xStep, int y, int yStep, int tiles, int cols, int scale, int floor);

  /** The sigmoid: {@code SigmoidLoop}. */
  @Import(module = "lanes", name = "sigmoid")
  static native void sigmoid(int x, int xEnd, int y);

  /** The rectifier. */
  @Import(module = "lanes", name = "relu")
  static native void relu(int x, int xEnd, int y);

  /** Between two limits, given as bits. */
  @Import(module = "lanes", name = "clamp")
  static native void clamp(int x, int xEnd, int lowest, int highest, int y);

  /** A weighted sum, the weights given as bits. */
  @Import(module = "lanes", name = "combine")
  static native void combine(int a, int aEnd, int b, int alpha, int beta, int y);

  /** A weighted mean. */
  @Import(module = "lanes", name = "mix")
  static native void mix(int q, int qEnd, int a, int b, int y);

  /** Sums of the greater elements: {@code ChoiceLoop} says how operands are arranged. */
  @Import(module = "lanes", name = "choose")
  static native void choose(int a, int rows, int cols, int b, int groups, int w, int y);

  /** The address of memory for some floats; what it held before may be lost. */
  int room(int floats) {
    if (floats > room) {
      room = Math.max(floats, 2 * room);
      at = (Heap.alloc(4 * room + LINE).toInt() + LINE - 1) & -LINE;
    }
    return at;
  }

  /** Copies consecutive numbers within the memory. */
  static void move(int from, int to, int count) {
    for (int i = 0; i < count; i++) {
      Address.fromInt(to + 4 * i).putFloat(Address.fromInt(from + 4 * i).getFloat());
    }
  }

  /** Copies consecutive numbers. */
  static void put(float[] from, int first, int count, int to) {
    int whole = count & -4;
    for (int i = 0; i < whole; i += 4) {
      Address address = Address.fromInt(to + 4 * i);
      address.putFloat(from[first + i]);
      address.add(4).putFloat(from[first + i + 1]);
      address.add(8).putFloat(from[first + i + 2]);
      address.add(12).putFloat(from[first + i + 3]);
    }
    for (int i = whole; i < count; i++) {
      Address.fromInt(to + 4 * i).putFloat(from[first + i]);
    }
  }

  /** Copies consecutive numbers back. */
  static void get(int from, float[] to, int first, int count) {
    int whole = count & -4;
    for (int i = 0; i < whole; i += 4) {
      Address address = Address.fromInt(from + 4 * i);
      to[first + i] = address.getFloat();
      to[first + i + 1] = address.add(4).getFloat();
      to[first + i + 2] = address.add(8).getFloat();
      to[first + i + 3] = address.add(12).getFloat();
    }
    for (int i = whole; i < count; i++) {
      to[first + i] = Address.fromInt(from + 4 * i).getFloat();
    }
  }
}
