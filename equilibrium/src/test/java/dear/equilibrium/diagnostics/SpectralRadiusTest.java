// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.equilibrium.Golden;
import dear.equilibrium.TanhMap;
import dear.io.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SpectralRadiusTest {
  static List<Golden.Problem> problems() {
    return Golden.problems();
  }

  @ParameterizedTest
  @MethodSource("problems")
  void agreesWithTheExactEigenvalues(Golden.Problem problem) {
    Json jacobian = problem.data().get("jacobian");
    double[] radii = Golden.flat(jacobian.get("spectral_radius"));
    List<Json> complex = jacobian.get("dominant_eig_is_complex").values();
    float[] points = Golden.floats(problem.flat("z_star"));
    int d = problem.dimension();
    for (int b = 0; b < problem.batch(); b++) {
      SpectralRadius radius = SpectralRadius.at(problem.map(b), points, b * d, 100, 1e-7, b);
      assertThat(radius.settled()).isTrue();
      assertThat(radius.products()).isLessThanOrEqualTo(d);
      // Rounding of J in float, magnified by eigenvectors that are not orthogonal.
      assertThat(radius.radius()).isCloseTo(radii[b], within(1e-4 * radii[b]));
      assertThat(radius.complex()).isEqualTo(complex.get(b).bool());
    }
  }

  @Test
  void aRotationHasRadiusOfItsScale() {
    float c = (float) (0.9 * Math.cos(1));
    float s = (float) (0.9 * Math.sin(1));
    TanhMap rotation = new TanhMap(2, new float[] {c, -s, s, c}, new float[2]);
    SpectralRadius radius = SpectralRadius.at(rotation, new float[2], 0, 10, 1e-6, 1);
    assertThat(radius.radius()).isCloseTo(0.9, within(1e-6));
    assertThat(radius.complex()).isTrue();
  }

  @Test
  void aNilpotentJacobianHasRadiusZero() {
    TanhMap shift = new TanhMap(3, new float[] {0, 1, 0, 0, 0, 1, 0, 0, 0}, new float[3]);
    SpectralRadius radius = SpectralRadius.at(shift, new float[3], 0, 10, 1e-6, 1);
    // A triple defective eigenvalue moves by the cube root of the rounding.
    assertThat(radius.radius()).isLessThan(Math.cbrt(100 * Math.ulp(1f)));
    TanhMap zero = new TanhMap(3, new float[9], new float[3]);
    assertThat(SpectralRadius.at(zero, new float[3], 0, 10, 1e-6, 1).radius()).isZero();
  }

  @Test
  void saysWhenItHasNotSettled() {
    Golden.Problem problem =
        Golden.problems().stream()
            .filter(candidate -> candidate.dimension() > 10)
            .findFirst()
            .orElseThrow();
    float[] points = Golden.floats(problem.flat("z_star"));
    SpectralRadius radius = SpectralRadius.at(problem.map(0), points, 0, 4, 1e-9, 1);
    assertThat(radius.settled()).isFalse();
    assertThat(radius.products()).isEqualTo(4);
  }
}
