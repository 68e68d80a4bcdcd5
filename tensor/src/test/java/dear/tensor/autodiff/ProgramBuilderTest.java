// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.tensor.parameter.Linear;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramBuilderTest {
  private final ProgramBuilder b = Program.builder();
  private final Value nodes = b.state("h", Rows.NODES, 3);
  private final Value edges = b.constant("e", Rows.EDGES, 3);
  private final ParameterLayout.Builder p = ParameterLayout.builder();

  @Test
  void shapesAreCheckedWhenTheProgramIsBuilt() {
    Linear layer = p.linear("decode", 4, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> b.linear(nodes, layer))
        .withMessageContaining("decode.weight takes 4 columns")
        .withMessageContaining("h (NODES × 3)");
    assertThatIllegalArgumentException().isThrownBy(() -> b.add(nodes, edges));
    assertThatIllegalArgumentException().isThrownBy(() -> b.linear(List.of(nodes, edges), layer));
    assertThatIllegalArgumentException().isThrownBy(() -> b.addRow(nodes, edges));
    assertThatIllegalArgumentException().isThrownBy(() -> b.logSoftmaxOverRows(nodes));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> b.crossEntropy(nodes, b.index("t", Rows.NODES, Rows.EDGES)));
    Value other = Program.builder().state("other", Rows.NODES, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> b.relu(other))
        .withMessageContaining("belongs to another program");
  }

  @Test
  void derivativesAreNotMadeWhereNoneCanBe() {
    assertThat(b.relu(edges).trainable()).isFalse();
    assertThat(b.linear(edges, p.linear("l", 3, 3)).trainable()).isTrue();
    assertThat(b.linear(edges, p.linear("l2", 3, 3)).active()).isFalse();
    assertThat(b.relu(nodes).active()).isTrue();
    assertThat(b.relu(b.upstream("u", Rows.NODES, 3)).active()).isFalse();
  }

  @Test
  void indicesAreCheckedWhenTheyAreSet() {
    Index index = b.index("senders", Rows.EDGES, Rows.NODES);
    Index optional = b.optionalIndex("targets", Rows.NODES, Rows.EDGES);
    Workspace w = b.build().workspace(new Parameters(p.build()));
    w.bind(new GraphSize(2, 3));
    w.set(index, new int[] {0, 1, 1}, 0);
    w.set(optional, new int[] {9, -1, 2}, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> w.set(index, new int[] {0, 2, 1}, 0))
        .withMessage("index senders[1] = 2 is outside 0..1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> w.set(index, new int[] {0, -1, 1}, 0))
        .withMessage("index senders[1] = -1 is outside 0..1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> w.set(index, new int[] {0, 0, 0}, 1))
        .withMessage("index senders needs 3 entries, but the array has 2 from 1 on");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> w.backward(new float[3]))
        .withMessage("gradients need 0 floats, not 3");
  }
}
