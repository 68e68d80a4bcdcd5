// SPDX-License-Identifier: Apache-2.0
package dear.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Damaged documents are either read or rejected, quickly; nothing else happens. */
class JsonFuzzTest {
  private static final int MUTATIONS = 20_000;
  private static final Duration FAR_TOO_LONG = Duration.ofMinutes(1);

  private static final byte[] DOCUMENT =
      """
      {"algorithm":"bfs","n":4,"seed":-7,"inputs":{"pos":{"data":[0.0,0.25,5e-1,-1.5E+3]},
      "key":[[1,0],[0,1]],"ok":true,"no":false,"nothing":null},"text":"\\u00e9\\ud83d\\ude00é\\n\\\\"}
      [1,2,[3,[4,{"a":[]}]]]
      """
          .getBytes(StandardCharsets.UTF_8);

  private static final byte[] FRAGMENTS =
      "{}[],:\"\\u0123-+.eEdtfn \n\r\t\u0000\u001fé".getBytes(StandardCharsets.UTF_8);

  @Test
  void onlyJsonExceptions() {
    Assertions.assertTimeoutPreemptively(
        FAR_TOO_LONG,
        () -> {
          SplittableRandom random = new SplittableRandom(20);
          int refused = 0;
          for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutant = mutate(DOCUMENT, random);
            try {
              readAll(mutant, i % 2 == 0);
            } catch (JsonException e) {
              assertThat(e).hasMessageMatching("(?s)fuzz:[1-9][0-9]*: .+");
              refused++;
            } catch (RuntimeException e) {
              throw new AssertionError(new String(mutant, StandardCharsets.ISO_8859_1), e);
            }
          }
          assertThat(refused).isBetween(MUTATIONS / 4, MUTATIONS - MUTATIONS / 100);
        });
  }

  private static void readAll(byte[] bytes, boolean trees) throws IOException {
    JsonReader reader = new JsonReader(new ByteArrayInputStream(bytes), "fuzz");
    while (reader.peek() != JsonReader.Token.END_OF_INPUT) {
      if (trees) {
        Json.parse(reader);
      } else {
        reader.skipValue();
      }
      reader.endDocument();
    }
  }

  private static byte[] mutate(byte[] original, SplittableRandom random) {
    byte[] mutant = original.clone();
    for (int k = 1 + random.nextInt(3); k > 0; k--) {
      int at = random.nextInt(mutant.length);
      int other = random.nextInt(mutant.length);
      byte fragment = FRAGMENTS[random.nextInt(FRAGMENTS.length)];
      switch (random.nextInt(5)) {
        case 0 -> mutant[at] = fragment;
        case 1 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> { // insert
          mutant = Arrays.copyOf(mutant, mutant.length + 1);
          System.arraycopy(mutant, at, mutant, at + 1, mutant.length - at - 1);
          mutant[at] = fragment;
        }
        case 3 -> { // remove a piece
          int end = Math.min(mutant.length, at + 1 + random.nextInt(6));
          byte[] shorter = Arrays.copyOf(mutant, Math.max(1, mutant.length - (end - at)));
          System.arraycopy(
              mutant, end, shorter, at, Math.min(shorter.length - at, mutant.length - end));
          mutant = shorter;
        }
        default -> { // repeat a piece elsewhere
          int length = Math.min(random.nextInt(12), mutant.length - Math.max(at, other));
          System.arraycopy(mutant, at, mutant, other, length);
        }
      }
    }
    return mutant;
  }
}
