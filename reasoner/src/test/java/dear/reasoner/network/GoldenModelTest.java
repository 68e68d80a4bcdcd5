// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import static org.assertj.core.api.Assertions.assertThat;

import dear.equilibrium.gradient.EquilibriumGradient;
import dear.equilibrium.gradient.GradientMethod;
import dear.io.Json;
import dear.reasoner.problem.Problem;
import dear.tensor.parameter.Parameter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The mathematics of the network, block by block, against vectors in double precision. */
class GoldenModelTest {
  /** The tolerance of values that pass through a few float layers. */
  private static final double VALUE = 2e-6;

  /** The tolerance of derivatives and of values after many steps. */
  private static final double DERIVATIVE = 1e-5;

  /** The overall tolerance. */
  private static final double PROMISED = 1e-4;

  /** Gradients below this share of the largest are zero except for double-precision rounding. */
  private static final double VANISHING = 1e-12;

  /** Gradients below this share of the largest may be far smaller than their summands. */
  private static final double SMALL = 1e-2;

  /** How decoders handle permutations in each block of losses. */
  private static final Map<String, Permutations> PERMUTATIONS =
      Map.of(
          "plain",
          new Permutations.Free(),
          "sinkhorn_eval",
          Permutations.Sinkhorn.EVALUATION,
          "sinkhorn_train",
          Permutations.Sinkhorn.TRAINING);

  static List<GoldenModel> files() {
    return Files.ALL;
  }

  /** Read once, when first asked for. */
  private static final class Files {
    static final List<GoldenModel> ALL = GoldenModel.all();
  }

