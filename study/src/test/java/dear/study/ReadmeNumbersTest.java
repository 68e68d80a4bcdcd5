// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;

import dear.io.Json;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The numbers of the README are those of the results. */
class ReadmeNumbersTest {
  private static final Path ROOT = Path.of("..");

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md")).replaceAll("\\s+", " ");
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  @Test
  void thePapersFourAreThoseOfThePretrainedModels() throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    PaperNumbers paper = PaperNumbers.load();
    Map.of(
            "Floyd-Warshall",
            "floyd_warshall",
            "insertion sort",
            "insertion_sort",
            "Bellman-Ford",
            "bellman_ford",
            "strongly connected components (local)",
            "strongly_connected_components_local")
        .forEach((title, name) -> {
          double accuracy = shelf.named(name).orElseThrow().score().accuracy();
          String row =
              "| %s | pairs | %s | %s |"
                  .formatted(
                      title,
                      percent(100 * accuracy),
                      percent(paper.bestAccuracy(name).orElseThrow()));
          assertThat(text()).contains(row);
        });
  }

  private static String text() {
    try {
      return readme();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theMeanIsThatOfTheBenchmarkPage() throws IOException {
    Json results = Json.parse(Files.readString(ROOT.resolve("results/clrs30.json")));
    assertThat(results.get("entries").values()).isNotEmpty();
    String page = Files.readString(ROOT.resolve("docs/clrs30.md"));
    String mean =
        page.lines()
            .filter(line -> line.startsWith("| **all**"))
            .findFirst()
            .orElseThrow()
            .replaceAll("[^0-9.|]", "")
            .split("\\|", -1)[3];
    assertThat(readme())
        .contains("the mean over all thirty is " + percent(Double.parseDouble(mean)) + " %");
  }
}
