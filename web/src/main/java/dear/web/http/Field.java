// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import dear.io.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A value in an untrusted document together with its path, so that every error names the invalid
 * field.
 *
 * @param path from the root; empty for the root itself
 * @param value the value
 */
public record Field(String path, Json value) {
  /** The root of a document. */
  public static Field root(Json document) {
    return new Field("", document);
  }

  /** An error about this field. */
  public Refusal refuse(String detail) {
    return Refusal.unprocessable(path, detail);
  }

  /** The member with that name, if it is present and not null. */
  public Optional<Field> find(String name) {
    Json member = members().get(name);
    return member == null || member instanceof Json.Null
        ? Optional.empty()
        : Optional.of(new Field(below(name), member));
  }

  /** The member with that name. */
  public Field get(String name) {
    return find(name)
        .orElseThrow(() -> Refusal.unprocessable(below(name), "is required but missing"));
  }

  /** Rejects members with other names: a misspelled option must not be ignored. */
  public Field only(String... names) {
    Set<String> known = Set.of(names);
    for (String name : members().keySet()) {
      if (!known.contains(name)) {
        throw Refusal.unprocessable(
            below(name), "is unknown; expected one of " + String.join(", ", names));
      }
    }
    return this;
  }

  /** A string. */
  public String text() {
    if (value instanceof Json.Text(String string)) {
      return string;
    }
    throw refuse("must be a string");
  }

  /** True or false. */
  public boolean flag() {
    if (value instanceof Json.Flag(boolean truth)) {
      return truth;
    }
    throw refuse("must be true or false");
  }

  /** A number within bounds. */
  public double number(double least, double most) {
    if (value instanceof Json.Numeral(double number) && number >= least && number <= most) {
      return number;
    }
    throw refuse("must be a number from %s to %s".formatted(brief(least), brief(most)));
  }

  /** A whole number within bounds. */
  public int whole(int least, int most) {
    if (value instanceof Json.Numeral(double number)
        && number == Math.rint(number)
        && number >= least
        && number <= most) {
      return (int) number;
    }
    throw refuse("must be a whole number from %d to %d".formatted(least, most));
  }

  /** The values of an array of bounded length. */
  public List<Field> list(int least, int most) {
    if (!(value instanceof Json.Values(List<Json> values))) {
      throw refuse("must be an array");
    }
    if (values.size() < least || values.size() > most) {
      String expected = least == most ? Integer.toString(least) : least + " to " + most;
      throw refuse("must have %s values, but has %d".formatted(expected, values.size()));
    }
    return IntStream.range(0, values.size())
        .mapToObj(i -> new Field(path + "[" + i + "]", values.get(i)))
        .toList();
  }

  private Map<String, Json> members() {
    if (value instanceof Json.Members(Map<String, Json> map)) {
      return map;
    }
    throw refuse("must be an object");
  }

  private String below(String name) {
    // An untrusted name may be as long as the body.
    String brief = name.length() <= 40 ? name : name.substring(0, 40) + "…";
    return path.isEmpty() ? brief : path + "." + brief;
  }

  private static String brief(double bound) {
    return bound == Math.rint(bound) && Math.abs(bound) < 1e9
        ? Long.toString((long) bound)
        : Double.toString(bound);
  }
}
