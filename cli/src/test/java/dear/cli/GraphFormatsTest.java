// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dear.clrs.data.Graph;
import dear.clrs.dataset.NamedGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Graphs in the formats of other programs. */
class GraphFormatsTest {
  private static final NamedGraph ROADS =
      new NamedGraph(
          Graph.builder(3).edge(0, 1, 27.5).edge(1, 2, 70).build(),
          List.of("Bonn", "Bad Honnef", "Köln"));

  private static final NamedGraph BOTH_WAYS =
      new NamedGraph(
          Graph.builder(3).undirected(0, 1, 27.5).undirected(1, 2, 70).build(), ROADS.names());

  private static NamedGraph read(GraphFormat format, String text) throws IOException {
    return format.read(
        Path.of("g"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), false);
  }

  private static void assertRefused(GraphFormat format, String text, String message) {
    assertThatIOException()
        .isThrownBy(() -> read(format, text))
        .withMessageStartingWith("g: ")
        .withMessageContaining(message);
  }

  @Test
  void graphMl() throws IOException {
    String text =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
          <key id="d0" for="edge" attr.name="weight" attr.type="double"/>
          <!-- <graph edgedefault="%s"> -->
          <graph id="G" edgedefault="directed">
            <node id="Bonn"/><node id="Bad Honnef"/><node id="Köln"/>
            <edge source="Bonn" target="Bad Honnef"><data key="d0">27.5</data></edge>
            <edge source="Bad Honnef" target="Köln"><data key="d0">70</data></edge>
          </graph>
        </graphml>
        """;
    assertThat(read(GraphFormat.GRAPHML, text)).isEqualTo(ROADS);
    assertThat(read(GraphFormat.GRAPHML, text.replace("\"directed\"", "\"undirected\"")))
        .isEqualTo(BOTH_WAYS);
  }

  @Test
  void gexf() throws IOException {
    String text =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">
          <graph mode="static" defaultedgetype="directed">
            <nodes>
              <node id="0" label="Bonn"/><node id="1" label="Bad Honnef"/><node id="2" label="Köln"/>
            </nodes>
            <edges>
              <edge id="0" source="0" target="1" weight="27.5"/>
              <edge id="1" source="1" target="2" weight="70"/>
            </edges>
          </graph>
        </gexf>
        """;
    assertThat(read(GraphFormat.GEXF, text)).isEqualTo(ROADS);
    assertThat(read(GraphFormat.GEXF, text.replace(" defaultedgetype=\"directed\"", "")))
        .isEqualTo(BOTH_WAYS);
  }

  @Test
  void gml() throws IOException {
    String text =
        """
        graph [ directed 1
          node [ id 3 label "Bonn" ] node [ id 5 label "Bad Honnef" ] node [ id 4 label "Köln" ]
          edge [ source 3 target 5 weight 27.5 ] edge [ source 5 target 4 weight 70 ] ]
        """;
    assertThat(read(GraphFormat.GML, text)).isEqualTo(ROADS);
    assertThat(read(GraphFormat.GML, text.replace("directed 1", "")).graph())
        .isEqualTo(BOTH_WAYS.graph());
  }

  @Test
  void dot() throws IOException {
    String text =
        """
        // roads, not a digraph
        strict digraph roads {
          Bonn -> "Bad Honnef" [weight=27.5, color=red];
          "Bad Honnef" -> Köln [weight=70];
        }
        """;
    assertThat(read(GraphFormat.DOT, text)).isEqualTo(ROADS);
    assertThat(read(GraphFormat.DOT, text.replace("strict digraph", "graph").replace("->", "--")))
        .isEqualTo(BOTH_WAYS);
  }

  @Test
  void whatCouldDoHarmIsRefusedBeforeItIsParsed() {
    String bomb = "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"%s\">]><graphml>&b;</graphml>";
    assertRefused(GraphFormat.GRAPHML, bomb, "has a document type, which is refused for safety");
    assertRefused(GraphFormat.GEXF, bomb, "has a document type");
    assertRefused(GraphFormat.GML, "graph [ " + "a [ ".repeat(100_000), "nested more than 64");
    assertRefused(GraphFormat.DOT, "graph " + "{".repeat(100_000), "nested more than 64");
    assertRefused(GraphFormat.GRAPHML, "<graph>".repeat(100_000), "nested more than 64");
    assertRefused(
        GraphFormat.DOT, "x".repeat(ForeignGraph.MOST_BYTES + 1), "more than 32 MB; convert");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GRAPHML|<graphml>|is not GRAPHML",
        "GRAPHML|' '|the file is empty",
        "GEXF|hello|is not GEXF",
        "GML|graph [ node [ id|is not GML",
        "DOT|digraph { a ->|is not DOT",
        "DOT|digraph { a -> b [weight=x] }|a weight is not a number",
        "DOT|digraph { a -> b [weight=NaN] }|weight NaN is not a finite number",
        "DOT|digraph { }|the graph has no nodes",
      })
  void whatIsNotAGraphIsRefused(GraphFormat format, String text, String message) {
    assertRefused(format, text, message);
  }

  @Test
  void theFormatCanBeNamed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("roads.txt");
    Files.writeString(file, "a\tb\t0\nb\tc\t2\nb\tc\t1\n");
    Invocation unnamed = Invocation.of("solve", "bfs", "--graph", file.toString());
    assertThat(unnamed.code()).isEqualTo(1);
    assertThat(unnamed.err())
        .contains("roads.txt: the name does not show the format", ".graphml", "--format");
    Invocation named =
        Invocation.of(
            "solve",
            "dijkstra",
            "--graph",
            file.toString(),
            "--format",
            "tsv",
            "--exact",
            "--threads",
            "1");
    assertThat(named.code()).as(named.toString()).isZero();
    assertThat(named.out())
        .contains("a → b  (0)", "a → b → c  (1)", "note: 1 edge is parallel to another one");
    Invocation unknown = Invocation.of("solve", "bfs", "--graph", "-");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("--graph - has no name that shows its format");
  }
}
