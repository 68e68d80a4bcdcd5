// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.dataset.GraphFile;
import dear.clrs.dataset.Gzip;
import dear.clrs.dataset.NamedEdges;
import dear.clrs.dataset.NamedGraph;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jgrapht.alg.util.Triple;
import org.jgrapht.nio.BaseEventDrivenImporter;
import org.jgrapht.nio.ImportException;
import org.jgrapht.nio.dot.DOTEventDrivenImporter;
import org.jgrapht.nio.gexf.SimpleGEXFEventDrivenImporter;
import org.jgrapht.nio.gml.GmlEventDrivenImporter;
import org.jgrapht.nio.graphml.SimpleGraphMLEventDrivenImporter;

/**
 * A graph in a format that JGraphT reads: GraphML, GML, DOT, GEXF. Files are untrusted, so JGraphT
 * sees only text that has passed these checks: no more than {@value #MOST_BYTES} bytes of UTF-8, no
 * document type (which could name other files, or grow without end), and no deeper nesting than any
 * real file has. Its importers report one node or edge at a time, which are counted against the
 * limits of all graph files before they are kept.
 */
final class ForeignGraph {
  /** Text and parse trees are kept in memory, unlike edge lists. */
  static final int MOST_BYTES = 1 << 25;

  static final int MOST_DEPTH = 64;

  private static final String WEIGHT = "weight";
  private static final String LABEL = "label";

