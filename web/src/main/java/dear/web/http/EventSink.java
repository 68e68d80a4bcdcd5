// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes server-sent events; a client that is gone makes the next write fail. */
public final class EventSink {
  private final OutputStream out;

  EventSink(OutputStream out) {
    this.out = out;
  }

  /**
   * Sends an event.
   *
   * @param id what a client that comes back names as the last it saw
   * @param name of the event
   * @param data one line
   */
  public void send(String id, String name, String data) throws IOException {
    write("id: " + id + "\nevent: " + name + "\ndata: " + data + "\n\n");
  }

  /** Sends a comment, by which we learn whether someone still listens. */
  public void ping() throws IOException {
    write(": still here\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
