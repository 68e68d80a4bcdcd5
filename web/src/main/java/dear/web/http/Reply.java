// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import dear.io.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A response. */
public sealed interface Reply {
  /**
   * A response with a complete body.
   *
   * @param status the HTTP status
   * @param type the content type
   * @param body its bytes, which must not be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // passed to the socket, never compared
  record Whole(int status, String type, byte[] body) implements Reply {}

  /**
   * Server-sent events, as long as the source has some and the client listens.
   *
   * @param source writes them
   */
  record Events(Source source) implements Reply {}

  /** Where events come from. */
  @FunctionalInterface
  interface Source {
    /** Writes events; returns when the stream should end. */
    void writeTo(EventSink sink) throws IOException, InterruptedException;
  }

  /** Something that writes JSON. */
  @FunctionalInterface
  interface Body {
    /** Writes one document. */
    void writeTo(JsonWriter json) throws IOException;
  }

  /** A JSON document. */
  static Whole json(Body body) {
    return new Whole(200, "application/json", bytes(body));
  }

  /** Plain text. */
  static Reply text(String type, String text) {
    return new Whole(200, type, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The problem document of a refusal. */
  static Whole problem(Refusal refusal) {
    byte[] body =
        bytes(json -> {
          json.beginObject();
          json.name("type").value("about:blank");
          json.name("title").value(title(refusal.status()));
          json.name("status").value(refusal.status());
          json.name("detail").value(refusal.detail());
          if (!refusal.field().isEmpty()) {
            json.name("field").value(refusal.field());
          }
          json.endObject();
        });
    return new Whole(refusal.status(), "application/problem+json", body);
  }

  private static byte[] bytes(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      body.writeTo(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A name for a status. */
  static String title(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 400 -> "Malformed request";
      case 404 -> "Not found";
      case 405 -> "Method not allowed";
      case 408 -> "Too slow";
      case 413 -> "Body too large";
      case 414 -> "Address too long";
      case 415 -> "Not JSON";
      case 421 -> "Wrong host";
      case 422 -> "Invalid field";
      case 429 -> "Too many concurrent requests";
      case 431 -> "Too many headers";
      case 500 -> "Internal error";
      case 501 -> "Unknown encoding";
      case 503 -> "Busy";
      case 505 -> "Unknown version";
      default -> "Failed";
    };
  }
}
