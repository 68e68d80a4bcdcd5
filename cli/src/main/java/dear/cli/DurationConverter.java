// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads 90s, 30m, 2h, 1h30m. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM =
      Pattern.compile("(?:(\\d{1,4})h)?(?:(\\d{1,5})m)?(?:(\\d{1,6})s)?");

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration; write 90s, 30m, 2h or 1h30m");
    }
    return Duration.ofHours(number(matcher.group(1)))
        .plusMinutes(number(matcher.group(2)))
        .plusSeconds(number(matcher.group(3)));
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
