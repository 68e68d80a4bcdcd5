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

  // ---- positions ----

  /** The samples of the test stream that 'dear sample' writes with either kind of positions. */
  @Test
  void onlyThePositionsOfTheTestGraphsChange() throws IOException {
    Path run = folder.resolve("run");
    Invocation trained = Runs.run(Runs.train("bfs", run));
    assertThat(trained.code()).as(trained.err()).isZero();
    List<String> sample =
        List.of("sample bfs --split test --nodes 7 --count 5 --seed 3 --out".split(" ", -1));
    Path regular = folder.resolve("regular.jsonl");
    Path random = folder.resolve("random.jsonl");
    assertThat(Runs.run(plus(sample, regular.toString())).code()).isZero();
    assertThat(Runs.run(plus(sample, random.toString(), "--random-pos")).code()).isZero();

    List<String> drawn =
        List.of("evaluate", run.toString(), "--nodes", "7", "--count", "5", "--seed", "3");
    Json asTrained = scores(drawn);
    Json spread = scores(plus(drawn, "--random-pos", "true"));
    Json even = scores(plus(drawn, "--random-pos", "false"));
    assertThat(spread).isEqualTo(asTrained).isEqualTo(evaluate(run.toString(), random));
    assertThat(even).isEqualTo(evaluate(run.toString(), regular));
    assertThat(even.get("loss")).isNotEqualTo(spread.get("loss"));
    assertThat(Runs.run(plus(drawn, "--random-pos", "false")).out())
        .startsWith("bfs, 5 graphs with positions i/n, model ");
  }

  @Test
  void aModelOfRegularPositionsCanBeAskedWithRandomOnes() throws IOException {
    Path run = folder.resolve("run");
    Invocation trained = Runs.run(Runs.train("bfs", run, "--random-pos", "false"));
    assertThat(trained.code()).as(trained.err()).isZero();
    List<String> drawn = List.of("evaluate", run.toString(), "--nodes", "7", "--count", "5");
    Json asTrained = scores(drawn);
    assertThat(scores(plus(drawn, "--random-pos", "false"))).isEqualTo(asTrained);
    assertThat(scores(plus(drawn, "--random-pos", "true")).get("loss"))
        .isNotEqualTo(asTrained.get("loss"));
  }

  @Test
  void aFileKeepsItsPositions() throws IOException {
    List<String> evaluate =
        List.of("evaluate", "minimum", "--data", ties("minimum").toString(), "--random-pos");
    Invocation refused = Runs.run(plus(evaluate, "true"));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("--data keeps the positions of its file", "dear sample");
    Invocation wrong = Runs.run(plus(evaluate, "sometimes"));
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("--random-pos", "sometimes");
  }

  private static List<String> plus(List<String> arguments, String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return all;
  }

  private Json evaluate(String model, Path data) throws IOException {
    return scores(List.of("evaluate", model, "--data", data.toString()));
  }

  /** Everything that is measured but the time. */
  private static Json scores(List<String> evaluate) throws IOException {
    Invocation scored = Runs.run(plus(evaluate, "--json"));
    assertThat(scored.code()).as(scored.err()).isZero();
    return Json.parse(
        scored.out().replaceFirst("\"ms_per_graph\": *[^,}]*", "\"ms_per_graph\": 0"));
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
