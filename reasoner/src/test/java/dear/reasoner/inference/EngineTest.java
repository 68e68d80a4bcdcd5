// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.equilibrium.Method;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.Problem;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EngineTest {
  private static final int WIDTH = 16;
  private static final Inference.Equilibrium EXACT =
      Inference.Equilibrium.DEFAULT.withNoise(0).withJacobian(0, 1);

  private final Algorithm algorithm = Clrs.algorithm("bellman_ford");
  private final Network network =
      Network.of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm).withWidth(WIDTH));
  private final Parameters parameters = OpenedPaths.of(network);
  private final List<Problem> batch = Batches.of(algorithm, network, 9, 4);

  @Test
  void aGoodStartSavesEvaluations() {
    SolverOptions tight =
        new SolverOptions(SolverOptions.DEFAULT.method(), StopRule.relative(1e-4, 200));
    Engine engine = new Engine(network, parameters, EXACT.withSolvers(tight, tight));
    Run cold = engine.solve(batch.getFirst());
    Run warm =
        engine.solve(
            batch.getFirst(), Search.DEFAULT.startingFrom(engine.state()), EvaluationObserver.NONE);
    assertThat(cold.reason()).isEqualTo(StopReason.CONVERGED);
    assertThat(warm.evaluations()).isLessThan(cold.evaluations());
  }

  @Test
  void theDecodedStateIsTheImageOrThePoint() {
    Engine image = new Engine(network, parameters, EXACT);
    Engine point = new Engine(network, parameters, EXACT.withDecoded(Inference.Decoded.POINT));
    Problem problem = batch.getFirst();
    image.solve(problem);
    point.solve(problem);
    var workspace = network.workspace(parameters);
    workspace.encode(problem);
    float[] next = new float[problem.nodes() * WIDTH];
    workspace.step().apply(point.state(), 0, next, 0);
    assertThat(next).isEqualTo(image.state()).isNotEqualTo(point.state());
  }

  @Test
  void theGateIsMeasuredInTheStepFromTheStateFound() {
    for (Inference inference : List.of(EXACT, Inference.Rollout.DEFAULT)) {
      Engine engine = new Engine(network, parameters, inference);
      for (Problem problem : batch) {
        engine.solve(problem);
        float[] state = engine.state();
        engine.predict(problem);
        var workspace = network.workspace(parameters);
        workspace.encode(problem);
        workspace.step().apply(state, 0, new float[state.length], 0);
        assertThat(engine.opening(problem))
            .isEqualTo(workspace.step().meanOpening())
            .isStrictlyBetween(0.0, 1.0);
        assertThat(engine.state()).isEqualTo(state);
        workspace.step().apply(new float[state.length], 0, new float[state.length], 0);
        assertThat(engine.opening(problem)).isNotEqualTo(workspace.step().meanOpening());
      }
    }
  }

  @Test
  void oneMoreApplicationIsAnEvaluationOfItsOwn() {
    Engine image = new Engine(network, parameters, EXACT);
    Engine further = new Engine(network, parameters, EXACT.withDecoded(Inference.Decoded.NEXT));
    for (Problem problem : batch) {
      Run before = image.solve(problem);
      Run after = further.solve(problem);
      assertThat(after.evaluations()).isEqualTo(before.evaluations() + 1);
      assertThat(after.reason()).isEqualTo(before.reason());
      assertThat(further.answeredAt()).isEqualTo(after.evaluations());
      assertThat(further.residuals()).hasSize(after.evaluations()).endsWith(after.residual());
      var workspace = network.workspace(parameters);
      workspace.encode(problem);
      float[] next = new float[problem.nodes() * WIDTH];
      workspace.step().apply(image.state(), 0, next, 0);
      assertThat(further.state()).isEqualTo(next);
      assertThat(after.residual())
          .isCloseTo(
              Run.ofRollout(1, next, image.state(), 0, next.length).residual(),
              withinPercentage(1e-4));
    }
  }

  static Stream<Arguments> teams() {
    return Stream.of(
        Arguments.of("bellman_ford", ProcessorKind.NODES, 0, 19, Method.Anderson.DEFAULT),
        Arguments.of("bellman_ford", ProcessorKind.NODES, 3, 19, Method.Anderson.DEFAULT),
        Arguments.of("bellman_ford", ProcessorKind.PAIRS, 0, 19, Method.Anderson.DEFAULT),
        Arguments.of("bellman_ford", ProcessorKind.PAIRS, 0, 19, Method.Broyden.DEFAULT),
        Arguments.of("bellman_ford", ProcessorKind.PAIRS, 0, 19, Method.Plain.DEFAULT),
        Arguments.of("floyd_warshall", ProcessorKind.PAIRS, 0, 19, Method.Anderson.DEFAULT),
        // A state so long that a team shares copies and residuals.
        Arguments.of("floyd_warshall", ProcessorKind.PAIRS, 0, 37, Method.Anderson.DEFAULT),
        Arguments.of("floyd_warshall", ProcessorKind.PAIRS, 0, 37, Method.Broyden.DEFAULT),
        Arguments.of("floyd_warshall", ProcessorKind.PAIRS, 0, 37, Method.Plain.DEFAULT),
        Arguments.of("insertion_sort", ProcessorKind.PAIRS, 0, 19, Method.Anderson.DEFAULT),
        Arguments.of(
            "strongly_connected_components", ProcessorKind.PAIRS, 0, 19, Method.Anderson.DEFAULT));
  }

  @ParameterizedTest
  @MethodSource("teams")
  void aTeamGivesTheBitsOfOneThread(
      String name, ProcessorKind processor, int path, int nodes, Method method) {
    Algorithm known = Clrs.algorithm(name);
    Network net =
        Network.of(
            known,
            Preprocessing.ALL,
            NetworkOptions.of(known)
                .withWidth(WIDTH)
                .withProcessor(processor)
                .withMessages(new NetworkOptions.Messages(path, 0)));
    SolverOptions search = new SolverOptions(method, EXACT.evaluation().stop());
    Inference inference = EXACT.withSolvers(search, search);
    Parameters values = OpenedPaths.of(net);
    Problem problem = Batches.of(known, net, nodes, 1).getFirst();
    Engine alone = new Engine(net, values, inference);
    Run run = alone.solve(problem);
    List<Prediction> predictions = alone.predict(problem);
    for (int threads = 1; threads <= 3; threads++) {
      try (Workers team = new Workers(threads)) {
        Engine together = new Engine(net, values, inference, team);
        assertThat(together.solve(problem)).isEqualTo(run);
        assertThat(together.state()).isEqualTo(alone.state());
        assertThat(together.residuals()).isEqualTo(alone.residuals());
        List<Prediction> theirs = together.predict(problem);
        for (int k = 0; k < predictions.size(); k++) {
          assertThat(theirs.get(k).codes()).isEqualTo(predictions.get(k).codes());
        }
      }
    }
  }

  static List<Inference> inferences() {
    return List.of(
        EXACT,
        EXACT.withDecoded(Inference.Decoded.POINT),
        EXACT.withDecoded(Inference.Decoded.NEXT),
        new Inference.Rollout(1e-4, 1));
  }

  /** Records all calls. */
  private static final class Notes implements EvaluationObserver {
    private final List<Integer> begun = new ArrayList<>();
    private final List<float[]> states = new ArrayList<>();

    @Override
    public void before(int evaluation) {
      begun.add(evaluation);
    }

    @Override
    public void after(int evaluation, float[] all, int at, int dimension) {
      assertThat(begun.getLast()).isEqualTo(evaluation);
      states.add(Arrays.copyOfRange(all, at, at + dimension));
    }
  }

  @ParameterizedTest
  @MethodSource("inferences")
  void anObserverSeesEveryEvaluationAndChangesNothing(Inference inference) {
    Engine quiet = new Engine(network, parameters, inference);
    Engine watched = new Engine(network, parameters, inference);
    for (Problem problem : batch) {
      Problem longer = problem.withSteps(problem.steps() + 3);
      Notes notes = new Notes();
      Run run = watched.solve(longer, Search.DEFAULT, notes);
      assertThat(run).isEqualTo(quiet.solve(longer));
      assertThat(watched.state()).isEqualTo(quiet.state());
      assertThat(watched.residuals()).isEqualTo(quiet.residuals()).hasSize(run.evaluations());
      assertThat(watched.residuals()[watched.answeredAt() - 1]).isEqualTo(run.residual());
      assertThat(notes.begun).hasSize(run.evaluations()).doesNotHaveDuplicates().isSorted();
      assertThat(notes.states).hasSize(run.evaluations());
      assertThat(notes.states.get(watched.answeredAt() - 1)).isEqualTo(watched.state());
      List<Prediction> predictions = quiet.predict(longer);
      List<Prediction> seen = watched.predict(longer, notes.states.get(watched.answeredAt() - 1));
      for (int k = 0; k < seen.size(); k++) {
        assertThat(seen.get(k).codes()).isEqualTo(predictions.get(k).codes());
      }
    }
  }

  @Test
  void whatAnObserverThrowsEndsTheSearchAndNothingElse() {
    Engine engine = new Engine(network, parameters, EXACT);
    EvaluationObserver impatient =
        new EvaluationObserver() {
          @Override
          public void before(int evaluation) {
            if (evaluation == 3) {
              throw new IllegalStateException("enough");
            }
          }
        };
    assertThatIllegalStateException()
        .isThrownBy(() -> engine.solve(batch.getFirst(), Search.DEFAULT, impatient))
        .withMessage("enough");
    Engine fresh = new Engine(network, parameters, EXACT);
    assertThat(engine.solve(batch.getLast())).isEqualTo(fresh.solve(batch.getLast()));
    assertThat(engine.state()).isEqualTo(fresh.state());
  }

  @Test
  void aToleranceHoldsForOneSearch() {
    Engine engine = new Engine(network, parameters, EXACT);
    Run own = engine.solve(batch.getFirst());
    Search tight = Search.DEFAULT.withTolerance(1e-3);
    Run closer = engine.solve(batch.getFirst(), tight, EvaluationObserver.NONE);
    assertThat(own.residual()).isBetween(1e-3, 0.1);
    assertThat(closer.residual()).isLessThan(1e-3);
    assertThat(engine.solve(batch.getFirst())).isEqualTo(own);
    assertThat(tight.stop(EXACT).orElseThrow().tolerance()).isEqualTo(1e-3);
    assertThat(Search.DEFAULT.stop(EXACT)).contains(EXACT.evaluation().stop());
    assertThat(tight.stop(Inference.Rollout.DEFAULT)).isEmpty();
  }

  @Test
  void aStartOfAnotherSizeIsRefused() {
    Engine engine = new Engine(network, parameters, Inference.Rollout.DEFAULT);
    Search search = Search.DEFAULT.startingFrom(new float[5]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> engine.solve(batch.getFirst(), search, EvaluationObserver.NONE))
        .withMessageContaining("the start has 5 numbers");
  }
}
