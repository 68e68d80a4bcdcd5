// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * An HTTP server with the limits and security headers that a public server needs. Whatever it says
 * carries these headers, also to what is not HTTP, and each of its refusals is a problem document.
 *
 * <p>Each connection has a virtual thread, which may wait for a slow client at no cost; computation
 * runs elsewhere (see {@code dear.web.solve}), so that a health check never queues behind a
 * question. The {@link Listener} limits connections and the time that requests and responses take;
 * a counter here limits the requests of one address.
 *
 * <p>Other sites cannot reach the API through a visitor's browser: requests must be JSON, which a
 * form cannot send and a script of another origin may not; and if the server listens on loopback
 * only, the Host header must name loopback, which prevents DNS rebinding.
 */
public final class FrontDoor implements Closeable {
  /** What the page may load: only what comes from its own host. */
  public static final String PAGE_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'";

  /** On a server, nothing may embed the page either. */
  static final String CONTENT_SECURITY_POLICY = PAGE_POLICY + "; frame-ancestors 'none'";

  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Listener listener;
  private final Limits.Requests limits;
  private final List<Route> routes;
  private final Telemetry telemetry;
  private final Consumer<Throwable> failures;
  private final boolean loopback;
  private final Map<String, Integer> perClient = new ConcurrentHashMap<>();

  /** Starts the server. */
  public FrontDoor(
      InetSocketAddress address,
      Limits.Requests limits,
      List<Route> routes,
      Telemetry telemetry,
      Consumer<Throwable> failures)
      throws IOException {
    this.limits = limits;
    this.routes = List.copyOf(routes);
    this.telemetry = telemetry;
    this.failures = failures;
    this.loopback = address.getAddress().isLoopbackAddress();
    listener = new Listener(address, limits, this::answer, failures);
    listener.start();
  }

  /** The address it listens on. */
  public InetSocketAddress address() {
    return listener.address();
  }

  /** Accepts no more requests, and lets those in progress end before their time is over. */
  @Override
  public void close() {
    listener.close();
  }

  private void answer(Exchange exchange) {
    String client = exchange.client();
    String route = "other";
    int status = 0;
    telemetry.begin();
    perClient.merge(client, 1, Integer::sum);
    try {
      Map<String, String> headers = headers();
      Reply reply;
      try {
        RequestHead head = exchange.head();
        requireHost(head.host());
        Route found = route(head.path());
        route = found.name();
        if (found.isLimited() && perClient.getOrDefault(client, 0) > limits.perClient()) {
          throw Refusal.of(
              429,
              "at most %d concurrent requests per address; wait for a response first"
                  .formatted(limits.perClient()));
        }
        if (!found.takes(head.method())) {
          headers.put("Allow", found.allowed());
        }
        reply = found.handle(request(exchange, found), head.method());
      } catch (Refusal refusal) {
        if (refusal.status() == 429 || refusal.status() == 503) {
          headers.put("Retry-After", "1");
        }
        reply = Reply.problem(refusal);
      } catch (RuntimeException | Error e) {
        failures.accept(e);
        reply = Reply.problem(Refusal.of(500, "internal error"));
      }
      status = exchange.send(headers, reply);
    } catch (IOException e) {
      status = 499; // the client is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      status = 503;
    } catch (RuntimeException | Error e) { // the response has begun, so there is nobody to tell
      status = 500;
      failures.accept(e);
    } finally {
      perClient.computeIfPresent(client, (_, count) -> count > 1 ? count - 1 : null);
      telemetry.end(route, status);
    }
  }

  private static Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Cache-Control", "no-store");
    return headers;
  }

  private void requireHost(String host) {
    String name = host.replaceFirst(":[0-9]*$", "");
    if (loopback && !LOOPBACK_NAMES.contains(name)) {
      throw Refusal.of(421, "this server only accepts requests to localhost");
    }
  }

  private Route route(String path) {
    return routes.stream()
        .filter(route -> route.matches(path))
        .findFirst()
        .orElseThrow(() -> Refusal.of(404, "no such path; see /openapi.json"));
  }

  private Request request(Exchange exchange, Route route) {
    RequestHead head = exchange.head();
    return new Request(
        exchange.client(),
        route.rest(head.path()),
        head.field("last-event-id"),
        head.field("content-type").orElse(""),
        head.length(),
        exchange.body(),
        limits.bodyBytes());
  }

  /** The time after which an event stream ends, before the server would close it. */
  public static Duration streamTime(Limits.Requests limits) {
    return limits.responseTime().multipliedBy(3).dividedBy(4);
  }

  /** A resource of this package's module, read once. */
  public static byte[] resource(String name) {
    try (InputStream in = FrontDoor.class.getResourceAsStream("/dear/web/" + name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
