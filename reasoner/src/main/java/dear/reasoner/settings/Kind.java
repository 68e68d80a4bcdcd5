// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The values that a setting accepts, and how their text is parsed.
 *
 * @param <T> the type of a parsed value
 */
public sealed interface Kind<T> {
  /**
   * One of a few words: the constants of an enum, in lower case and with hyphens.
   *
   * @param type the enum
   */
  record Choice<E extends Enum<E>>(Class<E> type) implements Kind<E> {
    /** Returns the words, in the order of the constants. */
    public List<String> words() {
      return Arrays.stream(type.getEnumConstants()).map(Choice::word).toList();
    }

    private static String word(Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A whole number. */
  record Whole(long least, long most) implements Kind<Long> {}

  /** A number. */
  record Real(double least, double most) implements Kind<Double> {}

  /** Numbers separated by commas. */
  record Reals(double least, double most) implements Kind<Numbers> {}

  /** Whole numbers with commas between them. */
  record Wholes(long least, long most) implements Kind<Numbers> {}

  /** True or false. */
  record Flag() implements Kind<Boolean> {}

  /** Any text on one line, such as the name of a file; empty for none. */
  record Text() implements Kind<String> {}

  /** A list of numbers. */
  record Numbers(List<Double> list) {
    /** Copies the list. */
    public Numbers {
      list = List.copyOf(list);
    }
  }

  /**
   * A valid value.
   *
   * @param meaning the parsed value
   * @param text its canonical text, the same for equal values
   */
  record Value<T>(T meaning, String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** Parses a text; an error names the setting and the values it accepts. */
  default Value<?> read(String key, String given) {
    String text = given.strip();
    return switch (this) {
      case Choice<?> choice -> word(choice, key, text);
      case Whole(long least, long most) -> {
        long value = whole(key, text, least, most);
        yield new Value<>(value, Long.toString(value));
      }
      case Real(double least, double most) -> new Value<>(real(key, text, least, most), text);
      case Reals(double least, double most) -> list(text, part -> real(key, part, least, most));
      case Wholes(long least, long most) -> list(text, part -> whole(key, part, least, most));
      case Text _ -> {
        if (text.length() > 4096 || text.chars().anyMatch(Character::isISOControl)) {
          throw wrong(
              key, text.replaceAll("\\p{Cntrl}", "?"), "one line of at most 4096 characters");
        }
        yield new Value<>(text, text);
      }
      case Flag _ -> {
        if (!text.equals("true") && !text.equals("false")) {
          throw wrong(key, text, "true or false");
        }
        yield new Value<>(text.equals("true"), text);
      }
    };
  }

  private static Value<Numbers> list(String text, ToDoubleFunction<String> number) {
    List<String> parts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    List<Double> numbers = parts.stream().map(number::applyAsDouble).toList();
    return new Value<>(new Numbers(numbers), String.join(",", parts));
  }

  private static <E extends Enum<E>> Value<E> word(Choice<E> choice, String key, String text) {
    int place = choice.words().indexOf(text);
    if (place < 0) {
      throw wrong(key, text, "one of " + String.join(", ", choice.words()));
    }
    return new Value<>(choice.type().getEnumConstants()[place], text);
  }

  private static long whole(String key, String text, long least, long most) {
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong(key, text, "a whole number");
    }
    if (value < least || value > most) {
      throw wrong(key, text, "from " + least + " to " + most);
    }
    return value;
  }

  private static double real(String key, String text, double least, double most) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw wrong(key, text, "a number");
    }
    if (!(value >= least && value <= most)) {
      throw wrong(key, text, "from " + least + " to " + most);
    }
    return value;
  }

  private static IllegalArgumentException wrong(String key, String text, String right) {
    return new IllegalArgumentException("setting %s: \"%s\" is not %s".formatted(key, text, right));
  }
}
