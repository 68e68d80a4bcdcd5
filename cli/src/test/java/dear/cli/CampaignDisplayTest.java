// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.reasoner.training.TrainingStep;
import dear.study.Campaign;
import dear.study.Cell;
import dear.study.Plan;
import dear.study.Stint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class CampaignDisplayTest {
  /** A run of 12,000 steps, of which this stint trains those up to 3,000. */
  private static String shown(int step, double secondsLeft) throws IOException {
    StringWriter text = new StringWriter();
    CampaignDisplay display = new CampaignDisplay(new PrintWriter(text));
    Cell cell = Plan.standard().cells(1).getFirst();
    display.starting(new Stint(cell, 3000), new Campaign.Outlook(1800, 9000, 2));
    TrainingStep.Pace pace = new TrainingStep.Pace(60, 16, secondsLeft);
    display.stepped(cell, new TrainingStep(step, 12_000, 1.5, 0.25, 1, 12, 0.1, pace));
    return text.toString();
  }

  @Test
  void theTimeLeftIsThatOfTheStint() throws IOException {
    assertThat(shown(1200, 21_600))
        .contains(
            "1,800 steps up to step 3,000, about 1 h 0 min (2.00 s per step in a rehearsal); 5 h 0"
                + " min more to its end at step 12,000")
        .contains("step 1,200 of 12,000", "16 samples/s, 1 h 0 min left up to step 3,000");
    assertThat(shown(1, Double.NaN)).contains("16 samples/s").doesNotContain("left");
    assertThat(shown(12_000, 0)).contains("16 samples/s").doesNotContain("left");
  }

  @Test
  void theLastStintHasNoLaterCost() throws IOException {
    StringWriter text = new StringWriter();
    Cell cell = Plan.standard().cells(1).getFirst();
    new CampaignDisplay(new PrintWriter(text))
        .starting(new Stint(cell, 12_000), new Campaign.Outlook(6000, 0, 0.5));
    assertThat(text.toString().strip())
        .endsWith("up to step 12,000, about 50 min 0 s (0.50 s per step in a rehearsal)");
  }
}
