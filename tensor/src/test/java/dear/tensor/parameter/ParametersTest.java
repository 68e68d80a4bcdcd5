// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParametersTest {
  @TempDir Path folder = Path.of("replaced by JUnit");

  private static ParameterLayout layout(boolean withMore) {
    ParameterLayout.Builder b = ParameterLayout.builder();
    if (withMore) {
      b.linear("before", 5, 7);
    }
    b.linear("l", 3, 2);
    b.norm("n", 4);
    return b.build();
  }

  @Test
  void linearBeginsAsInPyTorch() {
    ParameterLayout.Builder b = ParameterLayout.builder();
    Linear linear = b.linear("l", 16, 500);
    Norm norm = b.norm("n", 5);
    Parameters parameters = Parameters.initial(b.build(), new RandomStream(1));
    for (Parameter p : List.of(linear.weight(), linear.bias())) {
      double largest = 0;
      double sum = 0;
      for (int i = 0; i < p.count(); i++) {
        float value = parameters.values()[p.offset() + i];
        largest = Math.max(largest, Math.abs(value));
        sum += value;
      }
      assertThat(largest).isBetween(0.24, 0.25); // 1/√16
      assertThat(sum / p.count()).isBetween(-0.04, 0.04);
    }
    for (int i = 0; i < 5; i++) {
      assertThat(parameters.values()[norm.scale().offset() + i]).isEqualTo(1);
      assertThat(parameters.values()[norm.offset().offset() + i]).isZero();
    }
  }

  @Test
  void oneParameterMoreLeavesTheOthersAlone() {
    ParameterLayout small = layout(false);
    ParameterLayout large = layout(true);
    float[] a = Parameters.initial(small, new RandomStream(9)).values();
    float[] b = Parameters.initial(large, new RandomStream(9)).values();
    for (Parameter p : small.parameters()) {
      int other = large.get(p.name()).offset();
      assertThat(Arrays.copyOfRange(b, other, other + p.count()))
          .isEqualTo(Arrays.copyOfRange(a, p.offset(), p.offset() + p.count()));
    }
  }

  @Test
  void checkpointsHoldOutByIn() throws IOException {
    Parameters parameters = Parameters.initial(layout(false), new RandomStream(1));
    Path file = folder.resolve("p.safetensors");
    SafetensorsWriter writer = new SafetensorsWriter();
    Checkpoint.add(parameters.layout(), parameters.values(), "model.", writer);
    writer.write(file);
    float[] back = new float[parameters.values().length];
    try (SafetensorsFile read = SafetensorsFile.open(file)) {
      assertThat(read.entry("model.l.weight").shape()).containsExactly(2L, 3L);
      Parameter weight = parameters.layout().get("l.weight");
      assertThat(read.floats("model.l.weight")[1 * 3 + 2])
          .isEqualTo(parameters.values()[weight.offset() + 2 * 2 + 1]);
      Checkpoint.read(parameters.layout(), back, "model.", read);
      assertThat(back).isEqualTo(parameters.values());
      assertThatThrownBy(() -> Checkpoint.read(layout(true), new float[999], "model.", read))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("\"model.before.weight\" is missing");
      ParameterLayout.Builder wider = ParameterLayout.builder();
      wider.linear("l", 4, 2);
      assertThatThrownBy(() -> Checkpoint.read(wider.build(), new float[999], "model.", read))
          .hasMessageStartingWith(file + " does not fit the model: ")
          .hasMessageContaining("\"model.l.weight\" has shape [2, 3], not [2, 4]")
          .hasMessageContaining("\"model.n.bias\" is not a parameter of this model");
    }
  }

  @Test
  void namesAreUnique() {
    ParameterLayout.Builder b = ParameterLayout.builder();
    b.norm("n", 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> b.norm("n", 3))
        .withMessage("duplicate parameter \"n.weight\"");
  }
}
