// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import static org.assertj.core.api.Assertions.assertThat;

import dear.equilibrium.Golden;
import dear.io.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * torchdeq's gradients, from its solvers: phantom steps, and the implicit function theorem with its
 * backward solver. What rounding may change is measured as for the solver runs, by permutations.
 */
final class TorchdeqGradientGoldenTest {
  private static final double PERMUTATION_FACTOR = 20;
  private static final double FLOOR_UNITS = 200;
  private static final int PERMUTATIONS = 3;

  static List<Golden.Problem> problems() {
    return Golden.problems();
  }

  /** The results of a run, in the problem's order. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Gradients(int[] steps, double[] output, double[] input, double[] weights) {}

  @ParameterizedTest
  @MethodSource("problems")
  void gradients(Golden.Problem problem) {
    for (Json run : problem.data().get("gradients").get("torchdeq").values()) {
      int d = problem.dimension();
      Gradients ours = run(problem, run, TorchdeqGoldenTest.identity(d));
      double[] deviations = new double[3];
      boolean stable = true;
      for (int seed = 1; seed <= PERMUTATIONS; seed++) {
        Gradients other = run(problem, run, TorchdeqGoldenTest.permutation(d, new Random(seed)));
        stable &= Arrays.equals(other.steps, ours.steps);
        deviations[0] = Math.max(deviations[0], difference(other.output, ours.output));
        deviations[1] = Math.max(deviations[1], difference(other.input, ours.input));
        deviations[2] = Math.max(deviations[2], difference(other.weights, ours.weights));
      }
      String what = problem + " " + run.get("label").string() + " " + run.get("dtype").string();
      double unit = isFloat(run) ? Math.ulp(1f) : Math.ulp(1d);
      check(what + ": h", ours.output, run.get("z_out"), deviations[0], unit);
      check(what + ": dx", ours.input, run.get("dx"), deviations[1], unit);
      if (run.has("dW")) {
        check(what + ": dW", ours.weights, run.get("dW"), deviations[2], unit);
      }
      if (stable && !isFloat(run)) {
        assertThat(Arrays.stream(ours.steps).asDoubleStream().toArray())
            .as(what)
            .isEqualTo(Golden.flat(run.get("f_nstep")));
      }
    }
  }

  private static boolean isFloat(Json run) {
    return run.get("dtype").string().equals("float32");
  }

  private static void check(
      String what, double[] ours, Json golden, double deviation, double unit) {
    double[] stored = Golden.flat(golden);
    double scale = Math.max(1, Arrays.stream(stored).map(Math::abs).max().orElseThrow());
    assertThat(difference(ours, stored))
        .as(what)
        .isLessThanOrEqualTo(Math.max(PERMUTATION_FACTOR * deviation, FLOOR_UNITS * unit * scale));
  }

  private static double difference(double[] a, double[] b) {
    return TorchdeqGoldenTest.greatestDifference(a, b);
  }

  private static Gradients run(Golden.Problem problem, Json run, int[] order) {
    Precision precision = isFloat(run) ? Precision.FLOAT32 : Precision.FLOAT64;
    TanhBatch map = new TanhBatch(problem, precision, order);
    DeqModule module = new DeqModule(run.get("get_deq"), precision);
    TorchdeqResult forward =
        module.forward(map, map.start(), module.forwardIterations(), List.of());
    List<double[]> points = module.phantom(map, forward.z());
    double[] adjoint = map.reordered("c");
    if (module.flag("ift") || module.flag("hook_ift")) {
      adjoint = implicit(module, map, points, adjoint);
    }
    int d = problem.dimension();
    double[] input = new double[adjoint.length];
    double[] weights = new double[d * d];
    double tau = module.number("tau", 1);
    for (int step = points.size() - 2; step >= 0; step--) {
      double[] image = new double[adjoint.length];
      map.apply(points.get(step), image);
      double[] damped = Arrays.stream(adjoint).map(value -> tau * value).toArray();
      for (int i = 0; i < input.length; i++) {
        double inner = map.slope(image[i]) * damped[i];
        input[i] += inner;
        for (int j = 0; j < d; j++) {
          weights[i % d * d + j] += inner * points.get(step)[i / d * d + j];
        }
      }
      double[] product = new double[adjoint.length];
      map.multiplyTransposed(image, damped, product);
      for (int i = 0; i < product.length; i++) {
        adjoint[i] = product[i] + (1 - tau) * adjoint[i];
      }
    }
    return new Gradients(
        forward.nstep(),
        map.restored(points.getLast()),
        map.restored(input),
        map.restoredMatrix(weights));
  }

  /** The solution of y = Jᵀy + g, J at f(z*), or at z* for the hook. */
  private static double[] implicit(
      DeqModule module, TanhBatch map, List<double[]> points, double[] g) {
    double[] images = new double[g.length];
    map.apply(points.get(module.flag("hook_ift") ? 0 : 1), images);
    BatchMap affine =
        new BatchMap() {
          @Override
          public int batch() {
            return map.batch();
          }

          @Override
          public int dimension() {
            return map.dimension();
          }

          @Override
          public void apply(double[] y, double[] out) {
            map.multiplyTransposed(images, y, out);
            for (int i = 0; i < out.length; i++) {
              out[i] = map.precision().round(out[i] + g[i]);
            }
          }
        };
    return module.backward(affine).z().clone();
  }
}
