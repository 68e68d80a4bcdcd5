// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.equilibrium.linear.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of every method on contractions and on misbehaving functions. */
final class SolverPropertyTest {
  private static final List<Method> METHODS =
      List.of(
          Method.Plain.DEFAULT,
          new Method.Plain(0.7),
          Method.Anderson.DEFAULT,
          new Method.Anderson(3, 0, 1, Double.POSITIVE_INFINITY),
          new Method.Anderson(1, 1e-4, 1, 10),
          new Method.Anderson(6, 1e-4, 0.5, 10),
          Method.TorchdeqAnderson.DEFAULT,
          Method.Broyden.DEFAULT,
          new Method.Broyden(3, 10));

  static List<Method> methods() {
    return METHODS;
  }

  private static EquilibriumSolver solver(Method method, StopRule rule) {
    return new EquilibriumSolver(new SolverOptions(method, rule));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void allMethodsFindTheSamePoint(long seed) {
    int d = (int) (1 + 7 * seed % 50);
    double norm = 0.9;
    TanhMap map = RandomContraction.of(d, norm, seed);
    float[] start = RandomContraction.start(d, -seed);
    double tolerance = 1e-5;
    float[] reference = new float[0];
    for (Method method : METHODS) {
      Solution solution = solver(method, StopRule.absolute(tolerance, 500)).solve(map, start);
      assertThat(solution.reason()).as("%s", method).isEqualTo(StopReason.CONVERGED);
      assertThat(solution.residual()).isLessThan(tolerance);
      assertThat(solution.residual())
          .isEqualTo(Math.sqrt(Vectors.squaredDistance(solution.z(), 0, solution.image(), 0, d)));
      float[] again = new float[d];
      map.apply(solution.z(), 0, again, 0);
      assertThat(again).as("the image is that of z, bit for bit").isEqualTo(solution.image());
      if (reference.length == 0) {
        reference = solution.z();
      }
      // Both are within tolerance/(1-norm) of the one fixed point of a contraction.
      double distance = Math.sqrt(Vectors.squaredDistance(reference, 0, solution.z(), 0, d));
      assertThat(distance).as("%s", method).isLessThan(2 * tolerance / (1 - norm));
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aSampleAloneIsTheSameInABatch(Method method) throws Exception {
    StopRule rule = StopRule.relative(1e-4, 60);
    List<TanhMap> maps = new ArrayList<>();
    List<float[]> starts = new ArrayList<>();
    for (int seed = 0; seed < 24; seed++) {
      int d = 1 + seed * 13 % 40;
      maps.add(RandomContraction.of(d, seed % 3 == 0 ? 3 : 0.95, seed));
      starts.add(RandomContraction.start(d, seed));
    }
    List<Solution> alone = new ArrayList<>();
    for (int i = 0; i < maps.size(); i++) {
      alone.add(solver(method, rule).solve(maps.get(i), starts.get(i)));
    }
    EquilibriumSolver reused = solver(method, rule);
    Solution place = new Solution();
    for (int round = 0; round < 2; round++) {
      for (int i = maps.size() - 1; i >= 0; i--) {
        reused.solve(maps.get(i), starts.get(i), 0, place);
        assertSame(place, alone.get(i));
      }
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Solution>> futures = new ArrayList<>();
      for (int i = 0; i < maps.size(); i++) {
        TanhMap map = maps.get(i);
        float[] start = starts.get(i);
        futures.add(threads.submit(() -> solver(method, rule).solve(map, start)));
      }
      for (int i = 0; i < maps.size(); i++) {
        assertSame(futures.get(i).get(), alone.get(i));
      }
    }
  }

  private static void assertSame(Solution actual, Solution expected) {
    int d = expected.dimension();
    assertThat(actual.dimension()).isEqualTo(d);
    assertThat(Arrays.copyOf(actual.z(), d)).isEqualTo(Arrays.copyOf(expected.z(), d));
    assertThat(Arrays.copyOf(actual.image(), d)).isEqualTo(Arrays.copyOf(expected.image(), d));
    assertThat(actual.residualTrace()).isEqualTo(expected.residualTrace());
    assertThat(actual.reason()).isEqualTo(expected.reason());
    assertThat(actual.bestEvaluation()).isEqualTo(expected.bestEvaluation());
  }

  /** A function that spoils one element at one evaluation. */
  private static final class Spoiled implements FixedPointMap {
    private final FixedPointMap map;
    private final int when;
    private final float with;
    private final boolean everAfter;
    private int evaluations;

    Spoiled(FixedPointMap map, int when, float with, boolean everAfter) {
      this.map = map;
      this.when = when;
      this.with = with;
      this.everAfter = everAfter;
    }

    @Override
    public int dimension() {
      return map.dimension();
    }

    @Override
    public void apply(float[] z, int zOffset, float[] out, int outOffset) {
      assertThat(Vectors.firstNotFinite(z, zOffset, dimension())).isEqualTo(-1);
      map.apply(z, zOffset, out, outOffset);
      evaluations++;
      if (evaluations == when || (everAfter && evaluations > when)) {
        out[outOffset + when % dimension()] = with;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void whatIsNotFiniteNeverEscapes(Method method) {
    TanhMap map = RandomContraction.of(5, 0.9, 3);
    float[] start = RandomContraction.start(5, 3);
    StopRule rule = StopRule.absolute(1e-6, 40).withGoal(StopRule.Goal.LOWEST_RESIDUAL);
    EquilibriumSolver solver = solver(method, rule);
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      for (int when = 1; when <= 40; when++) {
        for (boolean everAfter : new boolean[] {false, true}) {
          Spoiled spoiled = new Spoiled(map, when, bad, everAfter);
          Solution solution = solver.solve(spoiled, start);
          assertThat(Vectors.firstNotFinite(solution.z(), 0, 5)).isEqualTo(-1);
          assertThat(Vectors.firstNotFinite(solution.image(), 0, 5)).isEqualTo(-1);
          assertThat(solution.residual()).isNotNaN();
          assertThat(solution.evaluations()).isEqualTo(spoiled.evaluations);
          if (everAfter && solution.evaluations() >= when) {
            assertThat(solution.reason()).isEqualTo(StopReason.NOT_FINITE);
          }
          if (when == 1) {
            assertThat(solution.z()).isEqualTo(start);
            assertThat(solution.image()).isEqualTo(start);
            assertThat(solution.bestEvaluation()).isZero();
          } else {
            assertThat(solution.bestEvaluation()).isBetween(1, solution.evaluations());
          }
        }
      }
    }
    // And the solver still works afterwards.
    assertSame(solver.solve(map, start), solver(method, rule).solve(map, start));
  }

  @Test
  void anExtrapolationThatLeavesTheDomainIsTakenBack() {
    // sqrt(z) has the equilibrium 1, and no value for negative z.
    FixedPointMap root = map(1, (z, out) -> out[0] = (float) Math.sqrt(z[0] - 0.2) + 0.2f);
    for (Method method : METHODS) {
      Solution solution =
          solver(method, StopRule.absolute(1e-5, 200)).solve(root, new float[] {0.2001f});
      assertThat(solution.reason()).as("%s", method).isEqualTo(StopReason.CONVERGED);
      assertThat((double) solution.z()[0]).isCloseTo(1.2, within(1e-4));
    }
  }

  @Test
  void aPointWhoseResidualGrewTenfoldIsTakenBack() {
    TanhMap map = RandomContraction.of(5, 0.9, 3);
    for (Method method :
        List.of(
            Method.Anderson.DEFAULT,
            Method.Broyden.DEFAULT,
            new Method.Anderson(6, 1e-4, 1, 1e9),
            new Method.Broyden(30, 1e9))) {
      List<float[]> points = new ArrayList<>();
      List<float[]> images = new ArrayList<>();
      FixedPointMap spiked =
          map(
              5,
              (z, out) -> {
                map.apply(z, 0, out, 0);
                if (points.size() == 2) { // the third point is the first extrapolated one
                  out[0] += 1000;
                }
                points.add(z.clone());
                images.add(out.clone());
              });
      StopRule rule = StopRule.absolute(1e-5, 60);
      Solution solution = solver(method, rule).solve(spiked, new float[5]);
      assertThat(solution.reason()).isEqualTo(StopReason.CONVERGED);
      boolean guarded =
          method.equals(Method.Anderson.DEFAULT) || method.equals(Method.Broyden.DEFAULT);
      assertThat(Arrays.equals(points.get(3), images.get(1))).as("%s", method).isEqualTo(guarded);
    }
  }

  /** Residuals fall, rise and fall again, so that the best point is at times not the last one. */
  @ParameterizedTest
  @MethodSource("methods")
  void theBestPointIsKeptWithItsImage(Method method) {
    List<float[]> points = new ArrayList<>();
    List<float[]> images = new ArrayList<>();
    float[] sizes = {8, 4, 6, 5, 2, 9, 7, 1, 3, 5, 4, 2};
    FixedPointMap wanderer =
        map(
            5,
            (z, out) -> {
              System.arraycopy(z, 0, out, 0, 5);
              out[points.size() % 5] += sizes[points.size()];
              points.add(z.clone());
              images.add(out.clone());
            });
    int unmeasured = method instanceof Method.TorchdeqAnderson ? 2 : 0; // they are not compared
    Solution solution = new Solution();
    for (int budget = 3; budget <= sizes.length; budget++) {
      points.clear();
      images.clear();
      StopRule rule = StopRule.absolute(1e-6, budget).withPatience(0);
      solver(method, rule).solve(wanderer, RandomContraction.start(5, 1), 0, solution);
      int best = unmeasured;
      for (int i = unmeasured; i < points.size(); i++) {
        best = sizes[i] < sizes[best] ? i : best;
      }
      assertThat(solution.bestEvaluation()).as("%s, %d", method, budget).isEqualTo(best + 1);
      assertThat(solution.z()).as("%s, %d", method, budget).isEqualTo(points.get(best));
      assertThat(solution.image()).as("%s, %d", method, budget).isEqualTo(images.get(best));
    }
  }

  @Test
  void mixingWithoutHistoryIsDamping() {
    TanhMap map = RandomContraction.of(9, 0.9, 3);
    StopRule rule = StopRule.absolute(1e-5, 200);
    Solution mixed = solver(new Method.Anderson(1, 0, 0.5, 10), rule).solve(map, new float[9]);
    Solution damped = solver(new Method.Plain(0.5), rule).solve(map, new float[9]);
    assertThat(mixed.evaluations()).isEqualTo(damped.evaluations());
    assertThat(mixed.residualTrace()).containsExactly(damped.residualTrace(), within(1e-6));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void singularFunctionsEndWithAReason(Method method) {
    float[] start = RandomContraction.start(7, 1);
    Solution identity =
        solver(method, StopRule.relative(1e-3, 100))
            .solve(map(7, (z, out) -> System.arraycopy(z, 0, out, 0, 7)), start);
    assertThat(identity.reason()).isEqualTo(StopReason.CONVERGED);
    int measuredFirst = method instanceof Method.TorchdeqAnderson ? 3 : 1;
    assertThat(identity.evaluations()).isEqualTo(measuredFirst);
    assertThat(identity.z()).isEqualTo(start);

    FixedPointMap successor =
        map(
            7,
            (z, out) -> {
              for (int i = 0; i < 7; i++) {
                out[i] = z[i] + 1;
              }
            });
    for (int patience : new int[] {30, 0}) {
      StopRule rule = StopRule.absolute(1e-3, 100).withPatience(patience);
      Solution none = solver(method, rule).solve(successor, start);
      assertThat(Vectors.firstNotFinite(none.z(), 0, 7)).isEqualTo(-1);
      if (none.reason() == StopReason.CONVERGED) {
        // Extrapolation reached floats so large that adding 1 changes nothing.
        assertThat(none.z()).isEqualTo(none.image());
      } else {
        assertThat(none.reason()).isEqualTo(patience > 0 ? StopReason.STALLED : StopReason.BUDGET);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aWarmStartSavesEvaluations(Method method) {
    TanhMap map = RandomContraction.of(30, 0.9, 5);
    EquilibriumSolver solver = solver(method, StopRule.relative(1e-4, 300));
    Solution solution = solver.solve(map, new float[30]);
    int cold = solution.evaluations();
    float[] end = solution.image().clone();
    solver.resume(map, solution);
    assertThat(solution.evaluations()).isLessThan(cold).isLessThanOrEqualTo(3);
    assertThat(solution.reason()).isEqualTo(StopReason.CONVERGED);
    solver.solve(map, end, 0, solution);
    assertThat(solution.evaluations()).isLessThanOrEqualTo(3);
  }

  private interface Function {
    void apply(float[] z, float[] out);
  }

  private static FixedPointMap map(int dimension, Function function) {
    return new FixedPointMap() {
      @Override
      public int dimension() {
        return dimension;
      }

      @Override
      public void apply(float[] z, int zOffset, float[] out, int outOffset) {
        float[] image = new float[dimension];
        function.apply(Arrays.copyOfRange(z, zOffset, zOffset + dimension), image);
        System.arraycopy(image, 0, out, outOffset, dimension);
      }
    };
  }
}
