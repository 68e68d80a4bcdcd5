// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import static org.assertj.core.api.Assertions.assertThat;

import dear.tensor.kernel.KernelVariants;
import dear.tensor.kernel.Kernels;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Remembered values equal those that would have been computed. */
class MessageWorkspaceTest {
  private static final int WIDTH = 19;

  /** Kept as a whole, and with more winners than are kept. */
  private static Stream<MessageCase> cases() {
    int[] many = new int[40];
    Arrays.fill(many, 23);
    return Stream.of(
        new MessageCase(WIDTH, MessageCase.graph(1, 3, 50, 3, 0, 61, 49), 1),
        new MessageCase(WIDTH, MessageCase.graph(2, 4, many), 2));
  }

  /** All passes of a Jacobian term, at two points, and along two directions at the second. */
  private static void passes(MessageRun run, Consumer<float[]> result) {
    MessageCase problem = run.problem;
    MessageGradients sums = new MessageGradients(WIDTH);
    for (int point = 0; point < 2; point++) {
      run.forward(0, problem.edges.nodes());
      run.work.forget();
      run.backwardToNodes();
      for (int direction = 0; direction <= point; direction++) {
        run.work.forgetDirection();
        result.accept(run.tangent());
        run.backwardTangent(sums);
        reverse(problem.rDot);
      }
      run.backward(0, problem.edges.nodes(), sums);
      reverse(problem.r);
    }
    result.accept(run.gR);
    result.accept(run.gS);
    result.accept(run.gT);
    result.accept(sums.sums);
  }

  private static void reverse(float[] x) {
    for (int i = 0, j = x.length - 1; i < j; i++, j--) {
      float kept = x[i];
      x[i] = x[j];
      x[j] = kept;
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rememberingDoesNotChangeABit(MessageCase problem) {
    Kernels kernels = KernelVariants.all().findFirst().orElseThrow();
    StringBuilder plain = new StringBuilder();
    StringBuilder remembered = new StringBuilder();
    float[] r = problem.r.clone();
    float[] rDot = problem.rDot.clone();
    passes(new MessageRun(kernels, problem), x -> plain.append(Arrays.toString(x)));
    System.arraycopy(r, 0, problem.r, 0, r.length);
    System.arraycopy(rDot, 0, problem.rDot, 0, rDot.length);
    passes(
        new MessageRun(kernels, problem, MessageWorkspace.remembering(kernels, WIDTH)),
        x -> remembered.append(Arrays.toString(x)));
    assertThat(remembered.toString()).isEqualTo(plain.toString());
  }

  @ParameterizedTest
  @MethodSource("dear.tensor.kernel.KernelVariants#all")
  void theGradientOfNodesAloneIsTheSame(Kernels kernels) {
    cases()
        .forEach(problem -> {
          MessageRun whole = new MessageRun(kernels, problem);
          whole.forward(0, problem.edges.nodes());
          whole.backward(0, problem.edges.nodes(), new MessageGradients(WIDTH));
          MessageRun nodes = new MessageRun(kernels, problem);
          nodes.forward(0, problem.edges.nodes());
          nodes.backwardToNodes();
          assertThat(nodes.gR).isEqualTo(whole.gR);
          assertThat(nodes.gS).isEqualTo(whole.gS);
        });
  }

  @Test
  void theValueNeedsNoBuffersForDerivatives() {
    MessageCase problem = cases().findFirst().orElseThrow();
    Kernels kernels = KernelVariants.all().findFirst().orElseThrow();
    MessageRun run = new MessageRun(kernels, problem, MessageWorkspace.remembering(kernels, WIDTH));
    run.forward(0, problem.edges.nodes());
    assertThat(run.work.p1.data()).isEmpty();
    assertThat(run.work.norm1.n().data()).hasSize(MessageWorkspace.BLOCK * run.work.step);
    run.tangent();
    assertThat(run.work.p1.data()).isNotEmpty();
  }
}
