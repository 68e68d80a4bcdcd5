// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The request line and the headers of a request (RFC 9112), read strictly: what two readers could
 * understand differently is refused.
 *
 * @param method such as GET; any token
 * @param path the path of the target, undecoded; {@code *} if the request is about no path
 * @param host the host that is asked, with its port; empty if the client names none
 * @param isCurrent whether the client speaks HTTP/1.1, not 1.0
 * @param fields the headers by name, in lower case; several of one name are joined by commas
 */
record RequestHead(
    String method, String path, String host, boolean isCurrent, Map<String, String> fields) {
  /** What stands for the head of a request that was refused before its end: nothing follows. */
  static final RequestHead NONE = new RequestHead("", "", "", true, Map.of("connection", "close"));

  private static final int MOST_BYTES = 1 << 14;
  private static final int MOST_FIELDS = 200;

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern VERSION = Pattern.compile("HTTP/([0-9])\\.([0-9])");
  private static final Pattern TARGET = Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:@/?%\\[\\]-]+");
  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final Pattern ADDRESS = Pattern.compile("(?i:http)://([^/?]+)(.*)");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:%\\[\\]-]*");
  private static final Pattern LENGTH = Pattern.compile("[0-9]+");
  private static final int MOST_DIGITS = 18;

  /** Reads a head, and nothing after it. */
  static RequestHead read(InputStream in) throws IOException {
    Lines lines = new Lines(in, MOST_BYTES);
    String line = lines.next(RequestHead::longTarget);
    while (line.isEmpty()) { // some clients end their bodies with a line too many
      line = lines.next(RequestHead::longTarget);
    }
    String[] words = line.split(" ", -1);
    Matcher version = VERSION.matcher(words[words.length - 1]);
    if (words.length != 3 || !TOKEN.matcher(words[0]).matches() || !version.matches()) {
      throw Refusal.of(400, "a request begins with a method, an address and HTTP/1.1");
    }
    if (!version.group(1).equals("1")) {
      throw Refusal.of(505, "this server speaks HTTP/1.1");
    }
    Matcher address = ADDRESS.matcher(words[1]);
    boolean isWhole = address.matches();
    String path = path(words[0], isWhole ? address.group(2) : words[1], isWhole);
    boolean isCurrent = !version.group(2).equals("0");
    Map<String, String> fields = fields(lines);
    if (isCurrent && !fields.containsKey("host")) {
      throw Refusal.of(400, "the header Host is missing");
    }
    String host = isWhole ? address.group(1) : fields.getOrDefault("host", "");
    if (!HOST.matcher(host).matches()) {
      throw Refusal.of(400, "the host is not one name and port");
    }
    RequestHead head = new RequestHead(words[0], path, host, isCurrent, fields);
    head.checkFraming();
    return head;
  }

  /** Reads headers, or what comes after a body in pieces, up to the empty line. */
  static Map<String, String> fields(Lines lines) throws IOException {
    Map<String, String> fields = new HashMap<>();
    int count = 0;
    for (String line = lines.next(RequestHead::longFields);
        !line.isEmpty();
        line = lines.next(RequestHead::longFields), count++) {
      int colon = line.indexOf(':');
      if (count == MOST_FIELDS) {
        throw longFields();
      }
      if (colon < 0 || !TOKEN.matcher(line.substring(0, colon)).matches()) {
        throw Refusal.of(400, "a header is a name, a colon and a value, on one line");
      }
      fields.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (first, second) -> first + ", " + second);
    }
    return fields;
  }

  private static Refusal longTarget() {
    return Refusal.of(414, "the address may have at most " + MOST_BYTES + " bytes");
  }

  private static Refusal longFields() {
    return Refusal.of(
        431, "at most %d headers, of %d bytes with the address".formatted(MOST_FIELDS, MOST_BYTES));
  }

  private static String path(String method, String target, boolean isAfterHost) {
    String asked = isAfterHost && !target.startsWith("/") ? "/" + target : target;
    boolean isKnown = asked.startsWith("/") || (asked.equals("*") && method.equals("OPTIONS"));
    if (!isKnown || !TARGET.matcher(asked).matches() || BAD_ESCAPE.matcher(asked).find()) {
      throw Refusal.of(400, "the address must be a path; what a path cannot have is written %XX");
    }
    return asked.split("\\?", 2)[0];
  }

  private void checkFraming() {
    String length = fields.getOrDefault("content-length", "0");
    if (isChunked() && (fields.containsKey("content-length") || !isCurrent)) {
      throw Refusal.of(400, "a body has either a length or, in HTTP/1.1, an encoding");
    }
    if (isChunked() && !fields.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      throw Refusal.of(501, "the only encoding of bodies is chunked");
    }
    if (!LENGTH.matcher(length).matches()) {
      throw Refusal.of(400, "the length of a body is one number");
    }
    if (length.length() > MOST_DIGITS) {
      throw Refusal.of(413, "no body is that long");
    }
  }

  /** A header; empty if absent. */
  Optional<String> field(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  /** The length of the body as sent; negative if absent. */
  long length() {
    return field("content-length").map(Long::parseLong).orElse(-1L);
  }

  /** Whether the body comes in pieces, each with its length. */
  boolean isChunked() {
    return fields.containsKey("transfer-encoding");
  }

  /** Whether the client sends no other request on this connection. */
  boolean isLast() {
    return !isCurrent
        || Arrays.stream(fields.getOrDefault("connection", "").split(",", -1))
            .anyMatch(word -> word.strip().equalsIgnoreCase("close"));
  }

  /** Whether the client sends the body only once it is asked to. */
  boolean awaitsContinue() {
    return isCurrent && fields.getOrDefault("expect", "").equalsIgnoreCase("100-continue");
  }
}
