// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Inputs;
import dear.equilibrium.StopReason;
import dear.reasoner.inference.EvaluationObserver;
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

/** A trace shows the same search that gives the answer. */
class TraceTest {
  static Stream<String> algorithms() {
    return Clrs.algorithms().stream().map(Algorithm::name);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void theAnswerIsThatOfSolveInBothModes(String name) {
    for (String mode : List.of("dear", "nar")) {
      Model model = Models.untrained(name, Map.of(Setting.MODE, mode));
      Reasoner reasoner = new Reasoner(model);
      for (int size : new int[] {9, 5}) {
        Inputs inputs = sample(name, size);
        Solved solved = model.solve(inputs);
        Trace trace = reasoner.trace(Question.of(inputs), TraceOptions.DEFAULT);
        assertThat(trace.solved()).isEqualTo(solved);
        assertThat(trace.residuals()).hasSize(solved.run().evaluations());
        assertThat(trace.frames().stream().map(TraceFrame::evaluation))
            .containsExactlyElementsOf(
                IntStream.rangeClosed(1, solved.run().evaluations()).boxed().toList());
        assertThat(trace.frames().stream().map(TraceFrame::residual))
            .containsExactlyElementsOf(trace.residuals());
        assertThat(reasoner.trace(Question.of(inputs), TraceOptions.ANSWER_ONLY).solved())
            .isEqualTo(solved);
        assertThat(reasoner.solve(Question.of(inputs))).isEqualTo(solved);
        try (Workers team = new Workers(2)) {
          Reasoner together = new Reasoner(model, team);
          assertThat(together.trace(Question.of(inputs), TraceOptions.DEFAULT).solved())
              .isEqualTo(solved);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"anderson", "broyden", "plain"})
  void aWarmStartFromTheEquilibriumIsThereAtOnce(String solver) {
    Map<Setting, String> exact =
        Map.of(Setting.SOLVER, solver, Setting.TOLERANCE, "1e-5", Setting.TEST_BUDGET, "400");
    Model model = Models.untrained("bellman_ford", exact);
    Inputs inputs = sample("bellman_ford", 8);
    Trace cold = model.trace(Question.of(inputs), TraceOptions.DEFAULT);
    assertThat(cold.solved().run().reason()).isEqualTo(StopReason.CONVERGED);
    assertThat(cold.solved().run().evaluations()).isGreaterThan(3);
    Question again = Question.of(inputs).startingFrom(cold.answer().state());
    Trace warm = model.trace(again, TraceOptions.DEFAULT);
    assertThat(warm.solved().run().evaluations()).isEqualTo(1);
    assertThat(warm.solved().outputs()).isEqualTo(cold.solved().outputs());
  }

  @Test
  void aToleranceOfTheCallers() {
    Model model = Models.untrained("bellman_ford", Map.of(Setting.TEST_BUDGET, "400"));
    Inputs inputs = sample("bellman_ford", 8);
    Reasoner reasoner = new Reasoner(model);
    Solved loose = reasoner.solve(Question.of(inputs));
    Solved tight = reasoner.solve(Question.of(inputs).withTolerance(1e-4));
    assertThat(loose.stop().orElseThrow().tolerance()).isEqualTo(0.1);
    assertThat(tight.stop().orElseThrow().tolerance()).isEqualTo(1e-4);
    assertThat(tight.run().residual()).isLessThan(1e-4);
    assertThat(tight.run().evaluations()).isGreaterThan(loose.run().evaluations());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 8})
  void memoryIsBounded(int most) {
    Model model = Models.untrained("insertion_sort", Map.of(Setting.TEST_BUDGET, "20"));
    Inputs inputs = sample("insertion_sort", 6);
    TraceOptions options = TraceOptions.DEFAULT.withFrames(most, /* withStates= */ false);
    Trace trace = model.trace(Question.of(inputs).withTolerance(1e-12), options);
    assertThat(trace.residuals()).hasSizeGreaterThan(10);
    assertThat(trace.frames()).hasSizeBetween(1, most + 1);
    assertThat(trace.frames()).isSortedAccordingTo((a, b) -> a.evaluation() - b.evaluation());
    for (TraceFrame frame : trace.frames()) {
      assertThat(frame.state()).hasSize(frame.evaluation() == trace.answeredAt() ? 6 * 8 : 0);
    }
    if (most > 1) {
      assertThat(trace.frames().getFirst().evaluation()).isEqualTo(1);
    }
  }

  @Test
  void aCallerCanGiveUp() {
    Model model = Models.untrained("bfs");
    Inputs inputs = sample("bfs", 6);
    int[] calls = {0};
    EvaluationObserver impatient =
        new EvaluationObserver() {
          @Override
          public void before(int evaluation) {
            if (++calls[0] == 3) {
              throw new IllegalStateException("enough");
            }
          }
        };
    Reasoner reasoner = new Reasoner(model);
    Question question = Question.of(inputs);
    assertThatIllegalStateException()
        .isThrownBy(
            () -> reasoner.trace(question.withTolerance(1e-9), TraceOptions.DEFAULT, impatient))
        .withMessage("enough");
    assertThat(reasoner.trace(question, TraceOptions.DEFAULT).solved())
        .isEqualTo(model.solve(inputs));
  }

  @Test
  void aStartOfAnotherSizeIsRefused() {
    Model model = Models.untrained("bfs");
    Question question = Question.of(sample("bfs", 6)).startingFrom(new float[5]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.trace(question, TraceOptions.DEFAULT))
        .withMessage("the start has 5 numbers, but the state of 6 nodes has 48");
  }

  @Test
  void statesOfLargeGraphsAreFew() {
    Model model = Models.untrained("insertion_sort", Map.of(Setting.TEST_BUDGET, "20"));
    Question question = Question.of(sample("insertion_sort", 6)).withTolerance(1e-12);
    long state = Float.BYTES * 6L * 8;
    Trace three = model.trace(question, TraceOptions.DEFAULT.withMostBytes(3 * state));
    assertThat(three.frames()).hasSizeBetween(2, 4);
    Trace least = model.trace(question, TraceOptions.DEFAULT.withMostBytes(0));
    assertThat(least.frames()).hasSizeBetween(2, 3);
    assertThat(least.frames().getFirst().evaluation()).isEqualTo(1);
  }

  @Test
  void aStateHasAPartForEveryNode() {
    Model model = Models.untrained("bfs");
    Question question = Question.of(sample("bfs", 6));
    Trace trace = model.trace(question, TraceOptions.DEFAULT);
    assertThat(trace.stateWidth()).isEqualTo(8);
    assertThat(trace.nodeStates(trace.answer())).hasSize(6 * 8);
    Trace bare = model.trace(question, TraceOptions.DEFAULT.withFrames(99, false));
    assertThat(bare.nodeStates(bare.frames().getFirst())).isEmpty();
    Model pairs = Models.untrained("bfs", Map.of(Setting.PROCESSOR, "pairs"));
    Trace onPairs = pairs.trace(question, TraceOptions.DEFAULT);
    float[] state = onPairs.answer().state();
    assertThat(state).hasSize(6 * 6 * 8);
    assertThat(Arrays.copyOfRange(onPairs.nodeStates(onPairs.answer()), 2 * 8, 3 * 8))
        .isEqualTo(Arrays.copyOfRange(state, (2 * 6 + 2) * 8, (2 * 6 + 3) * 8));
    assertThat(onPairs.solved()).isEqualTo(pairs.solve(question.inputs()));
    TraceFrame odd = new TraceFrame(1, 0.5, List.of(), new float[5 * 8]);
    assertThatIllegalStateException()
        .isThrownBy(() -> trace.nodeStates(odd))
        .withMessageContaining("5 rows");
  }

  private static Inputs sample(String algorithm, int size) {
    return Clrs.algorithm(algorithm).samples(3).size(size).inputs(0);
  }
}
