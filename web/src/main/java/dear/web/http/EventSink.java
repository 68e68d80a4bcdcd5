// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes server-sent events; once the client is gone, the next write fails. */
public final class EventSink {
  private final OutputStream out;

  EventSink(OutputStream out) {
    this.out = out;
  }

  /**
   * Sends an event.
   *
   * @param id what a reconnecting client sends as the last event it saw
   * @param name the name of the event
   * @param data a single line
   */
  public void send(String id, String name, String data) throws IOException {
    write("id: " + id + "\nevent: " + name + "\ndata: " + data + "\n\n");
  }

  /** Sends a comment, to find out whether the client still listens. */
  public void ping() throws IOException {
    write(": still here\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
