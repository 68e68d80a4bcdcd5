// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.IOException;

/**
 * A path and the handler for its requests.
 *
 * @param method GET (which also covers HEAD) or POST
 * @param path the exact path or, with a trailing slash, all paths below it
 * @param handler answers the requests
 * @param isLimited whether an address with too many requests is refused
 */
public record Route(String method, String path, Handler handler, boolean isLimited) {
  /** Answers requests. */
  @FunctionalInterface
  public interface Handler {
    /** Answers, or throws a {@link Refusal}. */
    Reply answer(Request request) throws IOException, InterruptedException;
  }

  /** Answers GET at a path. */
  public static Route get(String path, Handler handler) {
    return new Route("GET", path, handler, true);
  }

  /** Answers GET at a path even if the address has too many requests: for those who watch us. */
  public static Route always(String path, Handler handler) {
    return new Route("GET", path, handler, false);
  }

  /** Answers POST at a path. */
  public static Route post(String path, Handler handler) {
    return new Route("POST", path, handler, true);
  }

  boolean matches(String asked) {
    return isFolder()
        ? asked.startsWith(path) && asked.length() > path.length()
        : asked.equals(path);
  }

  String rest(String asked) {
    return asked.substring(path.length());
  }

  /** Its name in metrics. */
  String name() {
    return isFolder() ? path + "*" : path;
  }

  /** The methods it takes, as the header Allow lists them. */
  String allowed() {
    return method.equals("GET") ? "GET, HEAD" : method;
  }

  boolean takes(String asked) {
    return asked.equals(method) || (asked.equals("HEAD") && method.equals("GET"));
  }

  Reply handle(Request request, String asked) throws IOException, InterruptedException {
    if (!takes(asked)) {
      throw Refusal.of(405, "use " + method);
    }
    return handler.answer(request);
  }

  private boolean isFolder() {
    return path.endsWith("/") && path.length() > 1;
  }
}
