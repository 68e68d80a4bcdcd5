// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A request, or what should have become one, and the way to answer it. */
final class Exchange {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final Wire wire;
  private final RequestHead head;
  private final RequestBody body;
  private final Optional<Refusal> malformed;
  private boolean isReusable;

  private Exchange(Wire wire, RequestHead head, Optional<Refusal> malformed) throws IOException {
    this.wire = wire;
    this.head = head;
    this.malformed = malformed;
    body = new RequestBody(head, wire, wire.out());
  }

  /** Reads the head of a request. */
  static Exchange begin(Wire wire) throws IOException {
    try {
      return new Exchange(wire, RequestHead.read(wire), Optional.empty());
    } catch (Refusal refusal) {
      return new Exchange(wire, RequestHead.NONE, Optional.of(refusal));
    }
  }

  /** The address of the client. */
  String client() {
    return wire.client();
  }

  /** The head; throws a {@link Refusal} if it is not one. */
  RequestHead head() {
    malformed.ifPresent(refusal -> {
      throw refusal;
    });
    return head;
  }

  /** The body. */
  RequestBody body() {
    return body;
  }

  /** Sends the response; returns its status. */
  int send(Map<String, String> headers, Reply reply) throws IOException, InterruptedException {
    boolean isLast = head.isLast() || wire.isStopping() || !body.isSkippable();
    boolean isHead = head.method().equals("HEAD");
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Date", DATE.format(Instant.now()));
    if (isLast) {
      all.put("Connection", "close");
    }
    wire.beginResponse();
    OutputStream out = new BufferedOutputStream(wire.out());
    int status =
        switch (reply) {
          case Reply.Whole(int code, String type, byte[] bytes) -> {
            all.put("Content-Type", type);
            all.put("Content-Length", Integer.toString(bytes.length));
            writeHead(code, all, out);
            out.write(bytes, 0, isHead ? 0 : bytes.length);
            yield code;
          }
          case Reply.Events(Reply.Source source) -> {
            all.put("Content-Type", "text/event-stream");
            if (head.isCurrent()) {
              all.put("Transfer-Encoding", "chunked");
            }
            writeHead(200, all, out);
            if (isHead) {
              sendNothingOf(source);
            } else {
              source.writeTo(new EventSink(head.isCurrent() ? new Chunks(out) : out));
              out.write(head.isCurrent() ? Chunks.LAST : new byte[0]);
            }
            yield 200;
          }
        };
    out.flush();
    wire.endResponse();
    isReusable = !isLast;
    return status;
  }

  private static void writeHead(int status, Map<String, String> headers, OutputStream out)
      throws IOException {
    StringBuilder text = new StringBuilder(512);
    text.append("HTTP/1.1 ").append(status).append(' ').append(Reply.title(status)).append("\r\n");
    headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    out.write(text.append("\r\n").toString().getBytes(ISO_8859_1));
  }

  /** Lets a source of events know that nobody listens, so that it gives back what it holds. */
  private static void sendNothingOf(Reply.Source source) throws InterruptedException {
    OutputStream closed = OutputStream.nullOutputStream();
    try {
      closed.close();
      source.writeTo(new EventSink(closed));
    } catch (IOException expected) {
      // its first event was not taken
    }
  }

  /** Whether another request may follow: what is left of this one has been read. */
  boolean isReusable() throws IOException {
    if (isReusable) {
      try {
        body.skipRest();
      } catch (Refusal slow) {
        isReusable = false;
      }
    }
    return isReusable;
  }

  /** A body in pieces, each with its length; none is empty but the last. */
  private static final class Chunks extends FilterOutputStream {
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    static final byte[] LAST = "0\r\n\r\n".getBytes(US_ASCII);

    Chunks(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0) {
        out.write(Integer.toHexString(length).getBytes(US_ASCII));
        out.write(LINE_END);
        out.write(bytes, offset, length);
        out.write(LINE_END);
      }
    }
  }
}
