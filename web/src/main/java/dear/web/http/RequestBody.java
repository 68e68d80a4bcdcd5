// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The body of a request as it arrives: of a known length, or in pieces. */
final class RequestBody extends InputStream {
  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  /** What is read after an answer, so that the connection can be used again. */
  private static final int MOST_SKIPPED = 1 << 16;

  private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,15})(?:[ \t]*;.*)?");
  private static final int MOST_CHUNK_LINE = 256;
  private static final int MOST_TRAILER = 4096;

  /** The bytes around a piece that are not worth counting. */
  private static final int USUAL_OVERHEAD = 16;

  private static final int MOST_OVERHEAD = 1 << 14;

  private final InputStream in;
  private final OutputStream out;
  private final boolean isChunked;
  private boolean isAwaited;
  private boolean isBroken;
  private long left; // of the body, or of this piece
  private long overhead;
  private boolean isEnded;

  /**
   * The body after a head; the client is asked to send it, if it wants to be, at the first read.
   */
  RequestBody(RequestHead head, InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
    isChunked = head.isChunked();
    left = Math.max(0, head.length());
    isEnded = !isChunked && left == 0;
    isAwaited = !isEnded && head.awaitsContinue();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    try {
      if (isAwaited) {
        isAwaited = false;
        out.write(CONTINUE);
      }
      if (isChunked && !isEnded && left == 0) {
        beginChunk();
      }
      return isEnded ? -1 : readSome(bytes, offset, (int) Math.min(length, left));
    } catch (IOException | Refusal e) {
      isBroken = true;
      throw e;
    }
  }

  private int readSome(byte[] bytes, int offset, int length) throws IOException {
    int count = in.read(bytes, offset, length);
    if (count < 0) {
      throw new EOFException("the client disconnected while sending its body");
    }
    left -= count;
    if (left == 0 && isChunked && (in.read() != '\r' || in.read() != '\n')) {
      throw badChunk();
    }
    isEnded = left == 0 && !isChunked;
    return count;
  }

  private void beginChunk() throws IOException {
    String line = new Lines(in, MOST_CHUNK_LINE).next(RequestBody::badChunk);
    Matcher chunk = CHUNK.matcher(line);
    if (!chunk.matches()) {
      throw badChunk();
    }
    left = Long.parseLong(chunk.group(1), 16);
    overhead = Math.max(0, overhead + line.length() - USUAL_OVERHEAD - left);
    if (overhead > MOST_OVERHEAD) {
      throw Refusal.of(400, "the body has more to say about its pieces than in them");
    }
    if (left == 0) {
      RequestHead.fields(new Lines(in, MOST_TRAILER)); // nobody asks for them
      isEnded = true;
    }
  }

  private static Refusal badChunk() {
    return Refusal.of(400, "a piece of the body needs its length in hexadecimal digits");
  }

  /** Whether what is left can be skipped, as far as one can tell before trying. */
  boolean isSkippable() {
    return isEnded || (!isBroken && !isAwaited && !isChunked && left <= MOST_SKIPPED);
  }

  /** Reads what is left, if that can be skipped; the next request comes after it. */
  void skipRest() throws IOException {
    skipNBytes(isEnded ? 0 : left);
  }
}
