// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.data.Type;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Setting;
import dear.tensor.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions of users to untrained models: answers must have the right form. */
class SolveTest {
  static Stream<String> algorithms() {
    return Clrs.algorithms().stream().map(Algorithm::name);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void everyAlgorithmIsAnsweredInBothModes(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    for (String mode : List.of("dear", "nar")) {
      Model model = Models.untrained(name, Map.of(Setting.MODE, mode));
      for (int size : new int[] {4, 9}) { // components need four nodes
        Instance sample = algorithm.samples(3).size(size).get(0);
        Solved solved = model.solve(sample.inputs());
        assertWellFormed(algorithm, solved, sample.inputs());
        assertThat(model.solve(sample.inputs())).isEqualTo(solved);
        try (Workers team = new Workers(2)) {
          assertThat(model.solve(sample.inputs(), team)).isEqualTo(solved);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void aRolloutTakesTheStepsOfTheAlgorithm(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    Model model = Models.untrained(name, Map.of(Setting.MODE, "nar"));
    Instance sample = algorithm.samples(4).size(7).get(1);
    Solved solved = model.solve(sample.inputs());
    assertThat(solved.run().evaluations()).isEqualTo(Math.max(1, sample.length() - 1));
  }

  /** The answer a user gets is the one that an evaluation scores. */
  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "bfs", "minimum", "binary_search", "dfs"})
  void answersAreThoseOfAnEvaluation(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    for (String mode : List.of("dear", "nar")) {
      Model model = Models.untrained(name, Map.of(Setting.MODE, mode));
      Engine engine = model.engine();
      for (int k = 0; k < 3; k++) {
        Instance sample = algorithm.samples(8).size(6).get(k);
        Problem problem =
            model
                .network()
                .problem(
                    new Preprocessing(true, true, false)
                        .apply(algorithm, sample, SplitStream.of(0)));
        Run run = engine.solve(problem);
        List<Prediction> predictions = engine.predict(problem);
        Solved solved = model.solve(sample.inputs());
        assertThat(solved.run()).isEqualTo(run);
        for (Prediction prediction : predictions) {
          assertThat(solved.output(prediction.spec().name()).codes()).isEqualTo(prediction.codes());
        }
      }
    }
  }

  @Test
  void numbersAreSorted() {
    Algorithm algorithm = Clrs.algorithm("insertion_sort");
    Model model = Models.untrained("insertion_sort");
    for (double[] numbers : new double[][] {{3}, {2, 1}, {5, 5, 5}, {-1e6, 0, 1e6, 0.5}}) {
      Inputs inputs = algorithm.run(numbers).inputs();
      Solved solved = model.solve(inputs);
      assertWellFormed(algorithm, solved, inputs);
      int[] chain = solved.output("pred").codes();
      long firsts = IntStream.range(0, chain.length).filter(i -> chain[i] == i).count();
      assertThat(firsts).isGreaterThanOrEqualTo(1);
    }
  }

  static Stream<String> graphAlgorithms() {
    return Clrs.algorithms().stream().filter(Algorithm::isGraphAlgorithm).map(Algorithm::name);
  }

  @ParameterizedTest
  @MethodSource("graphAlgorithms")
  void graphsWithFewNodesAndNoEdges(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    for (String mode : List.of("dear", "nar")) {
      Model model = Models.untrained(name, Map.of(Setting.MODE, mode));
      for (Graph graph :
          List.of(
              Graph.builder(1).build(),
              Graph.builder(2).build(),
              Graph.builder(2).edge(0, 1, 0.5).build(),
              Graph.builder(5).build(),
              Graph.builder(3).undirected(0, 1, 0.25).edge(2, 2, 1).build())) {
        Inputs inputs = inputs(algorithm, graph);
        assertWellFormed(algorithm, model.solve(inputs), inputs);
      }
    }
  }

  @Test
  void anOutputThatIsNotThere() {
    Model model = Models.untrained("bfs");
    Solved solved = model.solve(Clrs.algorithm("bfs").samples(1).size(4).inputs(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> solved.output("distance"))
        .withMessageContaining("distance");
  }

  @Test
  void inputsOfAnotherAlgorithmAreRefused() {
    Model model = Models.untrained("bellman_ford");
    Inputs numbers = Clrs.algorithm("insertion_sort").run(3, 1, 2).inputs();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.solve(numbers))
        .withMessageContainingAll("bellman_ford", "input s");
  }

  private static Inputs inputs(Algorithm algorithm, Graph graph) {
    Inputs.Builder builder = Inputs.builder(algorithm.features(), graph);
    for (FeatureSpec spec : algorithm.features(Stage.INPUT)) {
      if (spec.name().equals("s")) {
        builder.codes("s", 0);
      }
      if (spec.name().equals("t")) {
        builder.codes("t", graph.nodes() - 1);
      }
    }
    return builder.build();
  }

  private static void assertWellFormed(Algorithm algorithm, Solved solved, Inputs inputs) {
    List<FeatureSpec> specs = algorithm.features(Stage.OUTPUT);
    assertThat(solved.outputs().stream().map(Feature::spec)).containsExactlyElementsOf(specs);
    for (FeatureSpec spec : specs) {
      int[] codes = solved.output(spec.name()).codes();
      assertThat(codes).as(spec.name()).hasSize(spec.size(inputs.nodes(), inputs.edges()));
      int most =
          switch (spec.type()) {
            case MASK -> 1;
            case CATEGORICAL -> spec.classes() - 1;
            default -> inputs.nodes() - 1;
          };
      assertThat(Arrays.stream(codes)).as(spec.name()).allMatch(code -> code >= 0 && code <= most);
      if (spec.type() == Type.SHOULD_BE_PERMUTATION) {
        assertThat(codes).hasSize(inputs.nodes());
      }
    }
    assertThat(solved.run().evaluations()).isPositive();
    assertThat(solved.run().residual()).isFinite();
  }
}
