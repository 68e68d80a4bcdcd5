// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dear.clrs.Clrs;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputsTest {
  private static final List<FeatureSpec> SORT = Clrs.algorithm("insertion_sort").features();
  private static final List<FeatureSpec> STRINGS = Clrs.algorithm("kmp_matcher").features();
  private static final List<FeatureSpec> PATHS = Clrs.algorithm("bellman_ford").features();

  @Test
  void positionsAreFilledIn() {
    Inputs inputs = Inputs.builder(SORT, 4).reals("key", 4, 3, 2, 1).build();
    assertThat(inputs.reals("pos")).containsExactly(0, 0.25, 0.5, 0.75);
    assertThat(inputs.hasGraph()).isFalse();
    assertThatIllegalStateException().isThrownBy(inputs::graph);
  }

  @Test
  void mistakesAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(SORT, 3).build())
        .withMessage("input key is missing");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(SORT, 3).reals("key", 1, 2))
        .withMessage("input key needs 3 values for 3 nodes, not 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(SORT, 2).reals("key", 1, Double.NaN))
        .withMessage("input key: NaN is not finite");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(SORT, 1).reals("weight", 1))
        .withMessageContaining("no input \"weight\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(SORT, 1).reals("key", 1).reals("key", 2))
        .withMessage("input key is given twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(STRINGS, 2).codes("key", 0, 4))
        .withMessage("input key: 4 is not in 0 to 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(PATHS, Graph.builder(3).build()).codes("s", 3))
        .withMessage("input s: 3 is not in 0 to 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(PATHS, 3).codes("s", 0).build())
        .withMessageContaining("the graph");
    assertThatIllegalArgumentException().isThrownBy(() -> Inputs.builder(SORT, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(STRINGS, 1).codes("pos", 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inputs.builder(STRINGS, 1).reals("key", 1));
  }
}
