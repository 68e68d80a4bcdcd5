// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class KernelSelectionTest {
  @Test
  void vectorsAreTakenWherePresent() {
    assertThat(KernelSelection.select("", true).name()).startsWith("vector");
    assertThat(KernelSelection.select("", false).name()).isEqualTo("scalar");
    assertThat(KernelSelection.select("scalar", true).name()).isEqualTo("scalar");
    assertThat(KernelSelection.select("vector", true).name()).startsWith("vector");
  }

  @Test
  void whatIsForcedAndMissingIsAnErrorWithTheRemedy() {
    assertThatIllegalStateException()
        .isThrownBy(() -> KernelSelection.select("vector", false))
        .withMessageContaining("--add-modules jdk.incubator.vector");
    assertThatIllegalStateException()
        .isThrownBy(() -> KernelSelection.select("fast", true))
        .withMessageContaining("use scalar or vector");
  }

  @Test
  void theProcessHasOneChoice() {
    assertThat(Kernels.selected()).isSameAs(Kernels.selected());
  }
}
