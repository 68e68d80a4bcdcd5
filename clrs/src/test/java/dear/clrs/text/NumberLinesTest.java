// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberLinesTest {
  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void numbersAreSeparatedByAnything() throws IOException {
    assertThat(NumberLines.numbers(List.of("5", "-2,4;", ".5", "1e-3")))
        .containsExactly(5, -2, 4, 0.5, 0.001);
    assertThat(NumberLines.readNumbers("f", stream("\ufeff# mine\nkey\n5, 2\n\n4\t3 # last\r\n")))
        .containsExactly(5, 2, 4, 3);
  }

  @Test
  void pairsAreWordsOrLines() throws IOException {
    assertThat(NumberLines.pairs(List.of("1,4", "3-5", "(0,-1)", "-1--0.5", "1:2")))
        .containsExactly(
            new double[] {1, 4},
            new double[] {3, 5},
            new double[] {0, -1},
            new double[] {-1, -0.5},
            new double[] {1, 2});
    assertThat(NumberLines.readPairs("f", stream("x,y\n0 1\n2,3\n")))
        .containsExactly(new double[] {0, 1}, new double[] {2, 3});
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "1x", "NaN", "Infinity", "0x10", "1f", "--1", "1e999", "٣"})
  void whatIsNoNumberIsRefused(String word) {
    assertThatThrownBy(() -> NumberLines.number(word)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEmptyFieldIsAMissingNumber() {
    assertThatThrownBy(() -> NumberLines.numbers(List.of("1,2,,3")))
        .hasMessage("number 3 of \"1,2,,3\" is empty");
    assertThatThrownBy(() -> NumberLines.numbers(List.of("4", ",5")))
        .hasMessage("number 1 of \",5\" is empty");
    assertThatThrownBy(() -> NumberLines.readNumbers("f", stream("1\n2, 3 ; ,4\n")))
        .hasMessage("f:2: number 3 of \"2, 3 ; ,4\" is empty");
    assertThat(NumberLines.numbers(List.of("1", ",", "2,", "3"))).containsExactly(1, 2, 3);
  }

  @Test
  void errorsNameFileAndLine() {
    assertThatThrownBy(() -> NumberLines.readNumbers("keys.txt", stream("1\n2\nthree\n")))
        .isInstanceOf(IOException.class)
        .hasMessage("keys.txt:3: \"three\" is not a number such as 2 or -0.5");
    assertThatThrownBy(() -> NumberLines.readPairs("points.csv", stream("1,2\n3\n")))
        .isInstanceOf(IOException.class)
        .hasMessage("points.csv:2: a line should have two numbers, not 1");
    assertThatThrownBy(() -> NumberLines.readNumbers("empty.txt", stream("\n# none\n")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no numbers");
    assertThatThrownBy(() -> NumberLines.readNumbers("picture", stream("5 \u001b[31m 2")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("picture:1:")
        .hasMessageNotContaining("\u001b");
  }

  @Test
  void filesWithoutAnEndAreRefused() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return '7';
          }
        };
    assertThatThrownBy(() -> NumberLines.readNumbers("endless", endless))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("endless: more than 16 MB");
  }
}