  /** The first statement of a DOT file, after comments. */
  private static final Pattern DIGRAPH =
      Pattern.compile(
          "\\A(?:\\s|//[^\\n]*+\\n|#[^\\n]*+\\n|/\\*(?:[^*]|\\*(?!/))*+\\*/)*+(?:strict\\s+)?digraph\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern XML_COMMENT = Pattern.compile("<!--(?:[^-]|-(?!->))*+-->");
  private static final Pattern EDGE_DEFAULT =
      Pattern.compile("<(?:\\w+:)?graph\\b[^>]*?\\bedgedefault\\s*=\\s*[\"'](\\w+)[\"']");
  private static final Pattern EDGE_TYPE =
      Pattern.compile("<(?:\\w+:)?graph\\b[^>]*?\\bdefaultedgetype\\s*=\\s*[\"'](\\w+)[\"']");
  private static final Pattern GML_DIRECTED = Pattern.compile("\\bdirected\\s+1\\b");

  private final GraphFormat format;
  private final String source;
  private final NamedEdges edges = new NamedEdges(GraphFile.MOST_NODES, GraphFile.MOST_EDGES);
  private final Map<String, String> labels = new LinkedHashMap<>();
  private final List<Edge> drawn = new ArrayList<>();

  /** The weights of edges, by the objects that importers identify these with. */
  private final IdentityHashMap<Object, Double> weights = new IdentityHashMap<>();

  /** An edge before its nodes have their final names. */
  private record Edge(Object key, String from, String to) {}

  ForeignGraph(GraphFormat format, String source) {
    this.format = format;
    this.source = source;
  }

  NamedGraph read(InputStream in, boolean undirected) throws IOException {
    String text = text(in);
    require(!text.isBlank(), "the file is empty");
    try {
      switch (format) {
        case GRAPHML -> readGraphMl(text);
        case GEXF -> readGexf(text);
        case GML -> readGml(text);
        case DOT -> readDot(text);
        default -> throw new IllegalStateException(format + " is read by the library");
      }
      return named(undirected || !isDirected(text));
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()), e);
    } catch (ImportException e) {
      throw cause(e) instanceof IllegalArgumentException ours
          ? refused(String.valueOf(ours.getMessage()), e)
          : refused("is not " + format + ": " + reason(e), e);
    } catch (StackOverflowError e) {
      throw new IOException(source + ": nested too deeply", e);
    } catch (RuntimeException e) { // a parser's own, such as a number it cannot read
      throw refused("is not " + format + ": " + reason(e), e);
    }
  }

  private String text(InputStream in) throws IOException {
    byte[] bytes = Gzip.unpacked(in).readNBytes(MOST_BYTES + 1);
    require(
        bytes.length <= MOST_BYTES,
        "more than %d MB; convert large graphs to an edge list (.csv)".formatted(MOST_BYTES >> 20));
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw refused("not UTF-8: save the file as UTF-8 text", e);
    }
    text = text.startsWith("\ufeff") ? text.substring(1) : text;
    if (isXml()) {
      require(
          !text.contains("<!DOCTYPE") && !text.contains("<!ENTITY"),
          "has a document type, which is refused for safety; remove the line <!DOCTYPE …>");
    }
    requireShallow(text);
    return text;
  }

  private boolean isXml() {
    return format == GraphFormat.GRAPHML || format == GraphFormat.GEXF;
  }

  /** Parsers go as deep as files do; this bounds it before any of them starts. */
  private void requireShallow(String text) throws IOException {
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isXml()) {
        boolean opens = c == '<' && i + 1 < text.length() && Character.isLetter(text.charAt(i + 1));
        boolean closes = c == '/' && (text.charAt(Math.max(0, i - 1)) == '<' || endsTag(text, i));
        depth += opens ? 1 : closes ? -1 : 0;
      } else if (c == '"' && (i == 0 || text.charAt(i - 1) != '\\')) {
        quoted = !quoted;
      } else if (!quoted) {
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      }
      require(depth <= MOST_DEPTH, "nested more than %d levels deep".formatted(MOST_DEPTH));
    }
  }

  private static boolean endsTag(String text, int i) {
    return i + 1 < text.length() && text.charAt(i + 1) == '>';
  }

  private void readGraphMl(String text) throws ImportException {
    SimpleGraphMLEventDrivenImporter importer = new SimpleGraphMLEventDrivenImporter();
    importer.setSchemaValidation(false); // real files have extensions
    listen(importer);
    importer.addEdgeConsumer(ends -> edge(ends, ends.getFirst(), ends.getSecond()));
    importer.importInput(new StringReader(text));
  }

  private void readGexf(String text) throws ImportException {
    SimpleGEXFEventDrivenImporter importer = new SimpleGEXFEventDrivenImporter();
    importer.setSchemaValidation(false);
    listen(importer);
    importer.addEdgeConsumer(ends -> edge(ends, ends.getFirst(), ends.getSecond()));
    importer.importInput(new StringReader(text));
  }

  private void readGml(String text) throws ImportException {
    GmlEventDrivenImporter importer = new GmlEventDrivenImporter();
    listen(importer);
    importer.addEdgeConsumer(
        ends -> edge(ends, String.valueOf(ends.getFirst()), String.valueOf(ends.getSecond())));
    importer.importInput(new StringReader(text));
  }

  private void readDot(String text) throws ImportException {
    DOTEventDrivenImporter importer = new DOTEventDrivenImporter();
    listen(importer);
    importer.addEdgeConsumer(ends -> edge(ends, ends.getFirst(), ends.getSecond()));
    importer.importInput(new StringReader(text));
  }

  private <V, E> void listen(BaseEventDrivenImporter<V, E> importer) {
    importer.addVertexConsumer(node -> {
      requireRoom(labels.size() < GraphFile.MOST_NODES, GraphFile.MOST_NODES, "nodes");
      labels.putIfAbsent(String.valueOf(node), "");
    });
    importer.addVertexAttributeConsumer((place, value) -> {
      if (place.getSecond().equals(LABEL) && format != GraphFormat.DOT) {
        labels.put(String.valueOf(place.getFirst()), value.getValue());
      }
    });
    importer.addEdgeAttributeConsumer((place, value) -> {
      if (place.getSecond().equals(WEIGHT)) {
        weights.put(place.getFirst(), number(value.getValue()));
      }
    });
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a weight is not a number", e);
    }
  }

  private void edge(Object key, String from, String to) {
    requireRoom(drawn.size() < GraphFile.MOST_EDGES, GraphFile.MOST_EDGES, "edges");
    drawn.add(new Edge(key, from, to));
  }

  /** Some importers report the weight of an edge as an attribute, some with the edge. */
  private double weight(Edge edge) {
    Double attribute = weights.get(edge.key());
    if (attribute != null) {
      return attribute;
    }
    return edge.key() instanceof Triple<?, ?, ?> ends && ends.getThird() instanceof Double third
        ? third
        : 1;
  }

  private static void requireRoom(boolean free, int most, String what) {
    if (!free) {
      throw new IllegalArgumentException("more than %d %s".formatted(most, what));
    }
  }

  /** Nodes are called by their labels if each has one of its own, otherwise by their ids. */
  private NamedGraph named(boolean undirected) {
    boolean labelled =
        labels.values().stream().noneMatch(String::isBlank)
            && new HashSet<>(labels.values()).size() == labels.size();
    Map<String, String> names = new HashMap<>();
    labels.forEach((id, label) -> names.put(id, labelled ? label : id));
    labels.keySet().forEach(id -> edges.node(names.getOrDefault(id, id)));
    for (Edge edge : drawn) {
      edges.edge(
          names.getOrDefault(edge.from(), edge.from()),
          names.getOrDefault(edge.to(), edge.to()),
          weight(edge));
    }
    return edges.build(undirected);
  }

  private boolean isDirected(String text) {
    return switch (format) {
      case DOT -> DIGRAPH.matcher(text).find();
      case GML -> GML_DIRECTED.matcher(text).find();
      case GRAPHML -> says(EDGE_DEFAULT, text);
      default -> says(EDGE_TYPE, text);
    };
  }

  private static boolean says(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(XML_COMMENT.matcher(text).replaceAll(""));
    return matcher.find() && matcher.group(1).equals("directed");
  }

  /** What our own consumers threw through the importer, or else the deepest reason. */
  private static Throwable cause(Throwable thrown) {
    Throwable at = thrown;
    while (at.getCause() != null && !(at instanceof IllegalArgumentException)) {
      at = at.getCause();
    }
    return at;
  }

  private static String reason(Throwable thrown) {
    String message = String.valueOf(cause(thrown).getMessage());
    return message.length() > 200 ? message.substring(0, 200) + "…" : message;
  }

  private void require(boolean condition, String message) throws IOException {
    if (!condition) {
      throw new IOException(source + ": " + message);
    }
  }

  private IOException refused(String message, Exception cause) {
    return new IOException(source + ": " + message, cause);
  }
}
