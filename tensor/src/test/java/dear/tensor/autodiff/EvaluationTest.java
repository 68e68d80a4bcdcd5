// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dear.tensor.parameter.Parameters;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A workspace for forward passes only: the same bits in less memory. */
class EvaluationTest {
  private static final int WIDTH = 6;

  private final TinyProcessor tiny = new TinyProcessor(WIDTH);
  private final Parameters parameters = tiny.initial(3);

  @Test
  void givesTheSameBitsAgainAndAgain() {
    Workspace whole = tiny.program.workspace(parameters);
    Workspace lean = tiny.program.evaluation(parameters, Optional.empty());
    for (int nodes : new int[] {4, 9, 3, 9}) {
      TinyProcessor.Graph graph = new TinyProcessor.Graph(nodes, WIDTH, nodes);
      tiny.forward(whole, graph);
      tiny.forward(lean, graph);
      assertThat(lean.scalar(Plane.VALUE, tiny.loss))
          .isEqualTo(whole.scalar(Plane.VALUE, tiny.loss));
      // Inputs are kept: a second pass need not set them again.
      lean.forward();
      assertThat(lean.scalar(Plane.VALUE, tiny.loss))
          .isEqualTo(whole.scalar(Plane.VALUE, tiny.loss));
    }
  }

  @Test
  void valuesShareMemoryAndThereAreNoOtherPlanes() {
    Workspace whole = tiny.program.workspace(parameters);
    Workspace lean = tiny.program.evaluation(parameters, Optional.empty());
    TinyProcessor.Graph graph = new TinyProcessor.Graph(9, WIDTH, 1);
    tiny.forward(whole, graph);
    tiny.forward(lean, graph);
    // Nine of 9 × 6 and one of 81 × 6, aligned.
    assertThat(lean.footprint()).isEqualTo(whole.footprint() - 9 * 64 - 496);
    assertThatIllegalStateException()
        .isThrownBy(() -> lean.array(Plane.TANGENT))
        .withMessageContaining("without derivatives");
    assertThatIllegalStateException()
        .isThrownBy(() -> lean.copyOut(Plane.VALUE, tiny.next, new float[9 * WIDTH], 0))
        .withMessageContaining("is not kept after a pass");
    lean.release();
    assertThat(lean.footprint()).isZero();
    tiny.forward(lean, graph);
    assertThat(lean.scalar(Plane.VALUE, tiny.loss)).isEqualTo(whole.scalar(Plane.VALUE, tiny.loss));
  }

  /** Probabilities that nobody asks for are as many numbers as the scores themselves. */
  @Test
  void whatLeadsToNoResultHasNoMemory() {
    ProgramBuilder b = Program.builder();
    Value x = b.constant("x", Rows.NODE_PAIRS, 1);
    Value scores = b.relu(x);
    Value probabilities = b.logSoftmaxOverNodes(scores);
    Program part = b.build().leadingTo(List.of(scores));
    Workspace w = part.evaluation(parameters, Optional.empty());
    w.bind(new GraphSize(12, 0));
    w.fill(Plane.VALUE, x, 3);
    w.forward();
    float[] found = new float[12 * 12];
    w.copyOut(Plane.VALUE, scores, found, 0);
    assertThat(found).containsOnly(3);
    assertThat(w.count(probabilities)).isZero();
    assertThat(w.footprint()).isLessThan(3 * 12 * 12);
  }
}
