// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.reasoner.training.TrainingStep;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TrainingDisplayTest {
  private static String shown(double seconds, double left) {
    StringWriter text = new StringWriter();
    new TrainingDisplay(new PrintWriter(text))
        .stepped(
            new TrainingStep(
                1, 2000, 1.5, 0.25, 1, 12, 0.1, new TrainingStep.Pace(seconds, 64, left)));
    return text.toString();
  }

  /** The first step takes as long as a hundred later ones. */
  @Test
  void theTimeLeftIsSaidOnceItIsKnown() {
    assertThat(shown(0.5, 1000)).contains("step 1 of 2,000", "samples/s").doesNotContain("left");
    assertThat(shown(60, Double.NaN)).contains("samples/s").doesNotContain("left");
    assertThat(shown(60, 1000)).contains("16 min 40 s left");
  }
}
