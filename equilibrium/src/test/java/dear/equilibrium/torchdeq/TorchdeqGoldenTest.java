package dear.equilibrium.torchdeq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.equilibrium.Golden;
import dear.equilibrium.StopRule.Measure;
import dear.io.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every stored torchdeq run, by the rule of the vectors' README. */
final class TorchdeqGoldenTest {
  // The rule: 20 times what a permutation of coordinates changes in torchdeq, at least 200 eps.
  private static final double PERMUTATION_FACTOR = 20;
  private static final double FLOAT_FLOOR = 200 * Math.ulp(1f);
  private static final double DOUBLE_FLOOR = 200 * Math.ulp(1d);
  // The option runs have no measured permutation; they are double, rounding grows with the steps.
  private static final double OPTION_TOLERANCE = 1e-9;

  static TorchdeqOptions options(Json run) {
    Json extra = run.has("options") ? run.get("options") : new Json.Members(Map.of());
    double tau = number(extra, "tau", 1);
    TorchdeqMethod method =
        switch (run.get("solver").string()) {
          case "anderson" ->
              new TorchdeqMethod.Anderson(
                  (int) number(extra, "m", 6), number(extra, "lam", 1e-4), tau);
          case "broyden" ->
              new TorchdeqMethod.Broyden(
                  (int) number(extra, "LBFGS_thres", Integer.MAX_VALUE), flag(extra, "ls"));
          case "fixed_point_iter" -> new TorchdeqMethod.FixedPointIter(tau);
          case "simple_fixed_point_iter" -> new TorchdeqMethod.SimpleFixedPointIter(tau);
          default -> throw new IllegalArgumentException(run.get("solver").string());
        };
    List<Integer> indexing = new ArrayList<>();
    if (extra.has("indexing")) {
      extra.get("indexing").values().forEach(count -> indexing.add(count.integer()));
    }
    boolean relative = run.has("stop_mode") && run.get("stop_mode").string().equals("rel");
    return new TorchdeqOptions(
        method,
        relative ? Measure.RELATIVE : Measure.ABSOLUTE,
        number(run, "tol", 1),
        run.get("max_iter").integer(),
        flag(extra, "return_final"),
        indexing,
        run.get("dtype").string().equals("float32") ? Precision.FLOAT32 : Precision.FLOAT64);
  }

  private static double number(Json json, String name, double otherwise) {
    return json.has(name) ? json.get(name).number() : otherwise;
  }

  private static boolean flag(Json json, String name) {
    return json.has(name) && json.get(name).bool();
  }

  @TestFactory
  Stream<DynamicTest> solverRuns() {
    return Golden.problems().stream()
        .map(problem -> DynamicTest.dynamicTest(problem.name(), () -> check(problem)));
  }

  private static void check(Golden.Problem problem) {
    SoftAssertions softly = new SoftAssertions();
    for (Json run : problem.data().get("runs").values()) {
      TorchdeqOptions options = options(run);
      TorchdeqResult result =
          TorchdeqSolver.solve(
              new TanhBatch(problem, options.precision()), problem.flat("z0"), options);
      String what = problem + " " + options;
      Json hint = run.get("hint");
      if (hint.get("steps_stable").bool()) {
        softly.assertThat(result.calls()).as("calls, " + what).isEqualTo(run.get("nfe").integer());
        softly
            .assertThat(result.measured())
            .as("iterations, " + what)
            .isEqualTo(run.get("iters").integer());
        softly
            .assertThat(Arrays.stream(result.nstep()).asDoubleStream().toArray())
            .as("nstep, " + what)
            .isEqualTo(Golden.flat(run.get("nstep")));
      }
      double floor = options.precision() == Precision.FLOAT32 ? FLOAT_FLOOR : DOUBLE_FLOOR;
      softly
          .assertThat(greatestDifference(result.z(), Golden.flat(run.get("z"))))
          .as("z, " + what)
          .isLessThanOrEqualTo(tolerance(hint, "z_dev", floor));
      List<Json> trace = run.get("abs_trace").values();
      for (int b = 0; b < problem.batch(); b++) {
        double[] golden = Golden.flat(trace.get(b));
        int common = Math.min(golden.length, result.measured());
        softly
            .assertThat(
                greatestDifference(
                    Arrays.copyOfRange(result.absTrace()[b], 1, 1 + common),
                    Arrays.copyOf(golden, common)))
            .as("trace of sample " + b + ", " + what)
            .isLessThanOrEqualTo(tolerance(hint, "trace_abs_dev", floor));
      }
    }
    softly.assertAll();
  }

  private static double tolerance(Json hint, String name, double floor) {
    return Math.max(PERMUTATION_FACTOR * hint.get(name).number(), floor);
  }

  private static double greatestDifference(double[] a, double[] b) {
    assertThat(a).hasSameSizeAs(b);
    double greatest = 0;
    for (int i = 0; i < a.length; i++) {
      greatest = Math.max(greatest, Math.abs(a[i] - b[i]));
    }
    return greatest;
  }

  @TestFactory
  Stream<DynamicTest> optionRuns() {
    return Golden.runsWith("options").stream()
        .map(run ->
            DynamicTest.dynamicTest(
                run.get("problem").string() + " " + options(run), () -> checkOptions(run)));
  }

  private static void checkOptions(Json run) {
    Golden.Problem problem = Golden.problem(run.get("problem").string());
    TorchdeqOptions options = options(run);
    TorchdeqResult result =
        TorchdeqSolver.solve(
            new TanhBatch(problem, options.precision()), problem.flat("z0"), options);
    double[] lowest = Golden.flat(run.get("abs_lowest"));
    assertThat(result.absLowest()).containsExactly(lowest, within(OPTION_TOLERANCE));
    assertThat(result.relLowest())
        .containsExactly(Golden.flat(run.get("rel_lowest")), within(OPTION_TOLERANCE));
    assertThat(greatestDifference(result.z(), Golden.flat(run.get("z"))))
        .isLessThanOrEqualTo(OPTION_TOLERANCE);
    double[] traces = Arrays.stream(result.absTrace()).flatMapToDouble(Arrays::stream).toArray();
    assertThat(greatestDifference(traces, Golden.flat(run.get("abs_trace_full"))))
        .isLessThanOrEqualTo(OPTION_TOLERANCE);
    if (run.has("nfe")) {
      assertThat(result.calls()).isEqualTo(run.get("nfe").integer());
    }
    // At rounding level the step of the lowest residual is chance.
    for (int b = 0; b < lowest.length; b++) {
      if (lowest[b] > OPTION_TOLERANCE) {
        assertThat(result.nstep()[b]).isEqualTo(run.get("nstep").values().get(b).integer());
      }
    }
    if (run.has("indexed_states")) {
      double[] states = result.indexed().stream().flatMapToDouble(Arrays::stream).toArray();
      assertThat(greatestDifference(states, Golden.flat(run.get("indexed_states"))))
          .isLessThanOrEqualTo(OPTION_TOLERANCE);
    }
  }
}
