// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One of several equal parts of some work.
 *
 * @param k which part, counted from 1
 * @param n the number of parts
 */
record Shard(int k, int n) {
  /** Returns the first of so many pieces that belongs to this part. */
  long from(long pieces) {
    return boundary(k - 1, pieces);
  }

  /** Returns the piece after the last that belongs to this part. */
  long to(long pieces) {
    return boundary(k, pieces);
  }

  /** Without a product that overflows: parts differ by at most one piece. */
  private long boundary(int parts, long pieces) {
    return pieces / n * parts + pieces % n * parts / n;
  }

  /** Reads 2/3. */
  static final class Converter implements ITypeConverter<Shard> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

    @Override
    public Shard convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (matcher.matches()) {
        Shard shard =
            new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        if (shard.k() >= 1 && shard.k() <= shard.n()) {
          return shard;
        }
      }
      throw new TypeConversionException(
          "'" + text + "' is not a shard; write 1/3, 2/3 or 3/3 for the parts of three machines");
    }
  }
}
