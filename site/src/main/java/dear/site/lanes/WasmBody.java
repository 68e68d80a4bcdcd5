// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

import dear.site.lanes.WasmModule.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

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

  /** Clears the bits of an integer that another one lacks. */
  WasmBody and() {
    code.add(0x71);
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

  /** Repeats the code while a local that grows is below another; perhaps never. */
  WasmBody whileBelow(int local, int end, Runnable repeated) {
    code.add(0x02, EMPTY, 0x03, EMPTY);
    get(local).get(end);
    code.add(0x4f, 0x0d, 1); // not less than, without a sign: leave
    repeated.run();
    code.add(0x0c, 0, END, END);
    return this;
  }

  /** Loads four floats from the address on the stack. */
  WasmBody load(int offset) {
    return memory(0x00, 4, offset);
  }

  /** Loads an integer from the address on the stack. */
  WasmBody loadInteger(int offset) {
    code.add(0x28).number(2).number(offset);
    return this;
  }

  /** Loads one float from the address on the stack, four times. */
  WasmBody spread(int offset) {
    return memory(0x09, 2, offset);
  }

  /** Stores four floats at the address on the stack. */
  WasmBody store(int offset) {
    return memory(0x0b, 4, offset);
  }

  /** Replaces a number of the vector on the stack by one from the address below it. */
  WasmBody loadOne(int offset, int lane) {
    memory(0x56, 2, offset);
    code.add(lane);
    return this;
  }

  /** Stores one number of the vector on the stack at the address below it. */
  WasmBody storeOne(int offset, int lane) {
    memory(0x5a, 2, offset);
    code.add(lane);
    return this;
  }

  private WasmBody memory(int operation, int alignment, int offset) {
    code.add(SIMD).number(operation).number(alignment).number(offset);
    return this;
  }

  /** A float, four times. */
  WasmBody floats(float value) {
    return vector(it -> it.putFloat(value));
  }

  /** A double, twice. */
  WasmBody doubles(double value) {
    return vector(it -> it.putDouble(value));
  }

  private WasmBody vector(Consumer<ByteBuffer> part) {
    byte[] bytes = new byte[16];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      part.accept(buffer);
    }
    simd(0x0c);
    code.all(bytes);
    return this;
  }

  /** The bits of an integer, four times. */
  WasmBody spreadBits() {
    return simd(0x11);
  }

  /** An integer as a float, four times. */
  WasmBody spreadAsFloat() {
    code.add(0xb2); // f32.convert_i32_s
    return simd(0x13);
  }

  /** Four floats of two vectors; those of the second are numbered from four on. */
  WasmBody choose(int first, int second, int third, int fourth) {
    simd(0x0d);
    for (int it : new int[] {first, second, third, fourth}) {
      code.add(4 * it, 4 * it + 1, 4 * it + 2, 4 * it + 3);
    }
    return this;
  }

  WasmBody add() {
    return simd(0xe4);
  }

  WasmBody subtract() {
    return simd(0xe5);
  }

  WasmBody multiply() {
    return simd(0xe6);
  }

  WasmBody divide() {
    return simd(0xe7);
  }

  WasmBody negate() {
    return simd(0xe1);
  }

  /** The second operand where it is less, else the first. */
  WasmBody less() {
    return simd(0xea);
  }

  /** The second operand where it is greater, else the first. */
  WasmBody greater() {
    return simd(0xeb);
  }

  /** Of two vectors and two more, the first where the third is at least the fourth. */
  WasmBody where() {
    simd(0x46);
    return simd(0x52);
  }

  /** The first two floats as doubles. */
  WasmBody toDoubles() {
    return simd(0x5f);
  }

  /** Two doubles as the first two floats. */
  WasmBody toFloats() {
    return simd(0x5e);
  }

  WasmBody addDoubles() {
    return simd(0xf0);
  }

  WasmBody multiplyDoubles() {
    return simd(0xf2);
  }

  WasmBody divideDoubles() {
    return simd(0xf3);
  }

  WasmBody rootsOfDoubles() {
    return simd(0xef);
  }

  WasmBody addIntegers() {
    return simd(0xae);
  }

  /** Shifts four integers by a number of bits. */
  WasmBody shiftLeft(int bits) {
    constant(bits);
    return simd(0xab);
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
