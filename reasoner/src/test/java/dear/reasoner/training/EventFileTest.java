// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes that TensorBoard reads; the tests of {@code python} read them with TensorBoard. */
class EventFileTest {
  /** Written by tensorboard 2.20: an EventFileWriter at time 1.5, then {@code loss} of step 300. */
  private static final String GOLDEN =
      "1800000000000000a37f4b2209000000000000f83f1a0d627261696e2e4576656e743a322a28646c"
          + "2400000000000000422b804d09000000000000f83f10ac022a160a140a0d747261696e696e672f6c"
          + "6f7373150000803e635d64f9";

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("events.out.tfevents.dear");
  }

  @Test
  void theBytesAreThoseOfTensorBoardsOwnWriter() throws IOException {
    new EventFile(file()).append(new Metrics(300, Map.of("loss", 0.25)), 1.5);
    assertThat(HexFormat.of().formatHex(Files.readAllBytes(file()))).isEqualTo(GOLDEN);
  }

  @Test
  void numbersThatAreNotFiniteAreLeftOut() throws IOException {
    EventFile events = new EventFile(file());
    events.append(new Metrics(1, Map.of("loss", Double.NaN, "accuracy", 0.5)), 1);
    assertThat(new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1))
        .contains("training/accuracy")
        .doesNotContain("training/loss");
  }

  @Test
  void laterStepsAndTornRecordsAreCutOff() throws IOException {
    EventFile events = new EventFile(file());
    events.forgetAfter(3); // there is no file yet
    for (int step : new int[] {1, 2, 127, 128, 300}) {
      events.append(new Metrics(step, Map.of("validation_loss", 1.0 * step)), step);
      if (step == 128) {
        Files.copy(file(), folder.resolve("until128"));
      }
    }
    byte[] all = Files.readAllBytes(file());
    byte[] until128 = Files.readAllBytes(folder.resolve("until128"));
    for (int end = until128.length; end <= all.length; end++) {
      Files.write(file(), Arrays.copyOf(all, end));
      events.forgetAfter(299);
      assertThat(file()).hasBinaryContent(until128);
    }
    Files.write(file(), all);
    events.forgetAfter(300);
    assertThat(file()).hasBinaryContent(all);
    Files.write(file(), new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, 0}, StandardOpenOption.APPEND);
    events.forgetAfter(300);
    assertThat(file()).hasBinaryContent(all);
    Files.write(file(), "something else entirely".getBytes(StandardCharsets.UTF_8));
    events.forgetAfter(300);
    assertThat(file()).isEmptyFile();
  }
}
