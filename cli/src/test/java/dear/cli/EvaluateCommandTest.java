// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetWriter;
import dear.clrs.sampling.SplitStream;
import dear.io.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pretrained models score on datasets that differ from the samples of training. */
class EvaluateCommandTest {
  @TempDir Path folder;

  // ---- equal keys ----

  @Test
  void aSortOfEqualKeysIsScoredAsPeopleAreAnswered() throws IOException {
    Json scored = evaluate("insertion_sort", ties("insertion_sort"));
    for (Json output : scored.get("outputs").values()) {
      assertThat(value(output.get("accuracy"))).isEqualTo(1);
    }
    assertThat(value(scored.get("valid"))).isEqualTo(1);
  }

  /** Heapsort leaves equal keys in another order, which is no more right than the model's. */
  @Test
  void whereASortIsNotStableOnlyTheCertificateTellsThatAnswersAreRight() throws IOException {
    Json scored = evaluate("heapsort", ties("heapsort"));
    assertThat(value(scored.get("outputs").values().getFirst().get("accuracy"))).isLessThan(0.5);
    assertThat(value(scored.get("valid"))).isEqualTo(1);
  }

  private Json evaluate(String model, Path data) throws IOException {
    Invocation scored = Invocation.of("evaluate", model, "--data", data.toString(), "--json");
    assertThat(scored.code()).as(scored.err()).isZero();
    return Json.parse(scored.out());
  }

  private static double value(Json estimate) throws IOException {
    return estimate.get("value").number();
  }

  /** Lists of 32 keys with ten different values. */
  private Path ties(String name) throws IOException {
    Algorithm algorithm = Clrs.algorithm(name);
    List<DatasetEntry> lists = new ArrayList<>();
    for (int k = 0; k < 5; k++) {
      SplitStream random = SplitStream.of(7).split(k);
      double[] keys = new double[32];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = random.nextInt(10) / 10.0;
      }
      lists.add(
          new DatasetEntry(
              algorithm, keys.length, "test", "", OptionalLong.empty(), algorithm.run(keys)));
    }
    Path file = folder.resolve(name + ".jsonl");
    DatasetWriter.writeAll(file, lists);
    return file;
  }
}
