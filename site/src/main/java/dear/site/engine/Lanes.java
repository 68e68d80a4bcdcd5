// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import org.teavm.interop.Address;
import org.teavm.interop.Import;
import org.teavm.runtime.heap.Heap;

/**
 * Four floats at once: the functions of {@code lanes.wasm}, and the memory that they share with the
 * engine. A Java array cannot be read as vectors, so operands are copied there.
 */
final class Lanes {
  private static final int LINE = 64;

  /** Where the memory begins; a multiple of a cache line. */
  private int at;

  private int room;

  /** Whether the browser has vectors: 0 or 1. */
  @Import(module = "lanes", name = "available")
  static native int available();

  /** Adds a product; {@code LanesModule} says how operands are arranged. */
  @Import(module = "lanes", name = "multiply")
  static native void multiply(int x, int tiles, int depth, int w, int panels, int y);

  /** Composes; {@code LanesModule} says how operands are arranged. */
  @Import(module = "lanes", name = "compose")
  static native void compose(int a, int b, int t, int nodes, int rows, int tiles, int blocks);

  /** The address of memory for some floats; what it held before may be lost. */
  int room(int floats) {
    if (floats > room) {
      room = Math.max(floats, 2 * room);
      at = (Heap.alloc(4 * room + LINE).toInt() + LINE - 1) & -LINE;
    }
    return at;
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
