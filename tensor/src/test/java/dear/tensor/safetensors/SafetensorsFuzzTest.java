// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged files of every kind give either a file that can be read in full or a {@link
 * SafetensorsException}: no other exception, no hang, no allocation beyond a multiple of the file.
 */
class SafetensorsFuzzTest {
  private static final int MUTATIONS = 100_000;
  private static final long SEED = 20240;

  // The reader's buffers (JSON and one chunk per tensor), then what names, entries and widened
  // values may take.
  private static final long FIXED_BYTES = 1 << 17;
  private static final long BYTES_PER_BYTE = 300;

  private static final String[] WORDS = {
    "\"dtype\":\"F32\"",
    "\"shape\":[]",
    "[",
    "]",
    "{",
    "}",
    "\"x\":",
    ",",
    "-1",
    "1e9",
    "null",
    "9223372036854775807",
    "18446744073709551615",
    "\"__metadata__\":{\"a\":\"b\"},",
    "\\ud800",
    "\"F4\"",
    "\"I64\"",
    "\"BOOL\"",
    "0",
    "\u0000",
    "é"
  };

  @Test
  @Timeout(60)
  void onlyTheDeclaredExceptionEscapes() throws IOException {
    List<byte[]> corpus = new ArrayList<>();
    for (Path file : GoldenFiles.startingWith("valid_")) {
      corpus.add(Files.readAllBytes(file));
    }
    SplittableRandom random = new SplittableRandom(SEED);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int accepted = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] mutant = corpus.get(random.nextInt(corpus.size()));
      for (int k = 1 + random.nextInt(3); k > 0; k--) {
        mutant = mutate(mutant, random);
      }
      if (random.nextInt(3) > 0) {
        mutant = withFittingLength(mutant);
      }
      long before = threads.getCurrentThreadAllocatedBytes();
      try {
        readAll(mutant);
        accepted++;
      } catch (SafetensorsException e) {
        if (!String.valueOf(e.getMessage()).startsWith("mutant: ")) {
          throw new AssertionError("mutation " + i + ": the message names no file", e);
        }
      } catch (IOException | RuntimeException e) {
        throw new AssertionError("mutation " + i + ": " + HexFormat.of().formatHex(mutant), e);
      }
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      if (allocated > FIXED_BYTES + BYTES_PER_BYTE * mutant.length) {
        throw new AssertionError(allocated + " bytes allocated for mutation " + i);
      }
    }
    assertThat(accepted).as("some mutations only touch values").isBetween(1, MUTATIONS - 1);
  }

  private static void readAll(byte[] bytes) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.parse(bytes, "mutant")) {
      for (TensorEntry entry : file.tensors().values()) {
        switch (entry.type()) {
          case F32, F16, BF16 -> file.floats(entry.name());
          case F64 -> file.doubles(entry.name());
          case I64, U64, I32, U32, I16, U16, I8, U8 -> file.longs(entry.name());
          case BOOL -> file.booleans(entry.name());
          case F4, F6_E2M3, F6_E3M2, F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, C64 ->
              file.bytes(entry.name());
        }
      }
    }
  }

  private static byte[] mutate(byte[] file, SplittableRandom random) {
    int at = random.nextInt(file.length + 1);
    return switch (random.nextInt(7)) {
      case 0 -> Arrays.copyOf(file, at);
      case 1 -> splice(file, at, at, random(random, 1 + random.nextInt(16)));
      case 2 -> splice(file, at, Math.min(file.length, at + 1), random(random, 1));
      case 3 -> splice(file, at, Math.min(file.length, at + random.nextInt(20)), new byte[0]);
      case 4 ->
          splice(
              file,
              at,
              Math.min(file.length, at + random.nextInt(8)),
              WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8));
      case 5 -> {
        int from = random.nextInt(file.length + 1);
        int to = Math.min(file.length, from + random.nextInt(80));
        yield splice(file, at, at, Arrays.copyOfRange(file, from, to));
      }
      default -> {
        byte[] copy = file.clone();
        if (at < copy.length) {
          copy[at] ^= (byte) (1 << random.nextInt(8));
        }
        yield copy;
      }
    };
  }

  /** Repairs the length of the header, so that damage gets past the first check. */
  private static byte[] withFittingLength(byte[] file) {
    if (file.length < 8) {
      return file;
    }
    int end = file.length;
    while (end > 8 && file[end - 1] != '}') {
      end--;
    }
    byte[] copy = file.clone();
    ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putLong(0, end - 8L);
    return copy;
  }

  private static byte[] splice(byte[] file, int from, int to, byte[] middle) {
    byte[] result = new byte[from + middle.length + file.length - to];
    System.arraycopy(file, 0, result, 0, from);
    System.arraycopy(middle, 0, result, from, middle.length);
    System.arraycopy(file, to, result, from + middle.length, file.length - to);
    return result;
  }

  private static byte[] random(SplittableRandom random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
