// SPDX-License-Identifier: Apache-2.0
package dear.site;

import com.microsoft.playwright.Page;
import dear.io.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Asks three engines the same questions: the one in Chromium, as WebAssembly, and the same Java on
 * two JVMs, one with scalar kernels and one with those of a server.
 *
 * <p>The browser performs the operations of the scalar kernels in their order, so with them
 * everything agrees, every residual included. The vectors of a server round differently, and so do
 * those of two servers whose registers are not of the same size. What that changes in a state is
 * carried on by the search: one that contracts forgets it, one that circles its equilibrium for
 * dozens of evaluations enlarges it a thousandfold. So with a server's kernels the answer must
 * agree: outputs, verdict and faults, the number of evaluations and why they ended, but not how far
 * the last ones moved.
 */
final class EngineComparison implements AutoCloseable {
  /** Relative, for numbers that are computed in floats. */
  private static final double TOLERANCE = 1e-3;

  /** Fields that show the state itself, or how far it moves. */
  private static final Pattern STATE = Pattern.compile(".*\\.(residuals?|colours|pair_colours)");

  private static final String SCALAR = "scalar";
  private static final String SERVER = "server";

  private static final String ASK =
      """
      async (question) => {
        const engine = await import('./engine-local.js');
        return JSON.stringify(await engine.solve(JSON.parse(question)).catch((problem) => problem));
      }
      """;

  private final EngineOnJvm server = new EngineOnJvm();
  private final EngineOnJvm.Scalar scalar = new EngineOnJvm.Scalar();
  private final SiteHost host;
  private final Page page;

  private EngineComparison(SiteHost host) throws IOException {
    this.host = host;
    page = host.browser.newPage();
    page.navigate(host.uri() + "algorithms.json"); // a page that asks nothing itself
  }

  static EngineComparison open(Path folder) throws IOException {
    return new EngineComparison(SiteHost.open(folder));
  }

  /** A question about a random instance. */
  static String sample(String algorithm, int nodes, int seed) {
    return "{\"algorithm\":\"%s\",\"sample\":{\"nodes\":%d,\"seed\":%d}}"
        .formatted(algorithm, nodes, seed);
  }

  /** Where the browser's answer to a question differs from the others. */
  List<String> differences(String question) throws IOException {
    Json there = Json.parse((String) page.evaluate(ASK, question));
    List<String> found = new ArrayList<>();
    compare(SCALAR, Json.parse(scalar.solve(question)), there, found);
    compare(SERVER, Json.parse(server.solve(question)), there, found);
    return found;
  }

  private static void compare(String path, Json here, Json there, List<String> found) {
    if (path.endsWith(".milliseconds")
        || (path.startsWith(SERVER) && STATE.matcher(path).matches())) {
      return;
    }
    if (here instanceof Json.Members(Map<String, Json> ours)
        && there instanceof Json.Members(Map<String, Json> theirs)) {
      Map<String, Json> rest = new LinkedHashMap<>(theirs);
      ours.forEach((name, value) -> {
        Json other = rest.remove(name);
        if (other == null) {
          found.add(path + "." + name + " is missing");
        } else {
          compare(path + "." + name, value, other, found);
        }
      });
      rest.keySet().forEach(name -> found.add(path + "." + name + " is new"));
    } else if (here instanceof Json.Values(List<Json> ours)
        && there instanceof Json.Values(List<Json> theirs)
        && ours.size() == theirs.size()) {
      for (int i = 0; i < ours.size(); i++) {
        compare(path + "[" + i + "]", ours.get(i), theirs.get(i), found);
      }
    } else if (here instanceof Json.Numeral(double ours)
        && there instanceof Json.Numeral(double theirs)) {
      boolean whole = ours == Math.rint(ours) || path.startsWith(SCALAR);
      double margin = whole ? 0 : TOLERANCE * Math.max(Math.abs(ours), 1e-3);
      if (Math.abs(ours - theirs) > margin) {
        found.add("%s: %s, %s".formatted(path, ours, theirs));
      }
    } else if (!here.equals(there)) {
      found.add(path + ": " + brief(here) + ", " + brief(there));
    }
  }

  private static String brief(Json json) {
    String text = json.toString();
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  @Override
  public void close() {
    scalar.close();
    host.close();
  }
}
