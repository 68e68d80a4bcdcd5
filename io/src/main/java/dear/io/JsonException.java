package dear.io;

import java.io.IOException;

/** Malformed or unexpected JSON; the message names source, line and field. */
public final class JsonException extends IOException {
  private static final long serialVersionUID = 1L;

  /** An error with its whole message. */
  public JsonException(String message) {
    super(message);
  }
}
