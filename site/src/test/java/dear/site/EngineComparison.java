// SPDX-License-Identifier: Apache-2.0
package dear.site;

import com.microsoft.playwright.Page;
import dear.io.Json;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.web.solve.ModelShelf;
import dear.web.solve.PageEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks two engines the same questions: the one in Chromium, as WebAssembly with scalar kernels, and
 * the same Java on this JVM with the kernels of a server.
 */
final class EngineComparison implements AutoCloseable {
  /** Relative, for what is computed in floats and summed in another order. */
  private static final double TOLERANCE = 1e-3;

  private static final String ASK =
      """
      async (question) => {
        const engine = await import('./engine-local.js');
        return JSON.stringify(await engine.solve(JSON.parse(question)).catch((problem) => problem));
      }
      """;

  private final PageEngine server;
  private final SiteHost host;
  private final Page page;

  private EngineComparison(PageEngine server, SiteHost host) {
    this.server = server;
    this.host = host;
    page = host.browser.newPage();
    page.navigate(host.uri() + "algorithms.json"); // a page that asks nothing itself
  }

  static EngineComparison open(Path folder) throws IOException {
    return new EngineComparison(
        PageEngine.of(
            new String(PageEngine.catalogue(ModelShelf.shipped()), StandardCharsets.UTF_8)),
        SiteHost.open(folder));
  }

  /** A question about a random instance. */
  static String sample(String algorithm, int nodes, int seed) {
    return "{\"algorithm\":\"%s\",\"sample\":{\"nodes\":%d,\"seed\":%d}}"
        .formatted(algorithm, nodes, seed);
  }

  /** Where the two answers to a question differ. */
  List<String> differences(String question) throws IOException {
    String there = (String) page.evaluate(ASK, question);
    List<String> found = new ArrayList<>();
    compare("", Json.parse(answer(question)), Json.parse(there), found);
    return found;
  }

  private String answer(String question) throws IOException {
    ShippedModels shipped = ShippedModels.ofProgram();
    for (String name = server.absent(question).orElse("");
        !name.isEmpty();
        name = server.absent(question).orElse("")) {
      for (ShippedModel model : shipped.all()) {
        if (model.name().equals(name)) {
          server.add(name, shipped.read(model));
        }
      }
    }
    return server.solve(question);
  }

  private static void compare(String path, Json here, Json there, List<String> found) {
    if (path.endsWith(".milliseconds")) {
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
      boolean whole = ours == Math.rint(ours);
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
    host.close();
  }
}
