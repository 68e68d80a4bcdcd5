// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dear.clrs.data.Graph;
import dear.clrs.dataset.GraphFile.Format;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs from files; whatever is wrong with one, the message names file and line. */
class GraphFileTest {
  private static final GraphFile CSV = GraphFile.at(Path.of("g.csv"));
  private static final GraphFile GR = GraphFile.at(Path.of("g.gr"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b,2\nb,c,-0.5",
        "a,b,2\nb,c,-0.5\n",
        "\ufeffsource,target,weight\r\na,b,2\r\nb,c,-5e-1\r\n",
        "# roads\n\nFrom, To, length\n a , b , 2.0 # first\n\nb,c,-.5\n\n",
        "\ufeffa,b,+2\n  \nb,c,-0.5\r\n# end",
        "\ufeff\"source\",\"target\",\"weight\"\r\n\"a\",\"b\",\"2\"\r\n\"b\",\"c\",\"-0.5\"\r\n",
        " \"a\" , b,\"2\"# first\nb,\"c\" ,-0.5",
      })
  void edgeLists(String text) throws IOException {
    NamedGraph read = read(CSV, text);
    assertThat(read.names()).containsExactly("a", "b", "c");
    assertThat(read.graph()).isEqualTo(Graph.builder(3).edge(0, 1, 2).edge(1, 2, -0.5).build());
  }

  @Test
  void aByteOrderMarkBeforeJsonIsSkipped() throws IOException {
    byte[] text =
        "\ufeff{\"nodes\":[{\"id\":0},{\"id\":1}],\"links\":[{\"source\":0,\"target\":1}]}"
            .getBytes(StandardCharsets.UTF_8);
    NamedGraph read =
        GraphFile.at(Path.of("g.json"), GraphFile.Format.NODE_LINK)
            .read(new ByteArrayInputStream(text));
    assertThat(read.graph().weight(1, 0)).isOne();
  }

  @Test
  void withoutWeightsAndBothWays() throws IOException {
    NamedGraph read = read(CSV.undirected(), "source,target\nZürich,Bern\nBern,Bern\nBern,Chur\n");
    assertThat(read.names()).containsExactly("Zürich", "Bern", "Chur");
    assertThat(read.graph())
        .isEqualTo(
            Graph.builder(3).undirected(0, 1, 1).undirected(1, 1, 1).undirected(1, 2, 1).build());
  }

  @Test
  void namesInQuotes() throws IOException {
    NamedGraph read =
        read(
            CSV,
            """
            "Frankfurt, Main","the ""old"" bridge",2 # a comment
            "the ""old"" bridge","#7",1
            "#7"," a ",1
            " a ",\"""\""\",1
            """);
    assertThat(read.names())
        .containsExactly("Frankfurt, Main", "the \"old\" bridge", "#7", " a ", "\"\"");
    assertThat(read.graph().weight(0, 1)).isEqualTo(2);
    assertThat(read(CSV, "\"10\",2\n2,\"1\"").names()).containsExactly("1", "2", "10");
  }

