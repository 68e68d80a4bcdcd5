// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.io.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about graphs whose edges have a direction. */
class DirectedGraphsTest {
  private static final String TRAINED_ONE_KIND =
      "note: this model was trained on undirected graphs only";

  @TempDir private Path folder;
  private Path chain;

  /** Every node has one predecessor, and no edge has a reverse. */
  @BeforeEach
  void writeChain() throws IOException {
    chain = folder.resolve("chain.csv");
    Files.writeString(chain, "A,B,3\nB,C,4\nC,D,5\nD,E,2\n");
  }

  private Invocation solve(String algorithm, Path graph, String... more) {
    return Runs.run(
        Runs.with(
            List.of("solve", algorithm, "--graph", graph.toString(), "--threads", "1"), more));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bellman_ford", "dijkstra", "bfs"})
  void theOnlyPredecessorIsFoundAgainstTheEdges(String algorithm) {
    Invocation run = solve(algorithm, chain, "--source", "A");
    assertThat(run.out()).contains("A → B → C → D → E").doesNotContain(TRAINED_ONE_KIND);
    assertThat(run.err()).isEmpty(); // no pointer leads where there is no edge
    assertThat(run.code()).isZero();
  }

  @Test
  void aModelOnNodesChoosesThemToo() {
    Invocation run = solve("bellman_ford", chain, "--model", "bellman_ford_nodes");
    assertThat(run.out()).contains("A → B  (3)", TRAINED_ONE_KIND);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void undirectedGraphsNeedNoNote() {
    Invocation run = Runs.run(List.of("solve", "bfs", "--graph", chain.toString(), "--undirected"));
    assertThat(run.out()).doesNotContain(TRAINED_ONE_KIND);
  }

  @Test
  void anExactAnswerIsRightAndSaysWhatWasKept() throws IOException {
    Path graph = folder.resolve("drawn.csv");
    StringBuilder edges = new StringBuilder();
    for (int i = 0; i < 24; i++) { // a ring, and shortcuts that do not pay
      edges.append("%d,%d,1\n".formatted(i, (i + 1) % 24));
      edges.append("%d,%d,%d\n".formatted(i, (i + 7) % 24, 9 + i % 3));
    }
    Files.writeString(graph, edges);
    List<String> plain =
        List.of("solve", "bellman_ford", "--graph", graph.toString(), "--source", "0", "--model");
    assertThat(Runs.run(asked(plain, "bellman_ford_nodes")).code()).isEqualTo(3);
    Invocation run = Runs.run(asked(plain, "bellman_ford_nodes", "--exact"));
    assertThat(run.code()).as(run.toString()).isZero();
    assertThat(run.out())
        .containsPattern("exact: repaired from the network's answer, of which \\d+ of 24 values")
        .contains("certified: the answer is right", "→ 22 → 23  (23)");
    Json json = Json.parse(Runs.run(asked(plain, "bellman_ford_nodes", "--exact", "--json")).out());
    assertThat(json.get("exact").get("from").string()).isEqualTo("answer");
    assertThat(json.get("certificate").get("verdict").string()).isEqualTo("right");
  }

  private static List<String> asked(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toList();
  }

  @Test
  void aRightAnswerIsReturnedAsItIs() {
    Invocation run = Invocation.of("solve", "insertion_sort", "5", "2", "4", "3", "1", "--exact");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("sorted: 1 2 3 4 5", "exact: as the network says");
    assertThat(Invocation.of("solve", "minimum", "2", "1", "--exact", "--no-certify").code())
        .isEqualTo(2);
  }
}
