// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

import dear.site.lanes.WasmModule.Bytes;

/**
 * The code of a WebAssembly function, instruction by instruction. A local is known by its number;
 * the parameters come first, then integers, then vectors of four floats.
 */
final class WasmBody {
  private static final int SIMD = 0xfd;
  private static final int EMPTY = 0x40;
  private static final int END = 0x0b;

  private final Bytes code = new Bytes();
  private final int parameters;
  private int integers;
  private int vectors;

  WasmBody(int parameters) {
    this.parameters = parameters;
  }

  /** A new integer. Integers are declared before vectors. */
  int integer() {
    if (vectors > 0) {
      throw new IllegalStateException("integers come before vectors");
    }
    return parameters + integers++;
  }

  /** A new vector. */
  int vector() {
    return parameters + integers + vectors++;
  }

  /** New vectors. */
  int[] vectors(int count) {
    int[] made = new int[count];
    for (int i = 0; i < count; i++) {
      made[i] = vector();
    }
    return made;
  }

  WasmBody get(int local) {
    code.add(0x20).number(local);
    return this;
  }

  WasmBody set(int local) {
    code.add(0x21).number(local);
    return this;
  }

  WasmBody constant(int value) {
    code.add(0x41).signed(value);
    return this;
  }

  WasmBody plus() {
    code.add(0x6a);
    return this;
  }

  WasmBody times() {
    code.add(0x6c);
    return this;
  }

  /** Adds a constant to a local. */
  WasmBody advance(int local, int by) {
    return get(local).constant(by).plus().set(local);
  }

  /** Adds a local to a local. */
  WasmBody advanceBy(int local, int by) {
    return get(local).get(by).plus().set(local);
  }

  /** Sets a local to the sum of a local and a product. */
  WasmBody setSum(int local, int first, int factor, int times) {
    return get(first).get(factor).constant(times).times().plus().set(local);
  }

  /** Repeats the code until a local that grows has reached another; at least once. */
  WasmBody until(int local, int end, Runnable repeated) {
    code.add(0x03, EMPTY);
    repeated.run();
    get(local).get(end);
    code.add(0x49, 0x0d, 0, END); // less than, without a sign: branch to the beginning
    return this;
  }

  /** Loads four floats from the address on the stack. */
  WasmBody load(int offset) {
    return memory(0x00, 4, offset);
  }

  /** Loads one float from the address on the stack, four times. */
  WasmBody spread(int offset) {
    return memory(0x09, 2, offset);
  }

  /** Stores four floats at the address on the stack. */
  WasmBody store(int offset) {
    return memory(0x0b, 4, offset);
  }

  private WasmBody memory(int operation, int alignment, int offset) {
    code.add(SIMD).number(operation).number(alignment).number(offset);
    return this;
  }

  WasmBody add() {
    return simd(0xe4);
  }

  WasmBody multiply() {
    return simd(0xe6);
  }

  /** The second operand where it is greater, else the first. */
  WasmBody greater() {
    return simd(0xeb);
  }

  private WasmBody simd(int operation) {
    code.add(SIMD).number(operation);
    return this;
  }

  byte[] array() {
    Bytes body = new Bytes().number(2).number(integers).add(WasmModule.I32);
    body.number(vectors).add(WasmModule.V128);
    return body.all(code.array()).add(END).array();
  }
}
