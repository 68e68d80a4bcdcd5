// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import dear.clrs.data.Graph;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Numbers as people write them. A number is shown in its shortest form that is still exact, and
 * sums are those of the decimal numbers that were written: 0.1 and 0.2 make 0.3.
 */
public final class Decimals {
  /** What a double holds of any decimal number; further digits are noise. */
  private static final MathContext DIGITS = new MathContext(15);

  /** Longer numbers are written with an exponent. */
  private static final int LONGEST = 20;

  private Decimals() {}

  /** The shortest text that is this number. */
  public static String text(double value) {
    return text(exact(value));
  }

  /** The number in plain digits, or with an exponent if that is much shorter. */
  public static String text(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    String plain = stripped.toPlainString();
    return plain.length() <= LONGEST ? plain : stripped.toString();
  }

  /** A number as it was written. */
  static BigDecimal exact(double value) {
    return value == Graph.ZERO_WEIGHT ? BigDecimal.ZERO : BigDecimal.valueOf(value);
  }

  /** A result without digits that the numbers it was computed from do not have. */
  static BigDecimal rounded(BigDecimal value) {
    return value.round(DIGITS);
  }
}
