// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Damages files: a few random changes of bytes, of numbers, of parts or of the end. */
final class FileMutator {
  /** What readers stumble over. */
  private static final List<String> WORDS =
      List.of(
          "-1",
          "0",
          "1e308",
          "-1e308",
          "1e-320",
          "NaN",
          "null",
          "true",
          "[]",
          "{}",
          "\"\"",
          "[[",
          "2147483647",
          "-2147483648",
          "9223372036854775807",
          "99999999999999999999",
          "1.5",
          ",",
          "\n",
          "\r\n",
          "\u0000",
          "\"",
          "\\",
          "\\u0000",
          "\ud83d\ude00",
          "#",
          "p sp 9 9\n",
          "]",
          "}");

  private final RandomGenerator random;

  FileMutator(RandomGenerator random) {
    this.random = random;
  }

  byte[] mutate(byte[] whole) {
    byte[] bytes = whole;
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      bytes = change(bytes);
    }
    return bytes;
  }

  private byte[] change(byte[] bytes) {
    int from = place(bytes);
    int to = Math.min(bytes.length, from + 1 + random.nextInt(1 + random.nextInt(64)));
    return switch (random.nextInt(8)) {
      case 0 -> flipped(bytes, from);
      case 1 -> replaced(bytes, from, Math.min(bytes.length, from + 1), (byte) random.nextInt(256));
      case 2 -> Arrays.copyOf(bytes, from);
      case 3 -> joined(bytes, 0, from, new byte[0], to); // a part is missing
      case 4 -> joined(bytes, 0, to, Arrays.copyOfRange(bytes, from, to), to); // or there twice
      case 5 -> joined(bytes, 0, from, word(), from);
      case 6 -> joined(bytes, 0, from, word(), endOfNumber(bytes, from));
      default -> replaced(bytes, from, to, (byte) random.nextInt(256));
    };
  }

  /** Headers are short and matter most. */
  private int place(byte[] bytes) {
    int reach = random.nextBoolean() ? Math.min(bytes.length, 256) : bytes.length;
    return reach == 0 ? 0 : random.nextInt(reach);
  }

  private byte[] word() {
    return WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static int endOfNumber(byte[] bytes, int from) {
    int end = from;
    while (end < bytes.length && "+-.eE0123456789".indexOf(bytes[end]) >= 0) {
      end++;
    }
    return end;
  }

  private byte[] flipped(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    if (at < changed.length) {
      changed[at] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte value) {
    byte[] changed = bytes.clone();
    Arrays.fill(changed, Math.min(from, to), to, value);
    return changed;
  }

  private static byte[] joined(byte[] bytes, int first, int from, byte[] middle, int to) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(bytes, first, from);
    all.writeBytes(middle);
    all.write(bytes, to, bytes.length - to);
    return all.toByteArray();
  }
}