  /** What a spreadsheet would write is read back, whatever the names. */
  @Test
  void anyNamesInQuotes() throws IOException {
    String characters = "a\",# '\u00fc;1";
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 1000; i++) {
      Set<String> names = new LinkedHashSet<>(List.of("x"));
      StringBuilder text = new StringBuilder();
      String before = "x";
      for (int k = 0; k < 5; k++) {
        StringBuilder name = new StringBuilder();
        for (int length = random.nextInt(1, 8); length > 0; length--) {
          name.append(characters.charAt(random.nextInt(characters.length())));
        }
        if (names.add(name.toString())) {
          text.append(quoted(before)).append(',').append(quoted(name.toString())).append("\r\n");
          before = name.toString();
        }
      }
      assertThat(read(CSV, text.toString()).names()).containsExactlyElementsOf(names);
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @Test
  void wholeNumbersAreInTheirOrder() throws IOException {
    NamedGraph read = read(CSV, "10,2,1\n2,0,3\n");
    assertThat(read.names()).containsExactly("0", "2", "10");
    assertThat(read.graph()).isEqualTo(Graph.builder(3).edge(2, 1, 1).edge(1, 0, 3).build());
    assertThat(read.node("10")).isEqualTo(2);
    assertThat(read(CSV, "10,2\n2,x\n").names()).containsExactly("10", "2", "x");
  }

  @Test
  void dimacs() throws IOException {
    String text = "c a comment\np sp 4 3\nc\na 1 2 5\r\na  2\t1 5\na 4 4 1.5\ncomment\n\n";
    NamedGraph read = read(GR, text);
    assertThat(read.names()).containsExactly("1", "2", "3", "4");
    assertThat(read.graph())
        .isEqualTo(Graph.builder(4).edge(0, 1, 5).edge(1, 0, 5).edge(3, 3, 1.5).build());
    assertThat(read(GR.undirected(), "p sp 3 1\na 3 1 2\n").graph())
        .isEqualTo(Graph.builder(3).undirected(0, 2, 2).build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|g.csv: the file is empty; it should have a line source,target[,weight] for each edge",
        "~~# x~|g.csv: no edges; there should be a line source,target[,weight] for each",
        "source,target~|g.csv: no edges; there should be a line",
        "a|g.csv:1: 1 column, but an edge is source,target or source,target,weight",
        "a;b;1|g.csv:1: 1 column,",
        "a,b,1,1|g.csv:1: 4 columns, but an edge is",
        "a,b,1~b,c|g.csv:2: 2 columns, but the lines before have 3",
        "a,b~b,c,1|g.csv:2: 3 columns, but the lines before have 2",
        "a,b,|g.csv:1: weight \"\" is not a finite decimal number such as 2 or -0.5",
        "a,b,NaN|g.csv:1: weight \"NaN\" is not a finite decimal number",
        "a,b,Infinity|g.csv:1: weight \"Infinity\" is not a finite decimal number",
        "a,b,0x1p3|g.csv:1: weight \"0x1p3\" is not a finite decimal number",
        "a,b,1-2|g.csv:1: weight \"1-2\" is not a finite decimal number",
        "a,b,1e999|g.csv:1: weight \"1e999\" is too large for a double",
        "a,b,w|g.csv:1: weight \"w\" is not a finite decimal number",
        "# x~\"a,b,1|g.csv:2: a quote is not closed in its line",
        "\"a~b\",c,1|g.csv:1: a quote is not closed in its line",
        "a,\"|g.csv:1: a quote is not closed in its line",
        "a,\"b\"\"|g.csv:1: a quote is not closed in its line",
        "a,\"b # c~|g.csv:1: a quote is not closed in its line",
        "a,\"b\"c|g.csv:1: text after the quotes around \"b\": put the whole field in quotes, and",
        "\"a\" \"b\",c|g.csv:1: text after the quotes around \"a\"",
        "a\"b,c|g.csv:1: a quote within a field: put the whole field in quotes and write the",
        "5\",c|g.csv:1: a quote within a field",
        "a,\"b,c|g.csv:1: a quote is not closed in its line",
        "\"\",b,1|g.csv:1: a node without a name",
        "\"a\u001b[2J\",b|g.csv:1: a control character in the name \"a?[2J\"",
        "a,b,\"w\"|g.csv:1: weight \"w\" is not a finite decimal number",
        "a,b,\"1,5\"|g.csv:1: weight \"1,5\" is not a finite decimal number",
        ",b,1|g.csv:1: a node without a name",
        "a\u001b[2J,b|g.csv:1: a control character in the name \"a?[2J\"",
        "a\u0000b,c|g.csv:1: a control character in the name \"a?b\"",
      })
  void badEdgeLists(String text, String message) {
    assertRefused(CSV, text, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|g.gr: the file is empty; it should start with a line \"p sp nodes arcs\"",
        "c x~|g.gr: no line \"p sp nodes arcs\"",
        "p sp 3 0~|g.gr: no edges",
        "a 1 2 3|g.gr:1: an arc before the line \"p sp nodes arcs\"",
        "p sp 3 1~p sp 3 1|g.gr:2: a second p line",
        "p max 3 1|g.gr:1: the line should read \"p sp nodes arcs\"",
        "p sp 3|g.gr:1: the line should read \"p sp nodes arcs\"",
        "p sp 0 1|g.gr:1: \"0\" is not a number of nodes from 1 on",
        "p sp x 1|g.gr:1: \"x\" is not a number of nodes from 1 on",
        "p sp 99999999999 1|g.gr:1: more than 1048576 nodes: raise the limit if this is intended",
        "p sp 3 2000000000|g.gr:1: more than 8388608 arcs: raise the limit if this is intended",
        "p sp 3 2~a 1 2 3|g.gr: the p line announces 2 arcs, but there are 1: is the file"
            + " truncated?",
        "p sp 3 1~a 1 2 3~a 2 3 1|g.gr:3: more arcs than the 1 that the p line announces",
        "p sp 3 1~a 1 4 3|g.gr:2: node \"4\": nodes are 1 to 3",
        "p sp 3 1~a 0 1 3|g.gr:2: node \"0\": nodes are 1 to 3",
        "p sp 3 1~a -1 1 3|g.gr:2: node \"-1\": nodes are 1 to 3",
        "p sp 3 1~a 1 2|g.gr:2: 3 columns, but an arc is \"a source target weight\"",
        "p sp 3 1~a 1 2 nan|g.gr:2: weight \"nan\" is not a finite decimal number",
        "p sp 3 1~e 1 2|g.gr:2: a line starts with c (comment), p (problem) or a (arc), not with",
      })
  void badDimacs(String text, String message) {
    assertRefused(GR, text, message);
  }

  @Test
  void ofParallelEdgesTheLightestIsKept() throws IOException {
    NamedGraph twice = read(CSV, "a,b,3\nb,c,1\na,b,2\na,b,2\nb,a,9\n");
    assertThat(twice.graph())
        .isEqualTo(Graph.builder(3).edge(0, 1, 2).edge(1, 0, 9).edge(1, 2, 1).build());
    assertThat(twice.parallel()).isEqualTo(2);
    NamedGraph bothWays = read(GR.undirected(), "p sp 2 3\na 1 2 3\na 2 1 4\na 1 1 1\n");
    assertThat(bothWays.graph())
        .isEqualTo(Graph.builder(2).undirected(0, 1, 3).edge(0, 0, 1).build());
    assertThat(bothWays.parallel()).isEqualTo(1);
  }

  /** Zero would mean that there is no edge. */
  @Test
  void anEdgeMayHaveWeightZero() throws IOException {
    Graph graph = read(CSV, "a,b,0\nb,c,2\na,c,-0.0\n").graph();
    assertThat(graph.weight(0, 1)).isEqualTo(Graph.ZERO_WEIGHT);
    assertThat(graph.weight(0, 2)).isEqualTo(Graph.ZERO_WEIGHT);
    assertThat(2 + Graph.ZERO_WEIGHT).isEqualTo(2);
  }

  @Test
  void tabs() throws IOException {
    GraphFile tsv = GraphFile.at(Path.of("g.tsv"));
    assertThat(read(tsv, "source\ttarget\tweight\nBad Honnef\tKöln, Hbf\t2\n"))
        .isEqualTo(
            new NamedGraph(
                Graph.builder(2).edge(0, 1, 2).build(), List.of("Bad Honnef", "Köln, Hbf")));
  }

  @Test
  void matrixMarket() throws IOException {
    GraphFile mtx = GraphFile.at(Path.of("g.mtx"));
    String general =
        "%%MatrixMarket matrix coordinate real general\n% a comment\n3 3 2\n1 2 0.5\n3 1 2\n";
    assertThat(read(mtx, general).graph())
        .isEqualTo(Graph.builder(3).edge(0, 1, 0.5).edge(2, 0, 2).build());
    String symmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n";
    assertThat(read(mtx, symmetric).graph())
        .isEqualTo(Graph.builder(2).undirected(0, 1, 1).build());
    assertRefused(mtx, "3 3 1~1 2 1", "g.mtx: the first line should read");
    assertRefused(
        mtx, "%%MatrixMarket matrix array real general~2 2", "g.mtx:1: \"array\" matrices have no");
    String banner = "%%MatrixMarket matrix coordinate real general~";
    assertRefused(mtx, banner + "3 4 1~1 2 1", "g.mtx:2: a graph is a square matrix");
    assertRefused(mtx, banner + "3 3 2~1 2 1", "g.mtx: 2 entries are announced, but there are 1");
    assertRefused(mtx, banner + "3 3 1~1 4 1", "g.mtx:3: node \"4\": nodes are 1 to 3");
    assertRefused(mtx, banner + "9999999999 9999999999 1", "g.mtx:2: more than 1048576 nodes");
  }

  @Test
  void nodeLinkOfNetworkx() throws IOException {
    GraphFile json = GraphFile.at(Path.of("g.json"));
    String text =
        """
        {"directed": true, "multigraph": false, "graph": {"x": [1]},
         "nodes": [{"id": "a", "pop": 3}, {"id": 7}, {"id": "alone"}],
         "links": [{"source": "a", "target": 7, "weight": 2.5, "key": 0}]}
        """;
    assertThat(read(json, text))
        .isEqualTo(
            new NamedGraph(Graph.builder(3).edge(0, 1, 2.5).build(), List.of("a", "7", "alone")));
    assertThat(read(json, "{\"edges\": [{\"source\": 1, \"target\": 0}]}").graph())
        .isEqualTo(Graph.builder(2).undirected(0, 1, 1).build());
    assertRefusedInside(json, "{\"nodes\": []}", "no member \"links\" or \"edges\"");
    assertRefusedInside(
        json, "{\"links\": [{\"source\": 1}]}", "an edge needs a source and a target");
    assertRefusedInside(json, "{\"links\": [{\"source\": []}]}", "called by a string or a number");
    assertRefusedInside(json, "[]", "g.json");
    assertRefusedInside(
        json.limits(1, 9), "{\"nodes\": [{\"id\": 1}, {\"id\": 2}]}", "more than 1 nodes");
  }

  private static void assertRefusedInside(GraphFile file, String text, String message) {
    assertThatIOException()
        .isThrownBy(() -> read(file, text))
        .withMessageStartingWith("g.json:1: ")
        .withMessageContaining(message);
  }

  @Test
  void nothingFollowsCompressedData() throws IOException {
    byte[] whole = gzip("p sp 2 1\na 1 2 3\n");
    byte[] more = Arrays.copyOf(whole, whole.length + 20);
    Arrays.fill(more, whole.length, more.length, (byte) 'x');
    assertThatIOException()
        .isThrownBy(() -> GR.read(new ByteArrayInputStream(more)))
        .withMessageContaining("something else after the end of the compressed data");
    byte[] twoMembers = Arrays.copyOf(gzip("p sp 2 1\n"), 200);
    byte[] second = gzip("a 1 2 3\n");
    int first = gzip("p sp 2 1\n").length;
    System.arraycopy(second, 0, twoMembers, first, second.length);
    assertThat(
            GR.read(new ByteArrayInputStream(twoMembers, 0, first + second.length)).graph().edges())
        .isEqualTo(3);
  }

  @Test
  void limits() {
    assertRefused(CSV.limits(2, 9), "a,b~b,c", "g.csv:2: more than 2 nodes: raise the limit");
    assertRefused(CSV.limits(9, 1), "a,b~~b,c", "g.csv:3: more than 1 edges: raise the limit");
    assertRefused(CSV, "a,b~" + "x".repeat(300) + ",b", "g.csv:2: a name of more than 200");
    assertRefused(
        CSV, "a,b~" + "x".repeat(5000), "g.csv:2: the line is longer than 4096 bytes: is this");
  }

  /** Ten gigabytes without a line end, or of ever new edges: rejected quickly, in little memory. */
  @Test
  void endlessFiles() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatIOException()
        .isThrownBy(() -> CSV.read(endless("x")))
        .withMessageStartingWith("g.csv:1: the line is longer");
    assertThatIOException()
        .isThrownBy(() -> CSV.limits(100, 100_000).read(endless("1,2\n3,4\n")))
        .withMessageStartingWith("g.csv:100001: more than 100000 edges");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100 << 20);
  }

  @Test
  void notUtf8() {
    byte[] latin = "a,b\nZ\u00fcrich,Bern\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThatIOException()
        .isThrownBy(() -> CSV.read(new ByteArrayInputStream(latin)))
        .withMessage("g.csv:2: the line is not UTF-8: save the file as UTF-8 text");
  }

  @Test
  void compressedFiles(@TempDir Path folder) throws IOException {
    byte[] whole = gzip("p sp 3 2\na 1 2 3\na 2 3 1\n");
    Path path = folder.resolve("roads.GR.gz");
    Files.write(path, whole);
    assertThat(GraphFile.at(path).read()).isEqualTo(read(GR, "p sp 3 2\na 1 2 3\na 2 3 1\n"));
    for (int length : new int[] {3, 10, whole.length / 2, whole.length - 1}) {
      assertThatIOException()
          .isThrownBy(() -> GR.read(new ByteArrayInputStream(Arrays.copyOf(whole, length))))
          .withMessageStartingWith("g.gr:");
    }
    assertThatIOException()
        .isThrownBy(() -> GraphFile.at(folder, Format.DIMACS).read())
        .withMessageContaining(folder.toString());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GraphFile.at(Path.of("roads.txt")))
        .withMessageContaining("it should end in .csv, .tsv, .gr (DIMACS), .mtx");
  }

  @Test
  void checksOfNamedGraphs() throws IOException {
    NamedGraph graph = read(CSV, "a,b,2\nb,c,-3\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.requireNonNegativeWeights("dijkstra"))
        .withMessageStartingWith(
            "dijkstra needs weights that are not negative, but edge b -> c has weight -3.0");
    read(CSV, "a,b,2\n").requireNonNegativeWeights("dijkstra");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.node("d"))
        .withMessageContaining("there is no node \"d\" among the 3");
  }

  /** A million edges, against the graph that is built from the same edges one by one. */
  @Test
  void aMillionEdges() throws IOException {
    int nodes = 100_000;
    int edges = 1_000_000;
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder("p sp " + nodes + " " + edges + "\n");
    Graph.Builder expected = Graph.builder(nodes);
    for (int k = 0; k < edges; k++) {
      int from = k / 10;
      int to = (k % 10) * (nodes / 10) + random.nextInt(nodes / 10);
      int weight = random.nextInt(1, 1000);
      text.append("a ").append(from + 1).append(' ').append(to + 1);
      text.append(' ').append(weight).append('\n');
      expected.edge(from, to, weight);
    }
    assertThat(read(GR, text.toString()).graph()).isEqualTo(expected.build());
  }

  /** Random damage gives a graph or an error that names the file, and nothing else. */
  @Test
  void randomDamage() {
    byte[] characters = "0123456789,.-eap#\"\n\r \u00fc".getBytes(StandardCharsets.UTF_8);
    SplittableRandom random = new SplittableRandom(8);
    int refused = 0;
    for (int i = 0; i < 4000; i++) {
      GraphFile file = i % 2 == 0 ? CSV : GR;
      String good =
          i % 2 == 0 ? "a,b,1\nb,c,22\nc,a,3.5\n" : "p sp 3 3\na 1 2 1\na 2 3 22\na 3 1 3\n";
      byte[] bad = good.getBytes(StandardCharsets.UTF_8);
      for (int k = random.nextInt(1, 4); k > 0; k--) {
        bad[random.nextInt(bad.length)] = characters[random.nextInt(characters.length)];
      }
      try {
        file.read(new ByteArrayInputStream(bad));
      } catch (IOException e) {
        assertThat(e)
            .isInstanceOf(GraphFormatException.class)
            .hasMessageMatching("g\\.(csv|gr):.+");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }

  private static NamedGraph read(GraphFile file, String text) throws IOException {
    return file.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static void assertRefused(GraphFile file, String text, String message) {
    assertThatIOException()
        .isThrownBy(() -> read(file, text.replace('~', '\n')))
        .withMessageStartingWith(message);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /** A text, repeated. */
  private static InputStream endless(String text) {
    return new InputStream() {
      private long at;

      @Override
      public int read() {
        return text.charAt((int) (at++ % text.length()));
      }

      @Override
      public int read(byte[] bytes, int offset, int length) {
        for (int i = 0; i < length; i++) {
          bytes[offset + i] = (byte) read();
        }
        return length;
      }
    };
  }
}
