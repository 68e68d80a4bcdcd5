// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import dear.io.Json;
import dear.io.JsonException;
import dear.io.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * What a handler sees of a request.
 *
 * @param client the address it comes from
 * @param rest the part of the path after the route, undecoded; empty if there is none
 * @param lastEvent the last event that a reconnecting listener has seen
 * @param contentType as sent; empty if absent
 * @param contentLength as sent; negative if absent
 * @param body the bytes as they arrive; fails if the client disconnects before their end
 * @param mostBytes the most bytes to read
 */
public record Request(
    String client,
    String rest,
    Optional<String> lastEvent,
    String contentType,
    long contentLength,
    InputStream body,
    int mostBytes) {

  /** The body as JSON, read up to the limit. */
  public Json json() throws IOException {
    if (!contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals("application/json")) {
      throw Refusal.of(415, "send Content-Type: application/json");
    }
    if (contentLength > mostBytes) {
      throw tooLarge();
    }
    byte[] bytes = body.readNBytes(mostBytes + 1);
    if (bytes.length > mostBytes) {
      throw tooLarge();
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      JsonReader reader = new JsonReader(new ByteArrayInputStream(bytes), "body");
      Json document = Json.parse(reader);
      if (reader.peek() != JsonReader.Token.END_OF_INPUT) {
        throw reader.error("unexpected text after the end of the document");
      }
      return document;
    } catch (CharacterCodingException e) {
      throw Refusal.of(400, "the body is not UTF-8");
    } catch (JsonException e) {
      throw Refusal.of(400, String.valueOf(e.getMessage()));
    }
  }

  private Refusal tooLarge() {
    return Refusal.of(413, "a body may have at most " + mostBytes + " bytes");
  }
}
