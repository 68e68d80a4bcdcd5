// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.Method;
import dear.equilibrium.RandomContraction;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.equilibrium.TanhMap;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PathIndependenceTest {
  private static final EquilibriumSolver SOLVER =
      new EquilibriumSolver(new SolverOptions(Method.Plain.DEFAULT, StopRule.absolute(1e-6, 500)));

  @Test
  void aContractionHasOneEquilibrium() {
    TanhMap map = RandomContraction.of(20, 0.9, 1);
    PathIndependence result =
        PathIndependence.of(SOLVER, map, PathIndependence.mixedStarts(20, 6, 42));
    assertThat(result.reasons()).hasSize(6).containsOnly(StopReason.CONVERGED);
    assertThat(result.distance()).isLessThan(2 * 1e-6 / (1 - 0.9));
    assertThat(result.relativeDistance()).isLessThan(1e-4);
  }

  @Test
  void twoEquilibriaAreFoundApart() {
    TanhMap map = new TanhMap(1, new float[] {2}, new float[1]); // tanh(2z): 0 and ±0.9575
    PathIndependence result =
        PathIndependence.of(SOLVER, map, List.of(new float[] {1}, new float[] {-1}));
    assertThat(result.distance()).isCloseTo(2 * 0.957504, within(1e-5));
    assertThat(result.relativeDistance()).isCloseTo(2, within(1e-5));
  }

  @Test
  void startsAreZeroThenHalfZero() {
    List<float[]> starts = PathIndependence.mixedStarts(1000, 3, 7);
    assertThat(starts.get(0)).containsOnly(0);
    int zeros = 0;
    for (float value : starts.get(1)) {
      zeros += value == 0 ? 1 : 0;
    }
    assertThat(zeros).isBetween(400, 600);
    assertThat(PathIndependence.mixedStarts(1000, 3, 7).get(2)).isEqualTo(starts.get(2));
    assertThatThrownBy(
            () -> PathIndependence.of(SOLVER, RandomContraction.of(1, 0.5, 1), List.of()))
        .hasMessageContaining("at least 2 starts");
  }
}