  @ParameterizedTest
  @MethodSource("files")
  void encodesNodesAndEdges(GoldenModel golden) {
    Stretch u = new Stretch(GoldenModel.numbers(golden.get("u")));
    Stretch e = new Stretch(GoldenModel.numbers(golden.get("e")));
    NetworkWorkspace workspace = golden.network().workspace(golden.parameters());
    for (Problem graph : golden.graphs()) {
      workspace.encode(graph);
      Readings readings = new Readings(workspace);
      close(readings.nodes(), u.next(graph.nodes() * golden.width()), VALUE);
      float[] rows = new float[graph.edges().count() * golden.width()];
      readings.basis().ifPresent(basis -> expand(graph, basis, golden.width(), rows));
      close(rows, e.next(rows.length), VALUE);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void stepsAndItsDerivatives(GoldenModel golden) {
    Json step = golden.get("step");
    Stretch h = new Stretch(GoldenModel.numbers(step.get("h")));
    Stretch f = new Stretch(GoldenModel.numbers(step.get("f")));
    Stretch cotangent = new Stretch(GoldenModel.numbers(golden.get("vjp").get("cotangent")));
    Stretch dh = new Stretch(GoldenModel.numbers(golden.get("vjp").get("dh")));
    Stretch tangent = new Stretch(GoldenModel.numbers(golden.get("jvp").get("tangent")));
    Stretch jt = new Stretch(GoldenModel.numbers(golden.get("jvp").get("jt")));
    NetworkWorkspace workspace = golden.network().workspace(golden.parameters());
    float[] gradients = new float[golden.network().layout().size()];
    for (Problem graph : golden.graphs()) {
      int d = graph.nodes() * golden.width();
      float[] out = new float[d];
      workspace.encode(graph);
      workspace.collect(gradients);
      workspace.step().linearize(floats(h.next(d)), 0, out, 0);
      close(out, f.next(d), VALUE);
      workspace.step().multiply(floats(tangent.next(d)), 0, out, 0);
      close(out, jt.next(d), DERIVATIVE);
      workspace.step().accumulateAndMultiply(floats(cotangent.next(d)), 0, out, 0);
      close(out, dh.next(d), DERIVATIVE);
      workspace.encodeBackward();
    }
    closeGradients(golden, gradients, golden.get("vjp").get("dtheta"), DERIVATIVE);
  }

  @ParameterizedTest
  @MethodSource("files")
  void rollsOut(GoldenModel golden) {
    Map<Integer, Stretch> expected = new LinkedHashMap<>();
    golden
        .get("rollout")
        .members()
        .forEach((k, v) -> expected.put(Integer.valueOf(k), new Stretch(GoldenModel.numbers(v))));
    NetworkWorkspace workspace = golden.network().workspace(golden.parameters());
    for (Problem graph : golden.graphs()) {
      workspace.encode(graph);
      expected.forEach((steps, states) -> {
        float[] h = rollout(workspace, graph, golden.width(), steps);
        close(h, states.next(h.length), DERIVATIVE);
      });
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void decodesLogits(GoldenModel golden) {
    Stretch h = new Stretch(GoldenModel.numbers(golden.get("decode").get("h")));
    Json logits = golden.get("decode").get("logits");
    List<Stretch> expected =
        golden.network().outputs().stream()
            .map(spec -> new Stretch(GoldenModel.numbers(logits.get(spec.name()))))
            .toList();
    Stretch sinkhorn =
        golden.has("sinkhorn")
            ? new Stretch(GoldenModel.numbers(golden.get("sinkhorn").get("sinkhorn_eval")))
            : new Stretch(new double[0]);
    NetworkWorkspace workspace = golden.network().workspace(golden.parameters());
    for (Problem graph : golden.graphs()) {
      workspace.encode(graph);
      float[] state = floats(h.next(graph.nodes() * golden.width()));
      workspace.decode(Mode.EVALUATION, graph, state, 0, noNoise());
      for (int k = 0; k < expected.size(); k++) {
        float[] actual = new Readings(workspace).logits(k);
        close(actual, expected.get(k).next(actual.length), VALUE);
        if (golden.has("sinkhorn") && golden.network().outputs().get(k).name().equals("pred")) {
          ScoreTable table = workspace.scores(k);
          closeAboveFloor(table, sinkhorn.next(table.count()));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void losses(GoldenModel golden) {
    for (Map.Entry<String, Json> block : golden.get("loss").members().entrySet()) {
      Network network = variant(golden, block.getKey());
      NetworkWorkspace workspace = network.workspace(golden.parameters());
      Stretch h = new Stretch(GoldenModel.numbers(golden.get("decode").get("h")));
      Noise noise = new Noise(golden);
      double[] sums = new double[network.outputs().size()];
      for (Problem graph : golden.graphs()) {
        workspace.encode(graph);
        float[] state = floats(h.next(graph.nodes() * golden.width()));
        workspace.decode(Mode.TRAINING, graph, state, 0, noise);
        addLosses(golden, workspace, sums);
      }
      Json parts = block.getValue().get("parts");
      for (int k = 0; k < sums.length; k++) {
        double expected = GoldenModel.numbers(parts.get(network.outputs().get(k).name()))[0];
        assertThat(relative(sums[k], expected)).as(block.getKey()).isLessThan(DERIVATIVE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void gradientOfOneStepFromAFixedState(GoldenModel golden) {
    for (Map.Entry<String, Json> block : golden.get("phantom").members().entrySet()) {
      if (!PERMUTATIONS.containsKey(block.getKey())) {
        continue; // a remark
      }
      Network network = variant(golden, block.getKey());
      NetworkWorkspace workspace = network.workspace(golden.parameters());
      EquilibriumGradient gradient = new EquilibriumGradient(new GradientMethod.OneStep());
      Noise noise = new Noise(golden);
      float[] gradients = new float[network.layout().size()];
      double[] sums = new double[network.outputs().size()];
      for (Problem graph : golden.graphs()) {
        workspace.encode(graph);
        workspace.collect(gradients);
        float[] z = rollout(workspace, graph, golden.width(), 8);
        float[] h = new float[z.length];
        float[] dh = new float[z.length];
        gradient.forward(workspace.step(), z, 0, h, 0);
        workspace.decode(Mode.TRAINING, graph, h, 0, noise);
        addLosses(golden, workspace, sums);
        workspace.decodeBackward(weights(golden), dh, 0);
        gradient.backward(dh, 0);
        workspace.encodeBackward();
      }
      double loss = GoldenModel.numbers(block.getValue().get("loss"))[0];
      assertThat(relative(Arrays.stream(sums).sum(), loss)).isLessThan(DERIVATIVE);
      closeGradients(golden, gradients, block.getValue().get("dtheta"), PROMISED);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void jacobianTermAndItsGradients(GoldenModel golden) {
    Json block = golden.get("jacobian");
    Stretch v = new Stretch(GoldenModel.numbers(block.get("v")));
    double denominator = block.get("denominator").number();
    NetworkWorkspace workspace = golden.network().workspace(golden.parameters());
    float[] constant = new float[golden.network().layout().size()];
    float[] through = new float[constant.length];
    double value = 0;
    for (Problem graph : golden.graphs()) {
      workspace.encode(graph);
      float[] z = rollout(workspace, graph, golden.width(), 8);
      float[] h = new float[z.length];
      float[] w = new float[z.length];
      float[] dh = new float[z.length];
      float[] probe = floats(v.next(z.length));
      for (boolean flows : new boolean[] {false, true}) {
        workspace.collect(flows ? through : constant);
        workspace.step().linearize(z, 0, h, 0);
        ProcessorMap map = workspace.probe(graph);
        map.linearize(h, 0, w, 0);
        map.multiplyTransposed(probe, 0, w, 0);
        map.differentiateTransposed(probe, 0, w, 0, (float) (2 / denominator), dh, 0);
        if (flows) {
          workspace.step().accumulate(dh, 0);
        }
        workspace.encodeBackward();
      }
      for (float x : w) {
        value += (double) x * x / denominator;
      }
    }
    assertThat(relative(value, GoldenModel.numbers(block.get("value"))[0])).isLessThan(DERIVATIVE);
    closeGradients(golden, constant, block.get("dtheta_h_constant"), PROMISED);
    closeGradients(golden, through, block.get("dtheta_through_h"), PROMISED);
  }

  @ParameterizedTest
  @MethodSource("files")
  void gradientThroughAllSteps(GoldenModel golden) {
    Json block = golden.get("unrolled");
    Network network = variant(golden, "plain");
    NetworkWorkspace workspace = network.workspace(golden.parameters());
    Stretch states = new Stretch(GoldenModel.numbers(block.get("h")));
    float[] gradients = new float[network.layout().size()];
    double[] sums = new double[network.outputs().size()];
    for (int i = 0; i < golden.graphs().size(); i++) {
      Problem graph = golden.graphs().get(i);
      int steps = block.get("steps").values().get(i).integer();
      EquilibriumGradient gradient = new EquilibriumGradient(new GradientMethod.Unrolled(steps));
      workspace.encode(graph);
      workspace.collect(gradients);
      float[] h = new float[graph.nodes() * golden.width()];
      float[] dh = new float[h.length];
      gradient.forward(workspace.step(), new float[h.length], 0, h, 0);
      close(h, states.next(h.length), DERIVATIVE);
      workspace.decode(Mode.TRAINING, graph, h, 0, noNoise());
      addLosses(golden, workspace, sums);
      workspace.decodeBackward(weights(golden), dh, 0);
      gradient.backward(dh, 0);
      workspace.encodeBackward();
    }
    assertThat(relative(Arrays.stream(sums).sum(), GoldenModel.numbers(block.get("loss"))[0]))
        .isLessThan(DERIVATIVE);
    closeGradients(golden, gradients, block.get("dtheta"), PROMISED);
  }

  // ---- what the tests share ----

  private static Network variant(GoldenModel golden, String block) {
    Permutations permutations =
        Objects.requireNonNull(PERMUTATIONS.get(block), "unknown block " + block);
    return golden.network(golden.network().options().withPermutations(permutations, permutations));
  }

  private static float[] rollout(NetworkWorkspace workspace, Problem graph, int width, int steps) {
    float[] h = new float[graph.nodes() * width];
    float[] next = new float[h.length];
    for (int t = 0; t < steps; t++) {
      workspace.step().apply(h, 0, next, 0);
      System.arraycopy(next, 0, h, 0, h.length);
    }
    return h;
  }

  /** One over the number of targets in the batch, by output. */
  private static float[] weights(GoldenModel golden) {
    float[] weights = new float[golden.network().outputs().size()];
    for (int k = 0; k < weights.length; k++) {
      int count = 0;
      for (Problem graph : golden.graphs()) {
        count += graph.targets().get(k).count();
      }
      weights[k] = 1f / count;
    }
    return weights;
  }

  private static void addLosses(GoldenModel golden, NetworkWorkspace workspace, double[] sums) {
    float[] weights = weights(golden);
    for (int k = 0; k < sums.length; k++) {
      sums[k] += (double) weights[k] * workspace.loss(k);
    }
  }

  private static void expand(Problem graph, float[] basis, int width, float[] rows) {
    int scalars = graph.edges().scalars();
    for (int i = 0; i < rows.length; i++) {
      int e = i / width;
      int c = i % width;
      rows[i] = basis[c];
      for (int k = 0; k < scalars; k++) {
        rows[i] += graph.edges().values()[e * scalars + k] * basis[(k + 1) * width + c];
      }
    }
  }

  private static NetworkWorkspace.Perturbation noNoise() {
    return (array, at, count) -> {};
  }

  /** The stored noise, graph by graph. */
  private static final class Noise implements NetworkWorkspace.Perturbation {
    private final Stretch numbers;

    Noise(GoldenModel golden) {
      numbers =
          new Stretch(
              golden.has("gumbel") ? GoldenModel.numbers(golden.get("gumbel")) : new double[0]);
    }

    @Override
    public void fill(float[] array, int at, int count) {
      System.arraycopy(floats(numbers.next(count)), 0, array, at, count);
    }
  }

  /** Numbers that are read sequentially. */
  private static final class Stretch {
    private final double[] numbers;
    private int at;

    Stretch(double[] numbers) {
      this.numbers = numbers;
    }

    double[] next(int count) {
      at += count;
      return Arrays.copyOfRange(numbers, at - count, at);
    }
  }

  private static float[] floats(double[] numbers) {
    float[] out = new float[numbers.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) numbers[i];
    }
    return out;
  }

  private static double relative(double actual, double expected) {
    return Math.abs(actual - expected) / Math.abs(expected);
  }

  private static void close(float[] actual, double[] expected, double tolerance) {
    assertThat(actual).hasSameSizeAs(expected);
    double scale = largest(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat(Math.abs(actual[i] - expected[i]))
          .as("element %d: %s for %s", i, actual[i], expected[i])
          .isLessThanOrEqualTo(tolerance * scale);
    }
  }

  /**
   * Compares logarithms of a permutation; below the floor they are a hundredth of something huge.
   */
  private static void closeAboveFloor(ScoreTable actual, double[] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(Math.abs(actual.get(i) - expected[i]))
          .as("element %d: %s for %s", i, actual.get(i), expected[i])
          .isLessThanOrEqualTo(PROMISED * Math.max(1, Math.abs(expected[i])));
    }
  }

  private static void closeGradients(
      GoldenModel golden, float[] actual, Json expected, double tolerance) {
    double whole = 0;
    for (Json tensor : expected.members().values()) {
      whole = Math.max(whole, largest(GoldenModel.numbers(tensor)));
    }
    for (Parameter parameter : golden.network().layout().parameters()) {
      double[] numbers =
          expected.has(parameter.name())
              ? GoldenModel.numbers(expected.get(parameter.name()))
              : new double[parameter.count()];
      // Cancellation leaves the rounding errors of the summands: entirely where a gradient is zero
      // by
      // symmetry (a bias before a softmax), in part where it is small compared with the others.
      double size = largest(numbers);
      double scale = size < VANISHING * whole ? whole : Math.max(size, SMALL * whole);
      for (int i = 0; i < numbers.length; i++) {
        double got = actual[GoldenModel.place(parameter, i)];
        assertThat(Math.abs(got - numbers[i]))
            .as("%s[%d]: %s for %s", parameter.name(), i, got, numbers[i])
            .isLessThanOrEqualTo(tolerance * scale);
      }
    }
  }

  private static double largest(double[] numbers) {
    return Arrays.stream(numbers).map(Math::abs).max().orElse(0);
  }
}
