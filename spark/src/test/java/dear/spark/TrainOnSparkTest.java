// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dear.spark.TestCluster.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that executors train together has the bits of {@code dear train}. */
class TrainOnSparkTest {
  /** Five leaves of the gradient's tree, the last of two graphs. */
  private static final String RUN =
      "train bellman_ford --steps 20 --batch 18 --width 8 --train-nodes-min 4 --train-nodes-max 6"
          + " --validation-nodes 8 --validation-count 4 --validate-every 10 --warm-up 2"
          + " --budget 8 --train-samples 50 --averaging 0.9 --out ";

  @TempDir Path folder;

  @Test
  void theNumberOfPartitionsDoesNotShow() throws IOException {
    Path alone = folder.resolve("alone");
    assertThat(SampleOnSparkTest.run(RUN + alone).code()).isZero();
    for (int partitions = 1; partitions <= 3; partitions++) {
      Path shared = folder.resolve("shared" + partitions);
      Invocation trained =
          SampleOnSparkTest.run("spark " + RUN + shared + " --partitions " + partitions);
      assertThat(trained.code()).as(trained.err()).isZero();
      for (String file : List.of("last.safetensors", "best.safetensors")) {
        assertThat(Files.mismatch(shared.resolve(file), alone.resolve(file)))
            .as("%s with %d partitions", file, partitions)
            .isEqualTo(-1);
      }
      assertThat(measured(shared)).isEqualTo(measured(alone));
    }
  }

  /** The metrics without times. */
  private static List<String> measured(Path run) throws IOException {
    return Files.readAllLines(run.resolve("metrics.jsonl")).stream()
        .map(line -> line.replaceAll("\"(training_seconds|samples_per_second)\":[^,}]*[,}]", ""))
        .toList();
  }

  @Test
  void aDatasetIsRefused() {
    Path data = folder.resolve("data.jsonl");
    assertThat(SampleOnSparkTest.run("sample bellman_ford --count 20 --out " + data).code())
        .isZero();
    Invocation refused = SampleOnSparkTest.run("spark " + RUN + folder + "/x --data " + data);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("train on a dataset (--data) with 'dear train'");
  }

  @Test
  void wrongUseIsTold() {
    assertThat(SampleOnSparkTest.run("spark " + RUN + folder + "/x --partitions 0").err())
        .contains("--partitions 0 is not at least 1");
  }
}
