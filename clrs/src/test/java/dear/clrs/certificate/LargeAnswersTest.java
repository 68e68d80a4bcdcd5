// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hundred thousand nodes and a million edges: anything quadratic or recursive would fail. */
class LargeAnswersTest {
  private static final int NODES = 100_000;

  /** A quadratic check would take ten billion steps; this bounds one that hangs. */
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Enough for a dozen arrays with an element per node or edge. */
  private static final long BYTES_PER_NODE_AND_EDGE = 100;

  private static Graph undirected = Graph.builder(1).build();
  private static Graph acyclic = undirected;

  @BeforeAll
  static void draw() {
    SplittableRandom random = new SplittableRandom(5);
    Graph.Builder both = Graph.builder(NODES);
    Graph.Builder forward = Graph.builder(NODES);
    for (int i = 0; i < NODES; i++) {
      for (int k = 0; k < 5; k++) { // one in each of five ranges, so no duplicates
        int span = (NODES - 1 - i) / 5;
        if (span > 0) {
          int j = i + 1 + k * span + random.nextInt(span);
          both.undirected(i, j, random.nextInt(1, 100));
          forward.edge(i, j, random.nextInt(1, 100));
        }
      }
    }
    undirected = both.build();
    acyclic = forward.build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bfs",
        "dijkstra",
        "bellman_ford",
        "dag_shortest_paths",
        "mst_prim",
        "mst_kruskal",
        "bridges",
        "articulation_points",
        "dfs",
        "topological_sort",
        "strongly_connected_components",
        "strongly_connected_components_local"
      })
  void graphs(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    Graph graph =
        name.equals("dag_shortest_paths") || name.equals("topological_sort") ? acyclic : undirected;
    checkBoth(algorithm, inputs(algorithm, graph));
  }

  /** Deep trees must not be climbed node by node, nor recursively. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bellman_ford",
        "mst_prim",
        "mst_kruskal",
        "bridges",
        "articulation_points",
        "dfs"
      })
  void longPaths(String name) {
    Algorithm algorithm = Clrs.algorithm(name);
    Graph.Builder path = Graph.builder(NODES);
    for (int i = 1; i < NODES; i++) {
      path.undirected(i - 1, i, 0.1 * i);
    }
    checkBoth(algorithm, inputs(algorithm, path.build()));
  }

  @Test
  void sequences() {
    SplittableRandom random = new SplittableRandom(6);
    double[] keys = DoubleStream.generate(random::nextDouble).limit(NODES).toArray();
    checkBoth(Clrs.algorithm("heapsort"), Clrs.algorithm("heapsort").run(keys));
  }

  private static Instance inputs(Algorithm algorithm, Graph graph) {
    Inputs.Builder builder = Inputs.builder(algorithm.features(), graph);
    boolean hasSource =
        algorithm.features().stream()
            .anyMatch(f -> f.name().equals("s") && f.stage() == Stage.INPUT);
    return algorithm.run(hasSource ? builder.codes("s", 0).build() : builder.build());
  }

  private static void checkBoth(Algorithm algorithm, Instance solved) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long nanos = threads.getCurrentThreadCpuTime();
    Certificate right = Certificate.check(algorithm, solved.inputs(), solved.outputs());
    assertThat(threads.getCurrentThreadCpuTime() - nanos).isLessThan(LONG.toNanos());
    assertThat(threads.getCurrentThreadAllocatedBytes() - bytes)
        .isLessThan(BYTES_PER_NODE_AND_EDGE * (NODES + solved.inputs().edges()));
    assertThat(right.verdict()).as(right.toString()).isEqualTo(Verdict.RIGHT);
    Feature output = solved.outputs().getFirst();
    int[] codes = output.codes().clone();
    codes[codes.length / 2] = codes[codes.length / 2] == 0 ? 1 : 0;
    List<Feature> changed =
        solved.outputs().stream()
            .map(f -> f.equals(output) ? Feature.of(f.spec(), f.size(), codes) : f)
            .toList();
    if (!algorithm.name().startsWith("strongly")) { // one component there: any pointer will do
      assertThat(Certificate.check(algorithm, solved.inputs(), changed).verdict())
          .isEqualTo(Verdict.WRONG);
    }
  }
}
