// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.equilibrium.Golden;
import dear.equilibrium.StopRule.Measure;
import dear.io.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
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
  // The option runs lack that measurement; here it is taken from our own runs.
  private static final int PERMUTATIONS = 3;

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
      List<String> complaints =
          complaints(problem, run, solve(problem, options, identity(problem.dimension())));
      // The vectors call a run stable if three permutations left it alone; a fourth, or another
      // library's last digits, may still move a residual across the tolerance. Then one of three
      // other orders of summation must give the stored run, in all its parts.
      for (int seed = 1; seed <= PERMUTATIONS && !complaints.isEmpty(); seed++) {
        int[] order = permutation(problem.dimension(), new Random(seed));
        if (complaints(problem, run, solve(problem, options, order)).isEmpty()) {
          System.out.println(problem + " " + options + " needed another order of summation");
          complaints = List.of();
        }
      }
      softly.assertThat(complaints).as(problem + " " + options).isEmpty();
    }
    softly.assertAll();
  }

  /** The parts of a stored run that the result misses, by the README's rule. */
  private static List<String> complaints(Golden.Problem problem, Json run, TorchdeqResult result) {
    List<String> complaints = new ArrayList<>();
    Json hint = run.get("hint");
    if (hint.get("steps_stable").bool()) {
      expect(complaints, "calls", run.get("nfe").integer(), result.calls());
      expect(complaints, "iterations", run.get("iters").integer(), result.measured());
      for (int b = 0; b < problem.batch(); b++) {
        int nstep = run.get("nstep").values().get(b).integer();
        expect(complaints, "nstep of sample " + b, nstep, result.nstep()[b]);
      }
    }
    double floor = run.get("dtype").string().equals("float32") ? FLOAT_FLOOR : DOUBLE_FLOOR;
    expect(
        complaints,
        "z",
        tolerance(hint, "z_dev", floor),
        greatestDifference(result.z(), Golden.flat(run.get("z"))));
    List<Json> trace = run.get("abs_trace").values();
    for (int b = 0; b < problem.batch(); b++) {
      double[] golden = Golden.flat(trace.get(b));
      int common = Math.min(golden.length, result.measured());
      double difference =
          greatestDifference(
              Arrays.copyOfRange(result.absTrace()[b], 1, 1 + common),
              Arrays.copyOf(golden, common));
      expect(
          complaints, "trace of sample " + b, tolerance(hint, "trace_abs_dev", floor), difference);
    }
    return complaints;
  }

  private static void expect(List<String> complaints, String what, int golden, int actual) {
    if (golden != actual) {
      complaints.add(what + " " + actual + " instead of " + golden);
    }
  }

  private static void expect(List<String> complaints, String what, double limit, double actual) {
    if (!(actual <= limit)) {
      complaints.add(what + " differs by " + actual + ", allowed " + limit);
    }
  }

  private static double tolerance(Json hint, String name, double floor) {
    return Math.max(PERMUTATION_FACTOR * hint.get(name).number(), floor);
  }

  static double greatestDifference(double[] a, double[] b) {
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
    TorchdeqResult result = solve(problem, options, identity(problem.dimension()));
    Sensitivity sensitivity = sensitivity(problem, options, result);

    double[] traces = flat(result.absTrace());
    assertThat(greatestDifference(traces, Golden.flat(run.get("abs_trace_full"))))
        .isLessThanOrEqualTo(sensitivity.trace());
    assertThat(result.absLowest())
        .containsExactly(Golden.flat(run.get("abs_lowest")), within(sensitivity.trace()));
    assertThat(greatestDifference(result.z(), Golden.flat(run.get("z"))))
        .isLessThanOrEqualTo(sensitivity.z());
    if (sensitivity.stepsStable()) {
      assertThat(Arrays.stream(result.nstep()).asDoubleStream().toArray())
          .isEqualTo(Golden.flat(run.get("nstep")));
      if (run.has("nfe")) {
        assertThat(result.calls()).isEqualTo(run.get("nfe").integer());
      }
    }
    if (run.has("indexed_states")) {
      double[] states = result.indexed().stream().flatMapToDouble(Arrays::stream).toArray();
      assertThat(greatestDifference(states, Golden.flat(run.get("indexed_states"))))
          .isLessThanOrEqualTo(sensitivity.z());
    }
  }

  /** What rounding may change, as the README measures it for the other runs. */
  private record Sensitivity(boolean stepsStable, double z, double trace) {}

  private static Sensitivity sensitivity(
      Golden.Problem problem, TorchdeqOptions options, TorchdeqResult result) {
    boolean stable = true;
    double z = 0;
    double trace = 0;
    for (int seed = 1; seed <= PERMUTATIONS; seed++) {
      TorchdeqResult other =
          solve(problem, options, permutation(problem.dimension(), new Random(seed)));
      stable &= other.calls() == result.calls() && Arrays.equals(other.nstep(), result.nstep());
      z = Math.max(z, greatestDifference(other.z(), result.z()));
      trace = Math.max(trace, greatestDifference(flat(other.absTrace()), flat(result.absTrace())));
    }
    return new Sensitivity(
        stable,
        Math.max(PERMUTATION_FACTOR * z, DOUBLE_FLOOR),
        Math.max(PERMUTATION_FACTOR * trace, DOUBLE_FLOOR));
  }

  private static TorchdeqResult solve(
      Golden.Problem problem, TorchdeqOptions options, int[] order) {
    TanhBatch map = new TanhBatch(problem, options.precision(), order);
    TorchdeqResult result = TorchdeqSolver.solve(map, map.start(), options);
    return new TorchdeqResult(
        map.restored(result.z()),
        result.calls(),
        result.nstep(),
        result.absTrace(),
        result.relTrace(),
        result.absLowest(),
        result.relLowest(),
        result.measured(),
        result.indexed().stream().map(map::restored).toList());
  }

  static int[] identity(int length) {
    return IntStream.range(0, length).toArray();
  }

  static int[] permutation(int length, Random random) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, length).boxed().toList());
    Collections.shuffle(order, random);
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  private static double[] flat(double[][] rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }
}
