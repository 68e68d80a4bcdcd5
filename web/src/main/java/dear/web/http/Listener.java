// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Accepts connections and reads the requests on them, one after another. Each connection has a
 * virtual thread, which costs little while it waits.
 */
final class Listener implements Closeable {
  private static final int BACKLOG = 1024;

  /** How long a connection is kept for another request. */
  private static final Duration IDLE_TIME = Duration.ofSeconds(30);

  /** How often responses are checked: writing, unlike reading, has no time limit of its own. */
  private static final Duration CHECK_EVERY = Duration.ofMillis(500);

  /** The pause after a connection that could not be accepted, such as for want of descriptors. */
  private static final Duration RECOVERY = Duration.ofMillis(100);

  private final ServerSocket server = new ServerSocket();
  private final Limits.Requests limits;
  private final Consumer<Exchange> door;
  private final Consumer<Throwable> failures;
  private final Set<Wire> wires = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread acceptor = Thread.ofVirtual().unstarted(this::accept);
  private final Thread checker = Thread.ofVirtual().unstarted(this::check);

  /** Listens on an address; nobody is let in yet. */
  Listener(
      InetSocketAddress address,
      Limits.Requests limits,
      Consumer<Exchange> door,
      Consumer<Throwable> failures)
      throws IOException {
    this.limits = limits;
    this.door = door;
    this.failures = failures;
    try {
      server.bind(address, BACKLOG);
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /** Lets clients in. */
  void start() {
    acceptor.start();
    checker.start();
  }

  /** The address it listens on. */
  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        admit(server.accept());
      } catch (IOException e) {
        if (!server.isClosed()) {
          failures.accept(e);
          pause(RECOVERY);
        }
      }
    }
  }

  private void admit(Socket socket) throws IOException {
    if (wires.size() >= limits.connections()) {
      socket.close();
      return;
    }
    Wire wire = new Wire(socket, limits);
    wires.add(wire);
    threads.execute(() -> serve(wire));
  }

  private void serve(Wire wire) {
    try (wire) {
      wire.hurry();
      boolean isOpen = wire.awaitRequest(limits.requestTime());
      while (isOpen) {
        Exchange exchange = Exchange.begin(wire);
        door.accept(exchange);
        if (!exchange.isReusable()) {
          wire.part();
          return;
        }
        isOpen = wire.awaitRequest(IDLE_TIME);
      }
    } catch (IOException e) {
      // the client is gone, or was told to go
    } finally {
      wires.remove(wire);
    }
  }

  private void check() {
    while (pause(CHECK_EVERY)) {
      wires.forEach(Wire::closeIfOverdue);
    }
  }

  private static boolean pause(Duration time) {
    try {
      Thread.sleep(time);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Lets nobody else in, and lets the requests in progress end before their time is over. */
  @Override
  public void close() {
    try {
      server.close();
      acceptor.join();
      wires.forEach(Wire::stop);
      threads.shutdown();
      threads.awaitTermination(limits.drainTime().toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      failures.accept(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
      checker.interrupt();
    }
  }
}
