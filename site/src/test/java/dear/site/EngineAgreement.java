// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine in the browser answers as the server does: the same questions go to both, the one as
 * WebAssembly with scalar kernels, the other on this JVM with the kernels of a server. It takes
 * minutes, so it runs only when it is named:
 *
 * <pre>
 * ./mvnw -q test -pl site -am -Dtest=EngineAgreement -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
class EngineAgreement {
  private static final int PER_ALGORITHM = 34;

  /** Relative, for what is computed in floats and summed in another order. */
  private static final double TOLERANCE = 1e-3;

  private static final String ASK =
      """
      async (questions) => {
        const engine = await import('./engine-local.js');
        const texts = [];
        for (const question of questions) {
          texts.push(JSON.stringify(await engine.solve(JSON.parse(question)).catch((problem) => problem)));
        }
        return texts;
      }
      """;

  @Test
  void answersAreTheServers(@TempDir Path folder) throws IOException {
    List<String> questions = questions();
    assertThat(questions).hasSizeGreaterThan(1000);
    PageEngine server = server();
    List<String> differences = new ArrayList<>();
    try (SiteHost host = SiteHost.open(folder)) {
      Page page = host.browser.newPage();
      page.navigate(host.uri() + "algorithms.json");
      List<?> answers = (List<?>) page.evaluate(ASK, questions);
      for (int i = 0; i < questions.size(); i++) {
        Json here = Json.parse(server.solve(questions.get(i)));
        Json there = Json.parse((String) answers.get(i));
        List<String> found = new ArrayList<>();
        compare("", here, there, found);
        if (!found.isEmpty()) {
          differences.add(questions.get(i) + ": " + found);
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  private static List<String> questions() {
    List<String> all = new ArrayList<>();
    for (Algorithm algorithm : Clrs.algorithms()) {
      IntStream.range(0, PER_ALGORITHM)
          .mapToObj(seed ->
              "{\"algorithm\":\"%s\",\"sample\":{\"nodes\":%d,\"seed\":%d}}"
                  .formatted(algorithm.name(), 5 + seed % 5, seed))
          .forEach(all::add);
    }
    Stream.of("bellman_ford", "insertion_sort", "mst_prim")
        .map("{\"algorithm\":\"%s\",\"sample\":{\"nodes\":64,\"seed\":1}}"::formatted)
        .forEach(all::add);
    all.add(
        "{\"algorithm\":\"bellman_ford\",\"trace\":true,\"compare\":true,\"model\":\"bellman_ford_nodes\","
            + "\"sample\":{\"nodes\":6,\"seed\":1},\"previous\":{\"sample\":{\"nodes\":6,\"seed\":2}}}");
    all.add("{\"algorithm\":\"insertion_sort\",\"numbers\":[5]}");
    all.add("{\"algorithm\":\"insertion_sort\",\"model\":\"bfs\",\"numbers\":[5,4]}");
    return all;
  }

  private static PageEngine server() throws IOException {
    ModelShelf shelf = ModelShelf.shipped();
    PageEngine engine =
        PageEngine.of(new String(PageEngine.catalogue(shelf), StandardCharsets.UTF_8));
    ShippedModels shipped = ShippedModels.ofProgram();
    for (ShippedModel model : shipped.all()) {
      engine.add(model.name(), shipped.read(model));
    }
    return engine;
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
}
