// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Numbers from words or an untrusted text file: plain decimal numbers, separated by spaces, tabs,
 * commas or semicolons, in a file also by line ends. What follows a {@code #} is a comment, and the
 * first line may be a header. Errors name the file and the line.
 */
public final class NumberLines {
  /** More is not a list that a person made. */
  private static final int MOST_BYTES = 1 << 24;

  private static final Pattern BETWEEN = Pattern.compile("[\\s,;]+");
  private static final Pattern GAP = Pattern.compile("^[,;]|[,;]\\s*[,;]");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");

  /** A pair in one word: 1,4 or 1-4 or (1,4) or 1:4. */
  private static final Pattern PAIR =
      Pattern.compile("\\(?(" + NUMBER.pattern() + ")[,;:-](" + NUMBER.pattern() + ")\\)?");

  private NumberLines() {}

  /** One number. */
  public static double number(String word) {
    if (!NUMBER.matcher(word).matches()) {
      throw new IllegalArgumentException(shown(word) + " is not a number such as 2 or -0.5");
    }
    double number = Double.parseDouble(word);
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException(shown(word) + " is too large");
    }
    return number;
  }

  /** Whether a word could be meant as a number or a pair, although it begins with a minus. */
  public static boolean isNumeric(String word) {
    return NUMBER.matcher(word).matches() || PAIR.matcher(word).matches();
  }

  /** One number per word; commas are allowed between and after them, but not two in a row. */
  public static double[] numbers(List<String> words) {
    return words.stream()
        .flatMap(word -> Arrays.stream(fields(word.strip())))
        .filter(word -> !word.isEmpty())
        .mapToDouble(NumberLines::number)
        .toArray();
  }

  /** The numbers of some text; a comma without a number before it means that one is missing. */
  private static String[] fields(String text) {
    var gap = GAP.matcher(text);
    if (text.length() > 1 && gap.find()) {
      String before = text.substring(0, gap.start());
      throw new IllegalArgumentException(
          "number %d of %s is empty"
              .formatted(before.isEmpty() ? 1 : BETWEEN.split(before).length + 1, shown(text)));
    }
    return BETWEEN.split(text, -1);
  }

  /** One pair per word, such as {@code 1,4}; intervals also as {@code 1-4}. */
  public static List<double[]> pairs(List<String> words) {
    List<double[]> pairs = new ArrayList<>();
    for (String word : words) {
      var matcher = PAIR.matcher(word);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            shown(word) + " is not a pair of numbers such as 1,4 (without a space)");
      }
      pairs.add(new double[] {number(matcher.group(1)), number(matcher.group(2))});
    }
    return pairs;
  }

  /**
   * All numbers of a file.
   *
   * @param source the name of the file in messages
   */
  public static double[] readNumbers(String source, InputStream in) throws IOException {
    return lines(source, in).stream()
        .flatMapToDouble(line -> Arrays.stream(line.numbers))
        .toArray();
  }

  /**
   * The pairs of a file, one per line.
   *
   * @param source the name of the file in messages
   */
  public static List<double[]> readPairs(String source, InputStream in) throws IOException {
    List<double[]> pairs = new ArrayList<>();
    for (Line line : lines(source, in)) {
      if (line.numbers.length != 2) {
        throw new IOException(
            "%s:%d: a line should have two numbers, not %d"
                .formatted(source, line.number, line.numbers.length));
      }
      pairs.add(line.numbers);
    }
    return pairs;
  }

  /** The numbers of a line that has any. */
  private static final class Line {
    private final int number;
    private final double[] numbers;

    Line(int number, double[] numbers) {
      this.number = number;
      this.numbers = numbers;
    }
  }

  private static List<Line> lines(String source, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new IOException(
          "%s: more than %d MB: is this a list of numbers?".formatted(source, MOST_BYTES >> 20));
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException(source + ": not UTF-8: save the file as UTF-8 text", e);
    }
    List<Line> lines = new ArrayList<>();
    int number = 0;
    boolean mayBeHeader = true;
    for (String whole : (text.startsWith("\ufeff") ? text.substring(1) : text).split("\n", -1)) {
      number++;
      String line = whole.replaceFirst("#.*", "").strip();
      if (line.isEmpty()) {
        continue;
      }
      String[] words = BETWEEN.split(line);
      boolean isHeader =
          mayBeHeader && Arrays.stream(words).noneMatch(word -> NUMBER.matcher(word).matches());
      mayBeHeader = false;
      if (!isHeader) {
        try {
          lines.add(new Line(number, numbers(List.of(line))));
        } catch (IllegalArgumentException e) {
          throw new IOException("%s:%d: %s".formatted(source, number, e.getMessage()), e);
        }
      }
    }
    if (lines.isEmpty()) {
      throw new IOException(source + ": there are no numbers in it");
    }
    return lines;
  }

  /** A word made safe for messages: short and without control characters. */
  private static String shown(String word) {
    String start = word.length() > 40 ? word.substring(0, 40) + "…" : word;
    return '"' + start.replaceAll("\\p{Cntrl}", "?") + '"';
  }
}
