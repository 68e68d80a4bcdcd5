// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The JDK's HTTP server with the limits and security headers that a public server needs.
 *
 * <p>Each exchange has a virtual thread, which may wait for a slow client at no cost; computation
 * runs elsewhere (see {@code dear.web.solve}), so that a health check never queues behind a
 * question. Time is limited by the server's own timers: it closes connections whose request or
 * response takes too long, which ends the wait of their thread with an exception. The server limits
 * connections; a counter here limits the requests of one address.
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

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
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
    configure(limits);
    server = HttpServer.create(address, /* backlog= */ 1024);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** The server reads its limits from properties, once; values set by the user are kept. */
  private static void configure(Limits.Requests limits) {
    property("maxReqTime", limits.requestTime().toSeconds());
    property("maxRspTime", limits.responseTime().toSeconds());
    property("jdk.httpserver.maxConnections", limits.connections());
    property("maxReqHeaderSize", 16_384);
    property("maxIdleConnections", limits.connections());
    property("nodelay", true); // otherwise bodies wait until the headers are acknowledged
  }

  private static void property(String name, Object value) {
    String full = name.startsWith("jdk.") ? name : "sun.net.httpserver." + name;
    if (System.getProperty(full) == null) {
      System.setProperty(full, value.toString());
    }
  }

  /** The address it listens on. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** Accepts no more requests, and lets those in progress end before their time is over. */
  @Override
  public void close() {
    server.stop((int) limits.drainTime().toSeconds());
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) {
    String client = exchange.getRemoteAddress().getAddress().getHostAddress();
    String route = "other";
    int status = 0;
    telemetry.begin();
    perClient.merge(client, 1, Integer::sum);
    try (exchange) {
      setHeaders(exchange.getResponseHeaders());
      Reply reply;
      try {
        requireHost(exchange.getRequestHeaders());
        Route found = route(exchange.getRequestURI().getRawPath());
        route = found.name();
        if (found.isLimited() && perClient.getOrDefault(client, 0) > limits.perClient()) {
          throw Refusal.of(
              429,
              "at most %d concurrent requests per address; wait for a response first"
                  .formatted(limits.perClient()));
        }
        reply = found.handle(request(exchange, found, client), exchange.getRequestMethod());
      } catch (Refusal refusal) {
        reply = refused(refusal, exchange);
      } catch (RuntimeException | Error e) {
        failures.accept(e);
        reply = Reply.problem(Refusal.of(500, "internal error"));
      }
      status = send(exchange, reply);
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

  private Reply refused(Refusal refusal, HttpExchange exchange) {
    Headers headers = exchange.getResponseHeaders();
    switch (refusal.status()) {
      case 405 -> headers.set("Allow", route(exchange.getRequestURI().getRawPath()).allowed());
      case 429, 503 -> headers.set("Retry-After", "1");
      default -> {}
    }
    return Reply.problem(refusal);
  }

  private static void setHeaders(Headers headers) {
    headers.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }

  private void requireHost(Headers headers) {
    String host = Optional.ofNullable(headers.getFirst("Host")).orElse("");
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

  private Request request(HttpExchange exchange, Route route, String client) {
    Headers headers = exchange.getRequestHeaders();
    String length = Optional.ofNullable(headers.getFirst("Content-Length")).orElse("-1");
    return new Request(
        client,
        route.rest(exchange.getRequestURI().getRawPath()),
        Optional.ofNullable(headers.getFirst("Last-Event-ID")),
        Optional.ofNullable(headers.getFirst("Content-Type")).orElse(""),
        Long.parseLong(length), // the server has rejected anything else
        exchange.getRequestBody(),
        limits.bodyBytes());
  }

  private static int send(HttpExchange exchange, Reply reply)
      throws IOException, InterruptedException {
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    return switch (reply) {
      case Reply.Whole(int status, String type, byte[] body) -> {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
        if (!isHead && body.length > 0) {
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
          }
        }
        yield status;
      }
      case Reply.Events(Reply.Source source) -> {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
          source.writeTo(new EventSink(out));
        }
        yield 200;
      }
    };
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
