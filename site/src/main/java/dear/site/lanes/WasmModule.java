// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a WebAssembly module of exported functions on an imported memory, {@code env.memory}. All
 * parameters are integers of 32 bits.
 */
final class WasmModule {
  static final int I32 = 0x7f;
  static final int V128 = 0x7b;

  private static final int FUNCTION = 0x60;
  private static final int[] MAGIC = {0, 'a', 's', 'm', 1, 0, 0, 0};

  private final List<byte[]> types = new ArrayList<>();
  private final List<byte[]> exports = new ArrayList<>();
  private final List<byte[]> bodies = new ArrayList<>();

  /** Adds a function whose result, if it has one, is an integer. */
  void add(String name, int parameters, boolean result, WasmBody body) {
    Bytes type = new Bytes().add(FUNCTION).number(parameters);
    for (int i = 0; i < parameters; i++) {
      type.add(I32);
    }
    type.number(result ? 1 : 0);
    if (result) {
      type.add(I32);
    }
    exports.add(new Bytes().text(name).add(0).number(types.size()).array());
    types.add(type.array());
    byte[] code = body.array();
    bodies.add(new Bytes().number(code.length).all(code).array());
  }

  byte[] array() {
    Bytes module = new Bytes();
    for (int it : MAGIC) {
      module.add(it);
    }
    section(module, 1, types);
    section(module, 2, List.of(new Bytes().text("env").text("memory").add(2, 0, 0).array()));
    List<byte[]> functions = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      functions.add(new Bytes().number(i).array());
    }
    section(module, 3, functions);
    section(module, 7, exports);
    section(module, 10, bodies);
    return module.array();
  }

  private static void section(Bytes module, int number, List<byte[]> entries) {
    Bytes content = new Bytes().number(entries.size());
    entries.forEach(content::all);
    module.add(number).number(content.array().length).all(content.array());
  }

  /** Bytes, and integers of seven bits a byte. */
  static final class Bytes {
    private static final int LOW = 0x7f;
    private static final int MORE = 0x80;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Bytes add(int... bytes) {
      for (int it : bytes) {
        out.write(it);
      }
      return this;
    }

    Bytes all(byte[] bytes) {
      out.writeBytes(bytes);
      return this;
    }

    Bytes text(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return number(bytes.length).all(bytes);
    }

    /** An integer without a sign. */
    Bytes number(int value) {
      int rest = value;
      while (rest > LOW) {
        out.write((rest & LOW) | MORE);
        rest >>>= 7;
      }
      return add(rest);
    }

    /** An integer with a sign. */
    Bytes signed(int value) {
      int rest = value;
      while (rest < -64 || rest > 63) {
        out.write((rest & LOW) | MORE);
        rest >>= 7;
      }
      return add(rest & LOW);
    }

    byte[] array() {
      return out.toByteArray();
    }
  }
}
