// SPDX-License-Identifier: Apache-2.0
package dear.web;

import dear.web.http.FrontDoor;
import dear.web.http.Reply;
import dear.web.http.Route;
import dear.web.http.Telemetry;
import dear.web.runs.RunCatalogue;
import dear.web.solve.ModelShelf;
import dear.web.solve.SolveService;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The page and the API behind it, served until closed.
 *
 * <pre>{@code
 * try (Playground playground = Playground.open(options, shelf, Throwable::printStackTrace)) {
 *   System.out.println(playground.uri());
 * }
 * }</pre>
 */
public final class Playground implements Closeable {
  private final FrontDoor door;
  private final SolveService solver;
  private final RunCatalogue runs;

  private Playground(FrontDoor door, SolveService solver, RunCatalogue runs) {
    this.door = door;
    this.solver = solver;
    this.runs = runs;
  }

  /**
   * Opens it.
   *
   * @param failures receives internal errors
   * @throws IOException if the server cannot listen on the address
   */
  public static Playground open(
      PlaygroundOptions options, ModelShelf shelf, Consumer<Throwable> failures)
      throws IOException {
    Telemetry telemetry = new Telemetry();
    SolveService solver = new SolveService(shelf, options.limits().questions(), telemetry);
    RunCatalogue runs =
        new RunCatalogue(options.runs(), FrontDoor.streamTime(options.limits().requests()));
    List<Route> routes = new ArrayList<>();
    // Nothing outside this list is served.
    for (String name : PageFiles.all()) {
      Reply file = new Reply.Whole(200, type(name), PageFiles.read(name));
      routes.add(Route.get(name.equals(PageFiles.START) ? "/" : "/" + name, _ -> file));
    }
    routes.add(Route.post("/api/solve", solver::solve));
    routes.add(Route.get("/api/algorithms", _ -> solver.algorithms()));
    routes.add(Route.get("/api/models", _ -> solver.models()));
    routes.add(Route.get("/api/runs", _ -> runs.list()));
    routes.add(Route.get("/api/runs/", runs::one));
    routes.add(Route.always("/healthz", _ -> Reply.text("text/plain", "ok\n")));
    routes.add(
        Route.always("/metrics", _ -> Reply.text("text/plain; version=0.0.4", telemetry.text())));
    try {
      FrontDoor door =
          new FrontDoor(
              options.address(), options.limits().requests(), routes, telemetry, failures);
      return new Playground(door, solver, runs);
    } catch (IOException e) {
      solver.close();
      throw new IOException(
          "cannot listen on %s: %s; choose another --port"
              .formatted(options.address(), e.getMessage()),
          e);
    }
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".html" -> "text/html; charset=utf-8";
      case ".css" -> "text/css; charset=utf-8";
      case ".js" -> "text/javascript; charset=utf-8";
      case ".svg" -> "image/svg+xml";
      case ".png" -> "image/png";
      case ".json" -> "application/json";
      default -> throw new IllegalArgumentException(name + " has no known type");
    };
  }

  /**
   * Lets every model answer a few questions in the background, so that the first visitor does not
   * have to wait.
   */
  public void warmUp() {
    solver.warmUp();
  }

  /** The address of the page, as this machine can open it. */
  public URI uri() {
    InetAddress address = door.address().getAddress();
    String host =
        (address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address).getHostAddress();
    return URI.create(
        "http://%s:%d/"
            .formatted(host.contains(":") ? "[" + host + "]" : host, door.address().getPort()));
  }

  /** Accepts nothing more, lets the requests in progress end, and stops. */
  @Override
  public void close() {
    runs.close();
    door.close();
    solver.close();
  }
}
