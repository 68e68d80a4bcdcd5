package dear.reasoner.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Inputs;
import dear.equilibrium.StopReason;
import dear.reasoner.settings.Setting;
import dear.tensor.parallel.Workers;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace shows the very solve that answers. */
class TraceTest {
  static Stream<String> algorithms() {
    return Clrs.algorithms().stream().map(Algorithm::name);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void theAnswerIsThatOfSolveInBothModes(String name) {
    for (String mode : List.of("dear", "nar")) {
      Model model = Models.untrained(name, Map.of(Setting.MODE, mode));
      Tracer tracer = new Tracer(model);
      for (int size : new int[] {9, 5}) {
        Inputs inputs = sample(name, size);
        Solved solved = model.solve(inputs);
        Trace trace = tracer.trace(inputs, TraceOptions.DEFAULT);
        assertSame(trace.solved(), solved);
        assertThat(trace.residuals()).hasSize(solved.run().evaluations());
        assertThat(trace.frames().stream().map(TraceFrame::evaluation))
            .containsExactlyElementsOf(
                IntStream.rangeClosed(1, solved.run().evaluations()).boxed().toList());
        assertThat(trace.frames().stream().map(TraceFrame::residual))
            .containsExactlyElementsOf(trace.residuals());
        assertSame(tracer.trace(inputs, TraceOptions.ANSWER_ONLY).solved(), solved);
        try (Workers team = new Workers(2)) {
          assertSame(new Tracer(model, team).trace(inputs, TraceOptions.DEFAULT).solved(), solved);
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
    Trace cold = model.trace(inputs, TraceOptions.DEFAULT);
    assertThat(cold.run().reason()).isEqualTo(StopReason.CONVERGED);
    assertThat(cold.run().evaluations()).isGreaterThan(3);
    Trace warm = model.trace(inputs, TraceOptions.DEFAULT.startingFrom(cold.answer().state()));
    assertThat(warm.run().evaluations()).isEqualTo(1);
    assertThat(warm.outputs()).isEqualTo(cold.outputs());
  }

  @Test
  void aToleranceOfTheCallers() {
    Model model = Models.untrained("bellman_ford", Map.of(Setting.TEST_BUDGET, "400"));
    Inputs inputs = sample("bellman_ford", 8);
    Trace loose = model.trace(inputs, TraceOptions.DEFAULT);
    Trace tight = model.trace(inputs, TraceOptions.DEFAULT.withTolerance(1e-4));
    assertThat(loose.tolerance()).isEqualTo(0.1);
    assertThat(tight.tolerance()).isEqualTo(1e-4);
    assertThat(tight.run().residual()).isLessThan(1e-4);
    assertThat(tight.run().evaluations()).isGreaterThan(loose.run().evaluations());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 8})
  void memoryIsBounded(int most) {
    Model model = Models.untrained("insertion_sort", Map.of(Setting.TEST_BUDGET, "20"));
    Inputs inputs = sample("insertion_sort", 6);
    TraceOptions options =
        TraceOptions.DEFAULT.withTolerance(1e-12).withFrames(most, /* withStates= */ false);
    Trace trace = model.trace(inputs, options);
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
    TraceOptions options =
        TraceOptions.DEFAULT.beforeEachEvaluation(() -> {
          if (++calls[0] == 3) {
            throw new IllegalStateException("enough");
          }
        });
    Tracer tracer = new Tracer(model);
    assertThatIllegalStateException()
        .isThrownBy(() -> tracer.trace(inputs, options.withTolerance(1e-9)))
        .withMessage("enough");
    assertThat(tracer.trace(inputs, TraceOptions.DEFAULT).solved()).isEqualTo(model.solve(inputs));
  }

  @Test
  void aStartOfAnotherSizeIsRefused() {
    Model model = Models.untrained("bfs");
    TraceOptions options = TraceOptions.DEFAULT.startingFrom(new float[5]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.trace(sample("bfs", 6), options))
        .withMessage("the start has 5 numbers, but the state of 6 nodes has 48");
  }

  /** A rollout's residual is the same but for rounding: its differences are taken in floats. */
  private static void assertSame(Solved traced, Solved solved) {
    assertThat(traced.inputs()).isEqualTo(solved.inputs());
    assertThat(traced.outputs()).isEqualTo(solved.outputs());
    assertThat(traced.run().evaluations()).isEqualTo(solved.run().evaluations());
    assertThat(traced.run().reason()).isEqualTo(solved.run().reason());
    assertThat(traced.run().residual()).isCloseTo(solved.run().residual(), withinPercentage(1e-4));
  }

  private static Inputs sample(String algorithm, int size) {
    return Clrs.algorithm(algorithm).samples(3).size(size).inputs(0);
  }
}
