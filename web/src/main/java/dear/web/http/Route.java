// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import java.io.IOException;

/**
 * What answers at a path.
 *
 * @param method GET (which answers HEAD, too) or POST
 * @param path the exact path, or with an ending slash all paths below it
 * @param handler what answers
 */
public record Route(String method, String path, Handler handler) {
  /** Answers requests. */
  @FunctionalInterface
  public interface Handler {
    /** Answers, or throws a {@link Refusal}. */
    Reply answer(Request request) throws IOException, InterruptedException;
  }

  /** Answers GET at a path. */
  public static Route get(String path, Handler handler) {
    return new Route("GET", path, handler);
  }

  /** Answers POST at a path. */
  public static Route post(String path, Handler handler) {
    return new Route("POST", path, handler);
  }

  boolean matches(String asked) {
    return isFolder()
        ? asked.startsWith(path) && asked.length() > path.length()
        : asked.equals(path);
  }

  String rest(String asked) {
    return asked.substring(path.length());
  }

  /** What it is called in metrics. */
  String name() {
    return isFolder() ? path + "*" : path;
  }

  Reply handle(Request request, String asked) throws IOException, InterruptedException {
    boolean fits = asked.equals(method) || (asked.equals("HEAD") && method.equals("GET"));
    if (!fits) {
      throw Refusal.of(405, "ask with " + method);
    }
    return handler.answer(request);
  }

  private boolean isFolder() {
    return path.endsWith("/") && path.length() > 1;
  }
}
