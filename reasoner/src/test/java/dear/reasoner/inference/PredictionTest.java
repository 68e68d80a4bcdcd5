// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.reasoner.network.Network;
import dear.reasoner.network.ScoreTable;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictionTest {
  /** A path 0-1-2-3, where the scores favour pointers from every node to node 3, then to itself. */
  @ParameterizedTest
  @CsvSource({"any, 3 3 3 3", "edges, 0 1 3 3"})
  void aNodePointsOffItsEdgesOnlyIfItMay(String pointers, String expected) {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Graph path =
        Graph.builder(4).undirected(0, 1, 0.5).undirected(1, 2, 0.5).undirected(2, 3, 0.5).build();
    Network network =
        Settings.of(algorithm, Preset.PAPER).with(Setting.POINTERS, pointers).network();
    EdgeList answers = network.problem(algorithm.run(path, 0)).answers();
    float[] scores = new float[answers.count()];
    for (int e = 0; e < scores.length; e++) {
      int target = answers.columns()[e];
      scores[e] = target == 3 ? 2 : target == answers.rows()[e] ? 1 : 0;
    }
    Prediction prediction =
        Prediction.read(
            network.outputs().getFirst(), new ScoreTable(scores, 0, scores.length), answers);
    assertThat(prediction.codes())
        .containsExactly(
            Arrays.stream(expected.split(" ", -1)).mapToInt(Integer::parseInt).toArray());
  }
}
