// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import static org.assertj.core.api.Assertions.assertThat;

import dear.equilibrium.Golden;
import dear.io.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The outputs of whole torchdeq modules: slices, recorded states, phantom steps, evaluation. */
final class TorchdeqModuleGoldenTest {
  // All of these runs are Anderson or plain iteration in double, which permutations do not change.
  private static final double TOLERANCE = 1e-11;

  @TestFactory
  Stream<DynamicTest> modules() {
    return Golden.runsWith("get_deq").stream()
        .map(run ->
            DynamicTest.dynamicTest(
                run.get("mode").string() + " " + run.get("get_deq"), () -> check(run)));
  }

  private static void check(Json run) {
    Golden.Problem problem = Golden.problem(run.get("problem").string());
    CountingMap map =
        new CountingMap(
            run.has("multi")
                ? new PairBatch(problem, Golden.flat(run.get("A")))
                : new TanhBatch(problem, Precision.FLOAT64));
    double[] start = run.has("multi") ? padded(problem) : problem.flat("z0");
    DeqModule module = new DeqModule(run.get("get_deq"), Precision.FLOAT64);
    List<double[]> outputs = new ArrayList<>();
    TorchdeqResult last =
        run.get("mode").string().equals("train")
            ? train(run, module, map, start, outputs)
            : evaluate(run, module, map, start, outputs);

    assertThat(Arrays.stream(last.nstep()).asDoubleStream().toArray())
        .isEqualTo(Golden.flat(run.get("nstep")));
    close(last.absLowest(), Golden.flat(run.get("abs_lowest")));
    if (run.has("multi")) {
      close(outputs.getFirst(), joined(problem, run));
      return;
    }
    assertThat(outputs).hasSize(run.get("n_out").integer());
    close(
        outputs.stream().flatMapToDouble(Arrays::stream).toArray(), Golden.flat(run.get("z_out")));
    assertThat(last.absTrace()[0]).hasSize(run.get("trace_len").integer());
    boolean powerMethod = Golden.flat(run.get("sradius")).length > 1; // needs one call more
    assertThat(map.calls + (powerMethod ? 1 : 0)).isEqualTo(run.get("f_calls").integer());
  }

  private static TorchdeqResult train(
      Json run, DeqModule module, BatchMap map, double[] start, List<double[]> outputs) {
    List<Integer> plan =
        run.has("indexing")
            ? run.get("indexing").values().stream().map(Json::integer).toList()
            : List.of(module.forwardIterations());
    if (module.text("core", "sliced").equals("indexing")) {
      TorchdeqResult result = module.forward(map, start, module.forwardIterations(), plan);
      List<double[]> states = result.indexed().isEmpty() ? List.of(result.z()) : result.indexed();
      states.forEach(state -> sample(module, module.phantom(map, state), outputs));
      return result;
    }
    double[] state = start;
    TorchdeqResult result = null;
    for (int slice : plan) {
      result = module.forward(map, state, slice, List.of());
      sample(module, module.phantom(map, result.z()), outputs);
      state = outputs.getLast();
    }
    return Objects.requireNonNull(result);
  }

  /** Which of the phantom steps are outputs. */
  private static void sample(DeqModule module, List<double[]> points, List<double[]> outputs) {
    int steps = points.size() - 1;
    int gap = (int) module.number("sup_gap", -1);
    List<Integer> places = module.list("sup_loc");
    for (int step = 1; step < steps; step++) {
      if ((gap > 0 && step % gap == 0) || places.contains(step)) {
        outputs.add(points.get(step));
      }
    }
    outputs.add(points.get(steps));
  }

  private static TorchdeqResult evaluate(
      Json run, DeqModule module, BatchMap map, double[] start, List<double[]> outputs) {
    int budget = module.forwardIterations();
    if (run.has("eval_f_max_iter")) {
      budget = run.get("eval_f_max_iter").integer();
    }
    if (run.has("solver_kwargs") && run.get("solver_kwargs").has("f_max_iter")) {
      budget = run.get("solver_kwargs").get("f_max_iter").integer();
    }
    TorchdeqResult result = module.forward(map, start, budget, List.of());
    outputs.add(result.z());
    return result;
  }

  private static void close(double[] actual, double[] golden) {
    assertThat(TorchdeqGoldenTest.greatestDifference(actual, golden))
        .isLessThanOrEqualTo(TOLERANCE);
  }

  /** Counts calls. */
  private static final class CountingMap implements BatchMap {
    private final BatchMap map;
    int calls;

    CountingMap(BatchMap map) {
      this.map = map;
    }

    @Override
    public int batch() {
      return map.batch();
    }

    @Override
    public int dimension() {
      return map.dimension();
    }

    @Override
    public void apply(double[] z, double[] out) {
      calls++;
      map.apply(z, out);
    }
  }

  private static final int EXTRA = 4;

  private static double[] padded(Golden.Problem problem) {
    double[] z0 = problem.flat("z0");
    int d = problem.dimension();
    double[] start = new double[problem.batch() * (d + EXTRA)];
    for (int i = 0; i < z0.length; i++) {
      start[i / d * (d + EXTRA) + i % d] = z0[i];
    }
    return start;
  }

  private static double[] joined(Golden.Problem problem, Json run) {
    double[] a = Golden.flat(run.get("a"));
    double[] b = Golden.flat(run.get("b"));
    int d = problem.dimension();
    double[] out = new double[a.length + b.length];
    for (int s = 0; s < problem.batch(); s++) {
      System.arraycopy(a, s * d, out, s * (d + EXTRA), d);
      System.arraycopy(b, s * EXTRA, out, s * (d + EXTRA) + d, EXTRA);
    }
    return out;
  }

  /** The state of two parts: a ← tanh(W a + A b + x), b ← tanh(Aᵀ a). */
  private static final class PairBatch implements BatchMap {
    private final Golden.Problem problem;
    private final double[] weights;
    private final double[] input;
    private final double[] coupling;

    PairBatch(Golden.Problem problem, double[] coupling) {
      this.problem = problem;
      this.coupling = coupling;
      weights = problem.flat("W");
      input = problem.flat("x");
    }

    @Override
    public int batch() {
      return problem.batch();
    }

    @Override
    public int dimension() {
      return problem.dimension() + EXTRA;
    }

    @Override
    public void apply(double[] z, double[] out) {
      int d = problem.dimension();
      for (int s = 0; s < batch(); s++) {
        int from = s * dimension();
        for (int i = 0; i < d; i++) {
          double sum = input[s * d + i];
          for (int j = 0; j < d; j++) {
            sum += weights[i * d + j] * z[from + j];
          }
          for (int k = 0; k < EXTRA; k++) {
            sum += coupling[i * EXTRA + k] * z[from + d + k];
          }
          out[from + i] = Math.tanh(sum);
        }
        for (int k = 0; k < EXTRA; k++) {
          double sum = 0;
          for (int i = 0; i < d; i++) {
            sum += z[from + i] * coupling[i * EXTRA + k];
          }
          out[from + d + k] = Math.tanh(sum);
        }
      }
    }
  }
}
