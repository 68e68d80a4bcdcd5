// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;

import dear.equilibrium.gradient.GradientMethod;
import dear.reasoner.inference.Inference;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the page of results says about the rows of the state on pairs is true of their models. */
class RowsOnPairsTest {
  private static String text;
  private static List<Model> models;

  @BeforeAll
  static void readTextAndModels() throws IOException {
    text =
        Resource.text("protocol.txt")
            .lines()
            .dropWhile(line -> !line.startsWith("- **State on pairs.**"))
            .takeWhile(line -> line.startsWith("- **State on pairs.**") || line.startsWith("  "))
            .reduce("", (all, line) -> all + line.strip() + " ");
    ShippedModels shelf = ShippedModels.ofProgram();
    models = new ArrayList<>();
    for (Row row : Plan.standard().withRows(List.of("dear-pairs", "reduction")).rows()) {
      for (String name : row.pretrained().values()) {
        models.add(shelf.load(shelf.named(name).orElseThrow()));
      }
    }
  }

  private static Settings of(String algorithm) {
    return models.stream()
        .map(Model::settings)
        .filter(settings -> settings.algorithm().name().equals(algorithm))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatHoldsForAll() {
    assertThat(models).hasSize(5);
    assertThat(text)
        .contains("Graphs have 4 to 16 nodes (paper: 8 to 16)")
        .contains("a random number of plain applications, the last three of which are")
        .contains("without noise or Jacobian term")
        .contains("running averages of the weights are tested, the last ones")
        .contains("plain iteration instead of Anderson")
        .contains("until the relative residual is below 0.01")
        .contains("the solver's own last evaluation is decoded");
    for (Model model : models) {
      Settings settings = model.settings();
      assertThat(settings.trainNodesMin()).isEqualTo(4);
      assertThat(settings.trainNodesMax()).isEqualTo(16);
      assertThat(settings.text(Setting.APPLICATIONS_MIN))
          .isNotEqualTo(settings.text(Setting.APPLICATIONS_MAX));
      assertThat(
              List.of(
                  settings.text(Setting.NOISE),
                  settings.text(Setting.JACOBIAN),
                  settings.text(Setting.KEEP),
                  settings.text(Setting.SOLVER),
                  settings.text(Setting.RESIDUAL),
                  settings.text(Setting.TOLERANCE),
                  settings.text(Setting.DECODED)))
          .as(settings.algorithm().name())
          .containsExactly("0", "0", "last", "plain", "relative", "0.01", "image");
      assertThat(settings.inference())
          .isInstanceOfSatisfying(
              Inference.Equilibrium.class,
              search ->
                  assertThat(search.gradient())
                      .isEqualTo(new GradientMethod.DampedSteps(3, /* damping= */ 1)));
      assertThat(settings.averaging()).isPositive();
    }
  }

  @Test
  void whatHoldsForSome() {
    assertThat(text)
        .contains("near ties (in half and in three tenths of the samples)")
        .contains("higher edge probabilities (from 0.3 and 0.2 to 1)")
        .contains("directed graphs (a quarter, three tenths)")
        .contains("trees and rings (a tenth, a twentieth)")
        .contains("components saw one, two or four communities")
        .contains("toggle probabilities of 0.01, 0.04 and 0.16")
        .contains("The weights of four in five samples for shortest paths are squeezed")
        .contains("the keys of half of the lists have new gaps")
        .contains("Floyd-Warshall has targets for all pairs")
        .contains("at most 48 evaluations (components: 96)");
    Settings paths = of("bellman_ford");
    Settings allPaths = of("floyd_warshall");
    Settings components = of("strongly_connected_components_local");
    Settings sort = of("insertion_sort");
    assertThat(paths.nearTies()).isEqualTo(0.5);
    assertThat(paths.text(Setting.EDGE_PROBABILITIES)).isEqualTo("0.3,0.5,0.6,0.7,0.8,0.9,1");
    assertThat(paths.directed()).isEqualTo(0.25);
    assertThat(paths.sparse()).isEqualTo(0.1);
    assertThat(allPaths.nearTies()).isEqualTo(0.3);
    assertThat(allPaths.text(Setting.EDGE_PROBABILITIES))
        .isEqualTo("0.2,0.4,0.5,0.6,0.7,0.8,0.9,1");
    assertThat(allPaths.directed()).isEqualTo(0.3);
    assertThat(allPaths.sparse()).isEqualTo(0.05);
    for (Settings others : List.of(components, sort)) {
      assertThat(others.nearTies()).isZero();
      assertThat(others.distribution().edgeProbabilities())
          .as("those of the paper")
          .containsExactly(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
    }
    assertThat(components.text(Setting.COMMUNITIES)).isEqualTo("1,2,4");
    assertThat(components.text(Setting.TOGGLES)).isEqualTo("0.01,0.04,0.16");
    assertThat(List.of(paths.squeeze(), allPaths.squeeze())).containsOnly(0.8);
    assertThat(sort.squeeze()).isZero();
    assertThat(sort.gaps()).isEqualTo(0.5);
    assertThat(allPaths.text(Setting.TARGETS)).isEqualTo("pairs");
    for (Settings settings : List.of(paths, allPaths, components, sort)) {
      assertThat(settings.text(Setting.TEST_BUDGET))
          .isEqualTo(settings.equals(components) ? "96" : "48");
    }
  }
}
