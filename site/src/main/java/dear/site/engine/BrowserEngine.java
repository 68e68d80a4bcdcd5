// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.web.solve.PageEngine;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.teavm.jso.JSExport;
import org.teavm.jso.typedarrays.Int8Array;

/**
 * The engine as JavaScript sees it: exported functions, of which {@code open} comes first. A page
 * has one engine, in a worker of its own, so that the class stands for it.
 */
public final class BrowserEngine {
  /** Empty until the engine is opened. */
  private static final Deque<PageEngine> OPENED = new ArrayDeque<>(1);

  private BrowserEngine() {}

  /** Where the compiler starts from; a page calls the exported functions instead. */
  public static void main(String[] arguments) {}

  /** Opens the engine: {@link PageEngine#of}. */
  @JSExport
  public static void open(String catalogue) throws IOException {
    OPENED.addFirst(PageEngine.of(catalogue));
  }

  /** The name of the model to add first; empty if there is none: {@link PageEngine#absent}. */
  @JSExport
  public static String absent(String question) {
    return OPENED.getFirst().absent(question).orElse("");
  }

  /** Adds a model: {@link PageEngine#add}. */
  @JSExport
  public static void add(String name, Int8Array file) throws IOException {
    OPENED.getFirst().add(name, file.copyToJavaArray());
  }

  /** The answer or the problem, as JSON: {@link PageEngine#solve}. */
  @JSExport
  public static String solve(String question) {
    return OPENED.getFirst().solve(question);
  }
}
