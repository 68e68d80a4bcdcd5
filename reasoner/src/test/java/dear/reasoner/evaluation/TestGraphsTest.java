// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.SamplerOptions;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestGraphsTest {
  private static final int NODES = 7;

  @ParameterizedTest
  @CsvSource({
    "bellman_ford, true",
    "insertion_sort, true",
    "dfs, false",
    "activity_selector, false"
  })
  void positionsCanBeChosenAndNothingElseChanges(String algorithm, String trained)
      throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm(algorithm), Preset.QUICK)
            .with(Setting.WIDTH, "4")
            .with(Setting.RANDOM_POSITIONS, trained);
    Network network = settings.network();
    Model model = new Model(settings, network, network.initial(1), Provenance.NONE);
    List<Problem> random = problems(model, TestSource.Positions.RANDOM);
    List<Problem> regular = problems(model, TestSource.Positions.REGULAR);
    List<Problem> asTrained = problems(model, TestSource.Positions.AS_TRAINED);
    List<String> inputs = network.features().nodeInputs().stream().map(FeatureSpec::name).toList();
    int position = inputs.indexOf(Inputs.POSITION);
    for (int g = 0; g < random.size(); g++) {
      Problem one = random.get(g);
      Problem other = regular.get(g);
      for (int i = 0; i < NODES; i++) {
        assertThat(other.nodeInputs().get(position)[i]).isEqualTo((float) ((double) i / NODES));
      }
      assertThat(one.nodeInputs().get(position))
          .isSorted()
          .isNotEqualTo(other.nodeInputs().get(position));
      assertThat(asTrained.get(g).nodeInputs().get(position))
          .isEqualTo((trained.equals("true") ? one : other).nodeInputs().get(position));
      for (int k = 0; k < inputs.size(); k++) {
        if (k != position) {
          assertThat(one.nodeInputs().get(k)).isEqualTo(other.nodeInputs().get(k));
        }
      }
      assertThat(one.edges().rows()).isEqualTo(other.edges().rows());
      assertThat(one.edges().columns()).isEqualTo(other.edges().columns());
      assertThat(one.edges().values()).isEqualTo(other.edges().values());
      for (int k = 0; k < one.targets().size(); k++) {
        assertThat(one.targets().get(k).truth()).isEqualTo(other.targets().get(k).truth());
      }
    }
  }

  private static List<Problem> problems(Model model, TestSource.Positions positions)
      throws IOException {
    return TestGraphs.questions(
            model, new TestSource.Drawn(NODES, 2, 4, 5, SamplerOptions.DEFAULT, positions), 1)
        .stream()
        .map(TestQuestion::problem)
        .toList();
  }
}
