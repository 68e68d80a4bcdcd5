// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.equilibrium.torchdeq.BatchMap;
import dear.equilibrium.torchdeq.Precision;
import dear.equilibrium.torchdeq.TorchdeqMethod;
import dear.equilibrium.torchdeq.TorchdeqOptions;
import dear.equilibrium.torchdeq.TorchdeqResult;
import dear.equilibrium.torchdeq.TorchdeqSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Evaluations to the same tolerance: our Anderson and torchdeq's, in the same arithmetic. */
final class AndersonComparisonTest {
  private static final int BUDGET = 160;
  private static final int NEVER = Integer.MAX_VALUE;
  private static final List<StopRule> RULES =
      List.of(
          StopRule.relative(0.1, BUDGET),
          StopRule.relative(1e-3, BUDGET),
          StopRule.absolute(1e-3, BUDGET),
          StopRule.relative(1e-6, BUDGET),
          StopRule.absolute(1e-6, BUDGET));

  /** One problem at one tolerance: the slowest sample, and every sample by itself. */
  private record Row(
      Golden.Problem problem, StopRule rule, int ours, int theirs, int won, int samples) {
    boolean noMore() {
      return ours <= theirs;
    }

    @Override
    public String toString() {
      return String.format(
          "%-24s %-8s %-7s %8s %8s %10s",
          problem, rule.measure(), rule.tolerance(), show(ours), show(theirs), won + "/" + samples);
    }

    private static String show(int count) {
      return count == NEVER ? ">" + BUDGET : Integer.toString(count);
    }
  }

  @Test
  void needsNoMoreEvaluationsThanTorchdeq() {
    List<Row> rows = new ArrayList<>();
    for (Golden.Problem problem : Golden.problems()) {
      for (StopRule rule : RULES) {
        rows.add(compare(problem, rule));
      }
    }
    System.out.printf(
        "%-24s %-8s %-7s %8s %8s %10s%n",
        "problem", "residual", "tol", "ours", "torchdeq", "alone: <=");
    rows.forEach(System.out::println);
    long noMore = rows.stream().filter(Row::noMore).count();
    int won = rows.stream().mapToInt(Row::won).sum();
    int samples = rows.stream().mapToInt(Row::samples).sum();
    System.out.printf(
        "no more evaluations on %d of %d problems and tolerances; by sample, each alone, on %d of"
            + " %d%n",
        noMore, rows.size(), won, samples);

    List<Row> tight =
        rows.stream()
            .filter(row -> row.problem().regime().equals("contractive"))
            .filter(row -> row.rule().tolerance() == 1e-6)
            .toList();
    int ours = tight.stream().mapToInt(Row::ours).sum();
    int theirs = tight.stream().mapToInt(Row::theirs).sum();
    System.out.printf("contractive at 1e-6: %d against %d in all%n", ours, theirs);

    assertThat(noMore).isGreaterThanOrEqualTo(Math.ceilDiv(95L * rows.size(), 100));
    assertThat(won).isGreaterThanOrEqualTo(Math.ceilDiv(95 * samples, 100));
    assertThat((double) ours / theirs).isLessThan(0.6);
  }

  /** Single precision in both; the sums run in another order, so tight tolerances may differ. */
  @Test
  void torchdeqsAndersonIsOffered() {
    StopRule rule = StopRule.relative(1e-2, BUDGET).withPatience(0);
    int compared = 0;
    for (Golden.Problem problem : Golden.problems()) {
      if (!problem.regime().equals("contractive")) {
        continue;
      }
      for (int b = 0; b < problem.batch(); b++) {
        TanhMap map = problem.map(b);
        float[] start = problem.start(b);
        Solution ours =
            new EquilibriumSolver(new SolverOptions(Method.TorchdeqAnderson.DEFAULT, rule))
                .solve(map, start);
        TorchdeqResult theirs =
            TorchdeqSolver.solve(
                BatchMap.of(List.of(map)),
                Golden.doubles(start, start.length),
                TorchdeqOptions.of(
                    TorchdeqMethod.Anderson.DEFAULT,
                    rule.measure(),
                    rule.tolerance(),
                    rule.budget(),
                    Precision.FLOAT32));
        assertThat(ours.evaluations()).as("%s, sample %d", problem, b).isEqualTo(theirs.calls());
        assertThat(ours.evaluations()).isGreaterThanOrEqualTo(3);
        double[] trace = theirs.relTrace()[0];
        assertThat(ours.residual())
            .as("%s, sample %d", problem, b)
            .isCloseTo(trace[theirs.measured()], within(1e-4));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(10);
  }

  @Test
  void torchdeqsAndersonMeasuresFromTheThirdEvaluationOn() {
    StopRule loose = StopRule.relative(9, BUDGET);
    TanhMap map = Golden.problems().getFirst().map(0);
    float[] start = Golden.problems().getFirst().start(0);
    assertThat(evaluations(Method.TorchdeqAnderson.DEFAULT, loose, map, start)).isEqualTo(3);
    assertThat(evaluations(Method.Anderson.DEFAULT, loose, map, start)).isEqualTo(1);
  }

  private static int evaluations(Method method, StopRule rule, TanhMap map, float[] start) {
    return new EquilibriumSolver(new SolverOptions(method, rule)).solve(map, start).evaluations();
  }

  private static Row compare(Golden.Problem problem, StopRule rule) {
    List<TanhMap> maps = IntStream.range(0, problem.batch()).mapToObj(problem::map).toList();
    EquilibriumSolver solver =
        new EquilibriumSolver(new SolverOptions(Method.Anderson.DEFAULT, rule));
    int slowest = 0;
    int won = 0;
    for (int b = 0; b < problem.batch(); b++) {
      Solution solution = solver.solve(maps.get(b), problem.start(b));
      int ours = solution.reason() == StopReason.CONVERGED ? solution.evaluations() : NEVER;
      slowest = Math.max(slowest, ours);
      if (ours <= torchdeq(BatchMap.of(List.of(maps.get(b))), problem.start(b), rule)) {
        won++;
      }
    }
    float[] starts = Golden.floats(problem.flat("z0"));
    return new Row(
        problem, rule, slowest, torchdeq(BatchMap.of(maps), starts, rule), won, problem.batch());
  }

  private static int torchdeq(BatchMap map, float[] start, StopRule rule) {
    TorchdeqResult result =
        TorchdeqSolver.solve(
            map,
            Golden.doubles(start, start.length),
            TorchdeqOptions.of(
                TorchdeqMethod.Anderson.DEFAULT,
                rule.measure(),
                rule.tolerance(),
                rule.budget(),
                Precision.FLOAT32));
    double[][] traces =
        rule.measure() == StopRule.Measure.ABSOLUTE ? result.absTrace() : result.relTrace();
    for (double[] trace : traces) {
      if (!(trace[result.measured()] < rule.tolerance())) {
        return NEVER;
      }
    }
    return result.calls();
  }
}
