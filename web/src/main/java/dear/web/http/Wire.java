// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;

/** The bytes of a connection, whose requests and responses have to be over in time. */
final class Wire extends InputStream {
  /** How long, and how much, a client may go on sending after its last response. */
  private static final Duration PARTING_TIME = Duration.ofSeconds(1);

  private static final int PARTING_BYTES = 1 << 20;

  /** Small, because most connections are idle. */
  private final byte[] buffer = new byte[4096];

  private final Socket socket;
  private final Limits.Requests limits;
  private final String client;
  private int at;
  private int end;
  private long requestEnd;
  private volatile long exchangeEnd = Long.MAX_VALUE;
  private volatile boolean isStopping;
  private boolean isIdle;

  /** The bytes of a socket. */
  Wire(Socket socket, Limits.Requests limits) {
    this.socket = socket;
    this.limits = limits;
    client = socket.getInetAddress().getHostAddress();
  }

  /** Sends what is written at once; otherwise bodies wait until the head is acknowledged. */
  void hurry() throws IOException {
    socket.setTcpNoDelay(true);
  }

  /** The address of the client. */
  String client() {
    return client;
  }

  /** Waits until a request begins; false if none does. */
  boolean awaitRequest(Duration time) throws IOException {
    synchronized (this) {
      if (isStopping) {
        return false;
      }
      isIdle = true;
    }
    try {
      requestEnd = System.nanoTime() + time.toNanos();
      if (at == end && !fill()) {
        return false;
      }
    } catch (Refusal silent) {
      return false;
    }
    synchronized (this) {
      isIdle = false;
    }
    requestEnd = System.nanoTime() + limits.requestTime().toNanos();
    exchangeEnd = requestEnd + limits.responseTime().toNanos();
    return true;
  }

  @Override
  public int read() throws IOException {
    return at == end && !fill() ? -1 : buffer[at++] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length > 0 && at == end && !fill()) {
      return -1;
    }
    int count = Math.min(length, end - at);
    System.arraycopy(buffer, at, bytes, offset, count);
    at += count;
    return count;
  }

  private boolean fill() throws IOException {
    long millis = (requestEnd - System.nanoTime()) / 1_000_000;
    if (millis <= 0) {
      throw tooSlow();
    }
    socket.setSoTimeout((int) millis);
    try {
      at = 0;
      end = 0;
      end = Math.max(0, socket.getInputStream().read(buffer));
    } catch (SocketTimeoutException e) {
      throw tooSlow();
    }
    return end > 0;
  }

  private Refusal tooSlow() {
    return Refusal.of(
        408, "a request must arrive within %d s".formatted(limits.requestTime().toSeconds()));
  }

  /** Where responses go. */
  OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  /** From now on, the client has to take its response. */
  void beginResponse() {
    exchangeEnd = System.nanoTime() + limits.responseTime().toNanos();
  }

  /** The response was sent in time. */
  void endResponse() {
    exchangeEnd = Long.MAX_VALUE;
  }

  /** Closes the connection if the client has not taken its response in time. */
  void closeIfOverdue() {
    if (System.nanoTime() > exchangeEnd) {
      close();
    }
  }

  /** Whether no more requests are answered. */
  boolean isStopping() {
    return isStopping;
  }

  /** Lets the request in progress, if there is one, be the last. */
  synchronized void stop() {
    isStopping = true;
    if (isIdle) {
      close();
    }
  }

  /**
   * Ends the connection when the client does, but does not wait for long: the system would throw
   * away what we have said last if we closed before we have read what the client still sends.
   */
  void part() throws IOException {
    socket.shutdownOutput();
    requestEnd = System.nanoTime() + PARTING_TIME.toNanos();
    try {
      for (int count = 0; count < PARTING_BYTES && fill(); ) {
        count += end;
      }
    } catch (Refusal slow) {
      // then it is closed without the client
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // it is closed all the same
    }
  }
}
