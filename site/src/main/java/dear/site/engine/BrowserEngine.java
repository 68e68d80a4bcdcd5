// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.web.solve.PageEngine;
import java.io.IOException;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;
import org.teavm.jso.typedarrays.Int8Array;

/** The engine as JavaScript sees it: {@code open} gives an object with the other functions. */
public final class BrowserEngine implements JSObject {
  private final PageEngine engine;

  private BrowserEngine(PageEngine engine) {
    this.engine = engine;
  }

  /** Where the compiler starts from; a page calls the exported functions instead. */
  public static void main(String[] arguments) {}

  /** Opens an engine: {@link PageEngine#of}. */
  @JSExport
  public static BrowserEngine open(String catalogue) throws IOException {
    return new BrowserEngine(PageEngine.of(catalogue));
  }

  /** The name of the model to add first; empty if there is none: {@link PageEngine#absent}. */
  @JSExport
  public String absent(String question) {
    return engine.absent(question).orElse("");
  }

  /** Adds a model: {@link PageEngine#add}. */
  @JSExport
  public void add(String name, Int8Array file) throws IOException {
    engine.add(name, file.copyToJavaArray());
  }

  /** The answer or the problem, as JSON: {@link PageEngine#solve}. */
  @JSExport
  public String solve(String question) {
    return engine.solve(question);
  }
}
