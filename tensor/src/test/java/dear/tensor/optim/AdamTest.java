// SPDX-License-Identifier: Apache-2.0
package dear.tensor.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dear.tensor.kernel.Kernels;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdamTest {
  @TempDir Path folder = Path.of("replaced by JUnit");

  private static Parameters parameters() {
    ParameterLayout.Builder b = ParameterLayout.builder();
    b.linear("l", 5, 16); // fills its cache lines: no float of the array is padding
    return Parameters.initial(b.build(), new RandomStream(4));
  }

  private static float[] gradients(int size, long step) {
    RandomStream random = new RandomStream(100 + step);
    float[] gradients = new float[size];
    for (int i = 0; i < size; i++) {
      gradients[i] = i % 7 == 0 ? 0 : (float) (random.nextGaussian() * Math.pow(10, i % 5 - 3));
    }
    return gradients;
  }

  /** The formulas of PyTorch's Adam and AdamW in double precision. */
  @Test
  void followsTheDefinition() {
    for (double decay : new double[] {0, 0.1}) {
      Parameters parameters = parameters();
      Adam adam = new Adam(parameters, new Adam.Options(0.9, 0.999, 1e-8, decay));
      int size = parameters.values().length;
      double[] p = new double[size];
      double[] m = new double[size];
      double[] v = new double[size];
      for (int i = 0; i < size; i++) {
        p[i] = parameters.values()[i];
      }
      for (int step = 1; step <= 20; step++) {
        float[] g = gradients(size, step);
        double rate = 0.01 / step;
        adam.step(g, rate);
        for (int i = 0; i < size; i++) {
          p[i] *= 1 - rate * decay;
          m[i] = 0.9 * m[i] + 0.1 * g[i];
          v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i];
          double mean = m[i] / (1 - Math.pow(0.9, step));
          double root = Math.sqrt(v[i] / (1 - Math.pow(0.999, step)));
          p[i] -= rate * mean / (root + 1e-8);
        }
      }
      for (int i = 0; i < size; i++) {
        assertThat((double) parameters.values()[i]).isCloseTo(p[i], within(2e-6));
      }
      assertThat(adam.steps()).isEqualTo(20);
    }
  }

  @Test
  void goesOnFromACheckpointAsIfNothingHadHappened() throws IOException {
    Parameters one = parameters();
    Adam first = new Adam(one, Adam.Options.DEFAULT);
    for (int step = 0; step < 3; step++) {
      first.step(gradients(one.values().length, step), 0.01);
    }
    SafetensorsWriter writer = new SafetensorsWriter();
    first.save(writer);
    writer.write(folder.resolve("adam"));
    Parameters two = parameters();
    System.arraycopy(one.values(), 0, two.values(), 0, one.values().length);
    Adam second = new Adam(two, Adam.Options.DEFAULT);
    try (SafetensorsFile file = SafetensorsFile.open(folder.resolve("adam"))) {
      second.load(file);
    }
    first.step(gradients(one.values().length, 3), 0.01);
    second.step(gradients(one.values().length, 3), 0.01);
    assertThat(two.values()).isEqualTo(one.values());
  }

  @Test
  void clippingIsPyTorchs() {
    GradientClipping clipping = new GradientClipping(1);
    float[] large = {3, 0, -4};
    assertThat(clipping.clip(large, Kernels.selected())).isEqualTo(5);
    float factor = (float) (1 / (5 + 1e-6));
    assertThat(large).containsExactly(3 * factor, 0, -4 * factor);
    float[] small = {0.3f, 0.4f};
    clipping.clip(small, Kernels.selected());
    assertThat(small).containsExactly(0.3f, 0.4f);
    assertThatIllegalArgumentException().isThrownBy(() -> new GradientClipping(0));
  }

  @Test
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Adam.Options(1, 0.999, 1e-8, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Adam.Options(0.9, 0.999, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Adam.Options(0.9, 0.999, 1e-8, -1));
  }
}
