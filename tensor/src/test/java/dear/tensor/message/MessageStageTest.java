// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dear.tensor.kernel.KernelVariants;
import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The four passes against the double-precision reference and its central differences. */
class MessageStageTest {
  /** A distance from ties that single precision cannot bridge. */
  private static final double MARGIN = 2e-6;

  private static final double DIFFERENCE = 1e-4;
  private static final List<MessageCase> CASES = cases();

  private static List<MessageCase> cases() {
    List<MessageCase> cases = new ArrayList<>();
    for (int width : new int[] {3, 5, 8, 13, 16, 31, 33}) {
      for (int terms = 0; terms <= 2; terms++) {
        InEdges edges = MessageCase.graph(terms, width, 1, 0, 3, 7, 2, 0);
        cases.add(MessageCase.awayFromTies(width, edges, MARGIN));
      }
    }
    cases.add(MessageCase.awayFromTies(16, MessageCase.graph(1, 1, 50, 3, 0, 61, 49), MARGIN));
    cases.add(MessageCase.awayFromTies(128, MessageCase.graph(1, 1, 4, 0, 5), MARGIN));
    return cases;
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void value(Kernels kernels) {
    for (MessageCase problem : CASES) {
      MessageRun run = new MessageRun(kernels, problem);
      run.forward(0, problem.edges.nodes());
      ReferenceMessages reference = problem.reference();
      assertThat(run.winners).isEqualTo(reference.winners);
      assertNear(run.m, maxima(problem, reference, 0, 0, new double[4][]), 5e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void tangent(Kernels kernels) {
    for (MessageCase problem : CASES) {
      MessageRun run = new MessageRun(kernels, problem);
      run.forward(0, problem.edges.nodes());
      ReferenceMessages reference = problem.reference();
      double[] up = maxima(problem, reference, DIFFERENCE, 0, new double[4][]);
      double[] down = maxima(problem, reference, -DIFFERENCE, 0, new double[4][]);
      double[] slope = new double[up.length];
      Arrays.setAll(slope, i -> (up[i] - down[i]) / (2 * DIFFERENCE));
      assertNear(run.tangent(), slope, 5e-5);
    }
  }

  /** Gradients are compared as derivatives along random directions, one group at a time. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void gradient(Kernels kernels) {
    for (MessageCase problem : CASES) {
      MessageRun run = new MessageRun(kernels, problem);
      run.forward(0, problem.edges.nodes());
      MessageGradients sums = new MessageGradients(problem.width);
      run.backward(0, problem.edges.nodes(), sums);
      sums.addTo(run.gP, problem.layout);
      compareAlongDirections(run, (reference, dir) -> slopeAlong(problem, reference, 0, dir), 5e-5);
    }
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void tangentOfTheGradient(Kernels kernels) {
    for (MessageCase problem : CASES) {
      MessageRun run = new MessageRun(kernels, problem);
      run.forward(0, problem.edges.nodes());
      MessageGradients sums = new MessageGradients(problem.width);
      run.backwardTangent(sums);
      sums.addTo(run.gP, problem.layout);
      compareAlongDirections(
          run,
          (reference, dir) ->
              (slopeAlong(problem, reference, DIFFERENCE, dir)
                      - slopeAlong(problem, reference, -DIFFERENCE, dir))
                  / (2 * DIFFERENCE),
          2e-4);
    }
  }

  private interface Slope {
    double along(ReferenceMessages reference, double[][] directions);
  }

  private static void compareAlongDirections(MessageRun run, Slope slope, double tolerance) {
    MessageCase problem = run.problem;
    ReferenceMessages reference = problem.reference();
    MessageLayout l = problem.layout;
    int d = problem.width;
    float[][] gradients = {run.gR, run.gS, run.gT, run.gP};
    int[][] groups = {
      {0, 0, run.gR.length},
      {1, 0, run.gS.length},
      {2, 0, d},
      {2, d, run.gT.length},
      {3, l.first().scale(), l.first().scale() + d},
      {3, l.first().offset(), l.first().offset() + d},
      {3, l.first().weight(), l.first().weight() + d * d},
      {3, l.first().bias(), l.first().bias() + d},
      {3, l.second().scale(), l.second().scale() + d},
      {3, l.second().offset(), l.second().offset() + d},
      {3, l.second().weight(), l.second().weight() + d * d},
      {3, l.second().bias(), l.second().bias() + d},
    };
    Random random = new Random(77);
    for (int[] group : groups) {
      float[] gradient = gradients[group[0]];
      double[] direction = new double[gradient.length];
      double expectedSize = 0;
      double actual = 0;
      for (int i = group[1]; i < group[2]; i++) {
        direction[i] = random.nextGaussian();
        actual += direction[i] * gradient[i];
        expectedSize += gradient[i] * gradient[i];
      }
      double[][] directions = new double[4][];
      directions[group[0]] = direction;
      assertThat(actual)
          .as("width %d, group %s", d, Arrays.toString(group))
          .isCloseTo(
              slope.along(reference, directions),
              within(tolerance * (1 + Math.sqrt(expectedSize))));
    }
  }

  /** {@code d/du ⟨gM + t·gṀ, M(x + t·ẋ + u·dir)⟩} at u = 0. */
  private static double slopeAlong(
      MessageCase problem, ReferenceMessages reference, double t, double[][] dir) {
    double[] up = maxima(problem, reference, t, DIFFERENCE, dir);
    double[] down = maxima(problem, reference, t, -DIFFERENCE, dir);
    double sum = 0;
    for (int i = 0; i < up.length; i++) {
      double g = problem.gM[i] + t * problem.gMDot[i];
      sum += g * (up[i] - down[i]) / (2 * DIFFERENCE);
    }
    return sum;
  }

  private static double[] maxima(
      MessageCase problem, ReferenceMessages reference, double t, double u, double[][] dir) {
    return reference.maxima(
        moved(problem.r, t, problem.rDot, u, dir[0]),
        moved(problem.s, t, problem.sDot, u, dir[1]),
        moved(problem.t, t, new float[problem.t.length], u, dir[2]),
        moved(problem.p, t, new float[problem.p.length], u, dir[3]));
  }

  private static double[] moved(float[] x, double t, float[] xDot, double u, double[] direction) {
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i] + t * xDot[i] + (direction == null ? 0 : u * direction[i]);
    }
    return y;
  }

  private static void assertNear(float[] actual, double[] expected, double tolerance) {
    for (int i = 0; i < actual.length; i++) {
      assertThat((double) actual[i])
          .as("element %d", i)
          .isCloseTo(expected[i], within(tolerance * (1 + Math.abs(expected[i]))));
    }
  }

  /** Ranges of receivers, batches and repeated use of a workspace do not change a bit. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void bitsDoNotDependOnRangesOrNeighbours(Kernels kernels) {
    MessageCase problem = new MessageCase(19, MessageCase.graph(1, 3, 50, 3, 0, 61, 49), 1);
    MessageRun whole = new MessageRun(kernels, problem);
    whole.forward(0, 5);
    MessageGradients sums = new MessageGradients(19);
    whole.backward(0, 5, sums);
    MessageRun parts = new MessageRun(kernels, problem);
    for (int i = 4; i >= 0; i--) {
      parts.forward(i, i + 1);
    }
    assertThat(parts.m).isEqualTo(whole.m);
    assertThat(parts.winners).isEqualTo(whole.winners);
    MessageGradients partSums = new MessageGradients(19);
    for (int i = 0; i < 5; i++) {
      parts.backward(i, i + 1, partSums);
    }
    assertThat(parts.gR).isEqualTo(whole.gR);
    assertThat(parts.gS).isEqualTo(whole.gS);
    assertThat(parts.gT).isEqualTo(whole.gT);
    assertThat(partSums.sums).isEqualTo(sums.sums);
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void aReceiverMayHaveThousandsOfEdges(Kernels kernels) {
    MessageCase problem = MessageCase.awayFromTies(8, MessageCase.graph(1, 5, 3000, 1), 1e-7);
    MessageRun run = new MessageRun(kernels, problem);
    run.forward(0, 2);
    assertNear(run.m, maxima(problem, problem.reference(), 0, 0, new double[4][]), 5e-6);
    MessageGradients sums = new MessageGradients(8);
    run.backward(0, 2, sums);
    sums.addTo(run.gP, problem.layout);
    compareAlongDirections(run, (reference, dir) -> slopeAlong(problem, reference, 0, dir), 5e-5);
  }

  /** At width 1 layer norm leaves only its offset: all messages are equal. */
  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void theFirstEdgeWinsATie(Kernels kernels) {
    MessageCase problem = new MessageCase(1, MessageCase.graph(0, 1, 3, 0, 60), 1);
    MessageRun run = new MessageRun(kernels, problem);
    run.forward(0, 3);
    assertThat(run.winners).containsExactly(0, -1, 3);
    assertThat(run.m[1]).isZero();
    assertNear(run.m, maxima(problem, problem.reference(), 0, 0, new double[4][]), 5e-6);
  }

  @Test
  void nothingIsAllocatedInTheSteadyState() {
    MessageCase problem = new MessageCase(13, MessageCase.graph(1, 3, 50, 3, 0, 61, 49), 1);
    Kernels scalar = KernelVariants.all().findFirst().orElseThrow();
    MessageRun run = new MessageRun(scalar, problem);
    MessageGradients sums = new MessageGradients(13);
    Matrix r = problem.rows(problem.r);
    Matrix s = problem.rows(problem.s);
    Matrix m = problem.rows(run.m);
    Matrix g = problem.rows(run.gR);
    MessagePoint point =
        new MessagePoint(r, s, problem.rows(problem.t), r, s).at(problem.edges, run.winners);
    MessageSums into = new MessageSums(g, g, problem.rows(run.gT), sums);
    Runnable passes =
        () -> {
          run.stage.load(problem.p, problem.layout);
          run.stage.forward(point, 0, 5, m, run.work);
          run.stage.tangent(point, 0, 5, g, run.work);
          run.stage.backward(point, 0, 5, m, into, run.work);
          run.stage.backwardTangent(point, 0, 5, m, m, into, run.work);
        };
    passes.run();
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long empty = threads.getCurrentThreadAllocatedBytes() - before;
    before = threads.getCurrentThreadAllocatedBytes();
    passes.run();
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThanOrEqualTo(empty);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new InEdges(new int[] {0, 1}, new int[] {1}))
        .withMessage("edge 0 comes from node 1 of 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new InEdges(new int[] {0, 2, 1}, new int[] {0, 0}))
        .withMessageContaining("receiver 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new InEdges(new int[] {0, 1}, new int[] {0}, 2, new float[1]))
        .withMessageContaining("2 scalars");
    MessageStage stage = new MessageStage(KernelVariants.all().findFirst().orElseThrow(), 4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stage.load(new float[1000], MessageLayout.contiguous(8, 0)))
        .withMessageContaining("width 8");
  }
}
