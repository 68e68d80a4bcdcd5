// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.dataset.NamedGraph;
import dear.clrs.text.NumberLines;
import dear.clrs.text.Reading;
import dear.clrs.text.WrittenInputs;
import dear.equilibrium.StopReason;
import dear.reasoner.inference.Run;
import dear.reasoner.model.Solved;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers of the algorithms themselves, as people write them; many are examples of CLRS. */
class AnswerPrinterTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

  private static String printed(Algorithm algorithm, WrittenInputs written, OptionalInt from) {
    return printed(algorithm, written, from, algorithm.run(written.inputs()).outputs());
  }

  private static String printed(
      Algorithm algorithm, WrittenInputs written, OptionalInt from, List<Feature> outputs) {
    Solved solved =
        new Solved(
            written.inputs(), outputs, new Run(1, 0, StopReason.CONVERGED), Optional.empty());
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    new AnswerPrinter(out, algorithm, written, false)
        .print(Reading.of(algorithm, solved.inputs(), solved.outputs()), solved, from);
    return text.toString().replace(System.lineSeparator(), "\n").stripTrailing();
  }

  private static String printed(String name, WrittenInputs written) {
    return printed(Clrs.algorithm(name), written, OptionalInt.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "insertion_sort, 5 2 4, 'sorted: 2 4 5'",
    "heapsort, 1234567.5 0.1 1e-9 2, 'sorted: 0.000000001 0.1 2 1234567.5'",
    "minimum, 5 2 4, 'min: 2 (position 1, counted from 0)'",
    "quickselect, 5 2 4, 'median: 4 (position 2, counted from 0)'",
    "find_maximum_subarray_kadane, 1 -3 4 -1 2, 'part: 4 -1 2|sum: 5 (positions 2 to 4, counted"
        + " from 0)'",
    "find_maximum_subarray_kadane, -1 3 -4, 'part: 3|sum: 3 (position 1, counted from 0)'",
    "matrix_chain_order, 30 35 15 5 10 20 25, 'product: ((A1 (A2 A3)) ((A4 A5) A6))|cost: 15125"
        + " multiplications'",
    "matrix_chain_order, 3 4, 'product: A1|cost: 0 multiplications'",
  })
  void numbers(String name, String numbers, String answer) {
    WrittenInputs written =
        WrittenInputs.numbers(
            Clrs.algorithm(name), NumberLines.numbers(List.of(numbers.split(" ", -1))));
    assertThat(printed(name, written)).isEqualTo(answer.replace('|', '\n'));
  }

  @ParameterizedTest
  @CsvSource({
    "5, 'found: 5 (position 2, counted from 0)'",
    "4, 'not found: 4 belongs before 5 (position 2, counted from 0)'",
    "9, 'not found: 9 belongs after 7 (position 3, counted from 0)'",
  })
  void searches(double target, String answer) {
    Algorithm search = Clrs.algorithm("binary_search");
    WrittenInputs written = WrittenInputs.search(search, new double[] {1, 3, 5, 7}, target);
    assertThat(printed(search.name(), written)).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({
    "activity_selector, 1-4 3-5 0-6 5-7 3-9 5-9 6-10 8-11 8-12 2-14 12-16, "
        + "'4 chosen: 1-4 5-7 8-11 12-16'",
    "task_scheduling, '2,60 4,70 1,20 4,50', "
        + "'on time, in this order (deadline,weight): 2,60 4,70 4,50|late: 1,20 (weight 20)'",
    "task_scheduling, '2,60', 'on time, in this order (deadline,weight): 2,60|late: none'",
    "graham_scan, '0,0 4,0 4,3 2,1 0,3', 'hull: (0, 0) (4, 0) (4, 3) (0, 3)'",
    "jarvis_march, '0,3 4,0 2,1 4,3 0,0', 'hull: (0, 0) (4, 0) (4, 3) (0, 3)'",
    "segments_intersect, '0,0 4,4 0,4 4,0', 'the segments intersect'",
    "segments_intersect, '0,0 4,4 0,1 -4,0', 'the segments do not intersect'",
  })
  void pairs(String name, String pairs, String answer) {
    WrittenInputs written =
        WrittenInputs.pairs(Clrs.algorithm(name), NumberLines.pairs(List.of(pairs.split(" ", -1))));
    assertThat(printed(name, written)).isEqualTo(answer.replace('|', '\n'));
  }

  @Test
  void strings() {
    for (String name : List.of("naive_string_matcher", "kmp_matcher")) {
      Algorithm matcher = Clrs.algorithm(name);
      assertThat(printed(name, WrittenInputs.strings(matcher, "abracadabra", "cad")))
          .isEqualTo("match: position 4, counted from 0\n  abracadabra\n      cad");
      assertThat(printed(name, WrittenInputs.strings(matcher, "abracadabra", "dac")))
          .isEqualTo("no match");
    }
    Algorithm common = Clrs.algorithm("lcs_length");
    assertThat(printed(common.name(), WrittenInputs.strings(common, "ABCBDAB", "BDCABA")))
        .isEqualTo(
            """
            common subsequence: BCBA (4 letters)
              ABCBDAB
               ^^^ ^
              BDCABA
              ^ ^ ^^\
            """);
    assertThat(printed(common.name(), WrittenInputs.strings(common, "xyz", "uvw")))
        .isEqualTo("common subsequence: none");
  }

  @Test
  void searchTrees() {
    Algorithm tree = Clrs.algorithm("optimal_bst");
    WrittenInputs written =
        WrittenInputs.probabilities(
            tree,
            new double[] {0.15, 0.1, 0.05, 0.1, 0.2},
            new double[] {0.05, 0.1, 0.05, 0.05, 0.05, 0.1});
    assertThat(printed(tree.name(), written))
        .isEqualTo(
            """
            expected cost: 2.75
              k2
                left k1
                right k5
                  left k4
                    left k3\
            """);
    WrittenInputs thirds =
        WrittenInputs.probabilities(tree, new double[] {1, 1}, new double[] {0, 0, 1});
    assertThat(printed(tree.name(), thirds)).startsWith("expected cost: 1.66667\n");
  }

  @Test
  void aTreeOfOneEdge() {
    Graph pair = Graph.builder(2).undirected(0, 1, 3).build();
    Algorithm prim = Clrs.algorithm("mst_prim");
    assertThat(
            printed(
                prim.name(), WrittenInputs.graph(prim, new NamedGraph(pair, List.of("a", "b")), 0)))
        .startsWith("tree of 1 edge, weight 3\n");
  }

  /** Too few edges, and the whole cycle. */
  @Test
  void edgesThatFormNoSpanningTreeAreNotCalledOne() {
    Algorithm kruskal = Clrs.algorithm("mst_kruskal");
    WrittenInputs written = written(kruskal.name(), true);
    Feature marks = kruskal.run(written.inputs()).outputs().getFirst();
    int[] joining = new int[marks.size()];
    int[] rows = written.inputs().graph().rows();
    Arrays.setAll(joining, e -> rows[e] == written.inputs().graph().columns()[e] ? 0 : 1);
    for (int[] marked : List.of(new int[marks.size()], joining)) {
      List<Feature> outputs = List.of(Feature.of(marks.spec(), marks.size(), marked));
      assertThat(printed(kruskal, written, OptionalInt.empty(), outputs))
          .containsPattern("Kruskal: [04] edges, weight [0-9.]+, which form no such tree");
    }
  }

  private static WrittenInputs written(String name, boolean undirected) {
    Graph.Builder builder = Graph.builder(5);
    int[][] edges = {{0, 1, 4}, {1, 2, 1}, {0, 2, 7}, {2, 3, 2}};
    for (int[] edge : edges) {
      if (undirected) {
        builder.undirected(edge[0], edge[1], edge[2] / 10.0);
      } else {
        builder.edge(edge[0], edge[1], edge[2] / 10.0);
      }
    }
    return WrittenInputs.graph(Clrs.algorithm(name), new NamedGraph(builder.build(), NAMES), 0);
  }

  @ParameterizedTest
  @CsvSource({
    "bellman_ford, 'paths from a|  a → b  (0.4)|  a → b → c  (0.5)|  a → b → c → d  (0.7)|  e:"
        + " none'",
    "dijkstra, 'paths from a|  a → b  (0.4)|  a → b → c  (0.5)|  a → b → c → d  (0.7)|  e: none'",
    "bfs, 'paths from a|  a → b  (1 edge)|  a → c  (1 edge)|  a → c → d  (2 edges)|  e: none'",
    "mst_kruskal, 'Kruskal: 3 edges, weight 0.7|  a – b  (0.4)|  b – c  (0.1)|  c – d  (0.2)'",
    "mst_prim, 'tree of 3 edges, weight 0.7|  a – b  (0.4)|  b – c  (0.1)|  c – d  (0.2)|not"
        + " reached: e'",
    "bridges, 'Bridges: 1 edge|  c – d'",
    "articulation_points, 'Articulation points: c'",
  })
  void undirectedGraphs(String name, String answer) {
    String title = Clrs.algorithm("mst_kruskal").title();
    assertThat(printed(name, written(name, true)))
        .isEqualTo(answer.replace('|', '\n').replace("Kruskal", title));
  }

  @ParameterizedTest
  @CsvSource({
    "dag_shortest_paths, 'paths from a|  a → b  (0.4)|  a → b → c  (0.5)|  a → b → c → d  (0.7)| "
        + " e: none'",
    "dfs, '2 trees|  a|    b|      c|        d|  e'",
    "topological_sort, 'order: e a b c d'",
    "strongly_connected_components, '5 components|  a|  b|  c|  d|  e'",
    "strongly_connected_components_local, '5 components|  a|  b|  c|  d|  e'",
  })
  void directedGraphs(String name, String answer) {
    assertThat(printed(name, written(name, false))).isEqualTo(answer.replace('|', '\n'));
  }

  @Test
  void allPairs() {
    Algorithm all = Clrs.algorithm("floyd_warshall");
    WrittenInputs written = written(all.name(), false);
    assertThat(printed(all, written, OptionalInt.empty()))
        .startsWith("paths between all pairs\n  a → b  (0.4)\n  a → b → c  (0.5)\n")
        .contains("\n  b → a: none\n")
        .doesNotContain("…")
        .hasLineCount(21);
    assertThat(printed(all, written, OptionalInt.of(1)))
        .isEqualTo("paths from b\n  a: none\n  b → c  (0.1)\n  b → c → d  (0.3)\n  e: none");
    Graph.Builder ring = Graph.builder(20);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ring.edge(i, (i + 1) % 20, 1);
      names.add("n" + i);
    }
    assertThat(
            printed(
                all,
                WrittenInputs.graph(all, new NamedGraph(ring.build(), names), 0),
                OptionalInt.empty()))
        .endsWith("… 340 more pairs; --source NODE shows those from one node, --all shows all")
        .hasLineCount(42);
  }
}
