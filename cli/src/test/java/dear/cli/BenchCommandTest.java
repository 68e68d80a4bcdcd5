// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.io.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the workloads print; how fast they are is nothing for a test. */
class BenchCommandTest {
  private static Invocation bench(String workload, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "bench %s --algorithm bellman_ford --nodes 6 --batch 3 --threads 2 --seconds 0.01"
                    .formatted(workload)
                    .split(" ", -1)));
    arguments.addAll(List.of(more));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"step", "solve", "train"})
  void oneLineTellsWhatWasMeasured(String workload) throws IOException {
    Invocation done = bench(workload);
    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.out().strip().lines()).hasSize(1);
    Json line = Json.parse(done.out());
    assertThat(line.get("workload").string()).isEqualTo(workload);
    assertThat(line.get("nodes").integer()).isEqualTo(6);
    assertThat(line.get("batch").integer()).isEqualTo(3);
    assertThat(line.get("edges").integer()).isBetween(3 * 6, 3 * 36);
    assertThat(line.get("best_ms").number()).isPositive();
    assertThat(line.get("median_ms").number()).isGreaterThanOrEqualTo(line.get("best_ms").number());
  }

  @Test
  void graphsHaveAsManyEdgesAsAskedFor() throws IOException {
    for (int edges : new int[] {30, 50, 70}) {
      Invocation done = bench("step", "--edges", Integer.toString(edges));
      assertThat(done.code()).as(done.err()).isZero();
      assertThat(Json.parse(done.out()).get("edges").integer()).isBetween(edges - 1, edges + 1);
    }
    Invocation impossible = bench("step", "--edges", "200");
    assertThat(impossible.code()).isEqualTo(2);
    assertThat(impossible.err()).contains("--edges 200");
  }

  @Test
  void workloadsThatCannotBe() {
    assertThat(Invocation.of("bench").code()).isEqualTo(2);
    assertThat(bench("step", "--evaluations", "2").code()).isEqualTo(2);
    assertThat(bench("train", "--jacobian-share", "--no-jacobian").code()).isEqualTo(2);
    assertThat(Invocation.of("bench", "step", "--threads", "9999999").err())
        .startsWith("dear: --threads 9999999");
    for (String workload : List.of("step", "gemm", "compose")) {
      for (String seconds : List.of("0", "-1", "NaN", "1e308")) {
        Invocation refused = Invocation.of("bench", workload, "--seconds", seconds);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("is not in the range 0 to 86,400");
      }
    }
  }

  @Test
  void compositionsAreComparedWithTheirPeak() throws IOException {
    Invocation done =
        Invocation.of("bench", "compose", "--nodes", "7", "--channels", "9", "--seconds", "0.01");
    assertThat(done.code()).as(done.err()).isZero();
    Json line = Json.parse(done.out());
    assertThat(line.get("giga_sums").number()).isPositive();
    assertThat(line.get("share_of_peak").number()).isPositive();
    assertThat(Invocation.of("bench", "compose", "--nodes", "0").code()).isEqualTo(2);
  }

  private static Invocation accuracy(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                ("bench accuracy minimum --steps 6 --every 2 --batch 2 --validation-nodes 6"
                        + " --validation-count 3 --threads 1")
                    .split(" ", -1)));
    arguments.addAll(List.of(more));
    return Invocation.of(arguments.toArray(String[]::new));
  }

  @Test
  void trainingIsTimedUntilTheTargetIsReached() throws IOException {
    Invocation easy = accuracy("--target", "1e-9", "--width", "8");
    assertThat(easy.code()).as(easy.err()).isIn(0, 1); // an accuracy of zero reaches nothing
    Json line = Json.parse(easy.out());
    assertThat(line.get("seconds").number()).isNotNegative();
    assertThat(line.get("reached").bool()).isEqualTo(easy.code() == 0);
    Invocation hard = accuracy("--target", "100", "--width", "8", "--learning-rate", "1e-9");
    assertThat(hard.code()).isEqualTo(1);
    assertThat(Json.parse(hard.out()).get("steps").integer()).isEqualTo(6);
    assertThat(Json.parse(hard.out()).get("reached").bool()).isFalse();
  }

  @Test
  void targetsMustBeKnownAndPossible() {
    Invocation unknown = accuracy();
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("minimum is not in the paper's table", "--target");
    assertThat(accuracy("--target", "101").code()).isEqualTo(2);
    assertThat(accuracy("--target", "90", "--steps", "none").code()).isEqualTo(2);
  }
}
