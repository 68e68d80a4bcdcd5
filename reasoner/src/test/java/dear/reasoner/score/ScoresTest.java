// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Type;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SamplerOptions;
import dear.reasoner.inference.Prediction;
import dear.reasoner.network.Network;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Target;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoresTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-9);

  /** Measured independently over 400 graphs of 16 nodes: the share correct by pointing nowhere. */
  @ParameterizedTest
  @CsvSource({
    "bellman_ford, false, 0.328",
    "floyd_warshall, false, 0.638",
    "floyd_warshall, true, 0.523",
    "strongly_connected_components_local, false, 0.552"
  })
  void trivialAnswersAreAsGoodAsTheyAreKnownToBe(String name, boolean pairs, double expected) {
    Algorithm algorithm = Clrs.algorithm(name);
    Network network = Network.of(algorithm);
    Samples samples = algorithm.samples(2).options(SamplerOptions.DEFAULT);
    ScoreBoard board = new ScoreBoard(network.outputs());
    for (int k = 0; k < 400; k++) {
      var instance = Preprocessing.ALL.apply(algorithm, samples.get(k), samples.random(k));
      Problem problem = pairs ? network.problemOverPairs(instance) : network.problem(instance);
      board.add(problem, TrivialAnswers.of(problem));
    }
    Estimate accuracy = board.scores().outputs().getFirst().accuracy();
    assertThat(accuracy.value()).isCloseTo(expected, Offset.offset(0.05));
    assertThat(accuracy.high() - accuracy.low()).isBetween(0.01, 0.12);
  }

  @Test
  void wilsonsInterval() {
    // Newcombe 1998, table I: 81 of 263.
    Estimate share = Estimate.share(81, 263);
    assertThat(share.low()).isCloseTo(0.2553, Offset.offset(5e-5));
    assertThat(share.high()).isCloseTo(0.3662, Offset.offset(5e-5));
    assertThat(Estimate.share(0, 20).low()).isZero();
    assertThat(Estimate.share(0, 20).high()).isCloseTo(0.1611, Offset.offset(5e-5));
  }

  @Test
  void aRatioOfEqualGraphsIsAMean() {
    List<Tally> graphs =
        List.of(
            new Tally(1, 4, 0, 0, 0), new Tally(2, 4, 0, 0, 0), new Tally(4, 4, 0, 0, 0));
    Estimate ratio = Estimate.ratio(graphs, Tally::correct, Tally::places);
    Estimate mean = Estimate.mean(graphs, Tally::accuracy);
    assertThat(ratio.value()).isCloseTo(7.0 / 12, CLOSE);
    assertThat(ratio.low()).isCloseTo(mean.low(), CLOSE);
    assertThat(ratio.high()).isCloseTo(mean.high(), CLOSE);
  }

  @Test
  void largeGraphsCountForMoreWherePlacesArePooled() {
    List<Tally> graphs = List.of(new Tally(9, 9, 0, 0, 0), new Tally(0, 1, 0, 0, 0));
    assertThat(Estimate.ratio(graphs, Tally::correct, Tally::places).value()).isCloseTo(0.9, CLOSE);
    assertThat(Estimate.mean(graphs, Tally::accuracy).value()).isCloseTo(0.5, CLOSE);
  }

  @Test
  void theBenchmarkScoresMasksByF1AndAveragesOutputs() {
    FeatureSpec marks = FeatureSpec.of("marks", Stage.OUTPUT, Location.NODE, Type.MASK);
    FeatureSpec chosen = FeatureSpec.of("chosen", Stage.OUTPUT, Location.NODE, Type.POINTER);
    EdgeList complete = complete(4);
    ScoreBoard board = new ScoreBoard(List.of(marks, chosen));
    // Over both graphs two of three marks are found and one is false: precision and recall 2/3.
    board.add(
        List.of(
            Target.of(marks, new int[] {1, 1, 0, -1}, complete),
            Target.of(chosen, new int[] {0, 1, 2, 3}, complete)),
        List.of(
            new Prediction(marks, new int[] {1, 0, 1, 1}),
            new Prediction(chosen, new int[] {0, 1, 2, 0})));
    board.add(
        List.of(
            Target.of(marks, new int[] {0, 0, 1, 0}, complete),
            Target.of(chosen, new int[] {0, 1, 2, 3}, complete)),
        List.of(
            new Prediction(marks, new int[] {0, 0, 1, 0}),
            new Prediction(chosen, new int[] {0, 1, 2, 3})));
    Scores scores = board.scores();
    assertThat(scores.outputs().get(0).clrs()).isCloseTo(2.0 / 3, CLOSE);
    assertThat(scores.outputs().get(1).clrs()).isCloseTo(7.0 / 8, CLOSE);
    assertThat(scores.clrs()).isCloseTo((2.0 / 3 + 7.0 / 8) / 2, CLOSE);
    // Influences of the first graph: (2 - 2/3·4)/6 on F1, (3 - 7/8·4)/8 on pointers; the second
    // graph moves both by as much the other way.
    double influence = ((2 - 8.0 / 3) / 6 + (3 - 3.5) / 8) / 2;
    double half = 1.959963984540054 * Math.sqrt(2 * influence * influence * 2 / 1);
    assertThat(scores.benchmark().low()).isCloseTo(scores.clrs() - half, CLOSE);
    assertThat(scores.benchmark().high()).isCloseTo(Math.min(1, scores.clrs() + half), CLOSE);
  }

  private static EdgeList complete(int nodes) {
    int[] rows = new int[nodes * nodes];
    int[] columns = new int[nodes * nodes];
    Arrays.setAll(rows, e -> e / nodes);
    Arrays.setAll(columns, e -> e % nodes);
    return new EdgeList(nodes, rows, columns, 0, new float[0]);
  }

  @Test
  void aMaskWithoutMarksIsFullyRightIfNoneIsPredicted() {
    FeatureSpec marks = FeatureSpec.of("marks", Stage.OUTPUT, Location.NODE, Type.MASK);
    EdgeList complete = complete(2);
    ScoreBoard board = new ScoreBoard(List.of(marks));
    for (int k = 0; k < 2; k++) {
      board.add(
          List.of(Target.of(marks, new int[] {0, 0}, complete)),
          List.of(new Prediction(marks, new int[] {0, 0})));
    }
    assertThat(board.scores().benchmark()).isEqualTo(new Estimate(1, 1, 1));
  }

  @Test
  void clrsScoresACycleTogetherWithItsFirstElement() {
    Algorithm algorithm = Clrs.algorithm("insertion_sort");
    Network network = Network.of(algorithm);
    var instance =
        Preprocessing.ALL.apply(
            algorithm, algorithm.run(0.1, 0.2, 0.3, 0.4), algorithm.samples(1).random(0));
    Problem problem = network.problem(instance);
    ScoreBoard board = new ScoreBoard(network.outputs());
    // The cycle is correct except for its first element, which the mask makes point to itself.
    board.add(
        problem,
        List.of(
            new Prediction(network.outputs().get(0), new int[] {2, 0, 1, 2}),
            new Prediction(network.outputs().get(1), new int[] {0})));
    Scores scores = board.scores();
    assertThat(scores.outputs().get(0).accuracy().value()).isCloseTo(0.75, CLOSE);
    assertThat(scores.outputs().get(0).clrs()).isEqualTo(1);
    assertThat(scores.outputs().get(1).accuracy().value()).isEqualTo(1);
    assertThat(scores.outputs().get(1).clrs()).isNaN();
    assertThat(scores.clrs()).isEqualTo(1);
    assertThat(scores.exact().value()).isZero();
  }
}
