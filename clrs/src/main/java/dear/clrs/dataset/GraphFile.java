// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.ZipException;

/**
 * A file with one graph, plain or gzipped, from an untrusted source.
 *
 * <pre>{@code
 * NamedGraph roads = GraphFile.at(Path.of("roads.csv")).undirected().read();
 * int[] pi = Clrs.algorithm("dijkstra").run(roads.graph(), roads.node("Bonn")).output("pi").codes();
 * }</pre>
 *
 * <p>The file is read once, line by line. Memory grows with the edges that were read, some 40 bytes
 * each, and with the names of the nodes; what a file claims about its size is trusted only within
 * the limits. Errors name file and line.
 *
 * @param path where it is
 * @param format how it is written
 * @param isUndirected whether each line is an edge in both directions
 * @param mostNodes the largest allowed number of nodes
 * @param mostEdges the largest allowed number of edges
 */
public record GraphFile(
    Path path, Format format, boolean isUndirected, int mostNodes, int mostEdges) {
  /** A million nodes: a default that guards against the wrong file. */
  public static final int MOST_NODES = 1 << 20;

  /** Eight million edges: likewise. */
  public static final int MOST_EDGES = 1 << 23;

  /** How a graph is written down. */
  public enum Format {
    /**
     * A line {@code source,target} or {@code source,target,weight} for each edge, the header {@code
     * source,target,weight} if there is one, and comments after {@code #}. Without weights, every
     * edge has weight 1. Names are any text; names with commas, quotes or {@code #} are quoted as
     * in RFC 4180: {@code "Bonn, ""Hbf"""}. If all are whole numbers, the nodes are in numerical
     * order, otherwise in order of appearance.
     */
    EDGE_LIST,
    /**
     * The shortest-path format of the Ninth DIMACS Implementation Challenge: {@code p sp nodes
     * arcs}, {@code a source target weight} for each arc, nodes numbered from 1, comments after
     * {@code c}.
     */
    DIMACS;

    /** The format that matches a file name's extension. */
    public static Format of(Path path) {
      String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
      if (name.endsWith(".gz")) {
        name = name.substring(0, name.length() - ".gz".length());
      }
      if (name.endsWith(".csv")) {
        return EDGE_LIST;
      }
      if (name.endsWith(".gr")) {
        return DIMACS;
      }
      throw new IllegalArgumentException(
          path
              + ": the name does not show the format: it should end in .csv (edge list) or .gr"
              + " (DIMACS), .gz after it if compressed; or name the format");
    }
  }

  /** Checks the limits. */
  public GraphFile {
    if (mostNodes < 1 || mostEdges < 1) {
      throw new IllegalArgumentException(
          "limits must be positive, not %d nodes and %d edges".formatted(mostNodes, mostEdges));
    }
    if (mostEdges > 1 << 29) { // an int must be able to count twice as many directed edges
      throw new IllegalArgumentException(mostEdges + " edges are more than a graph can have");
    }
  }

  /** A file of directed edges whose name shows its format. */
  public static GraphFile at(Path path) {
    return at(path, Format.of(path));
  }

  /** A file of directed edges. */
  public static GraphFile at(Path path, Format format) {
    return new GraphFile(path, format, false, MOST_NODES, MOST_EDGES);
  }

  /** The same with every edge in both directions. */
  public GraphFile undirected() {
    return new GraphFile(path, format, true, mostNodes, mostEdges);
  }

  /** The same with other limits. */
  public GraphFile limits(int nodes, int edges) {
    return new GraphFile(path, format, isUndirected, nodes, edges);
  }

  /** Reads the graph. */
  public NamedGraph read() throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return read(in);
    }
  }

  /** Reads the graph from a stream in place of the file. */
  NamedGraph read(InputStream in) throws IOException {
    FileLines lines;
    try {
      lines = new FileLines(path.toString(), Gzip.unpacked(in));
    } catch (IOException e) {
      throw new IOException(path + ": cannot be read" + detail(e), e);
    }
    try {
      EdgeCollector edges = new EdgeCollector(lines, isUndirected, mostEdges);
      return switch (format) {
        case EDGE_LIST -> new EdgeListReader(lines, edges, mostNodes).read();
        case DIMACS -> new DimacsReader(lines, edges, mostNodes, mostEdges).read();
      };
    } catch (ZipException | EOFException e) {
      throw new IOException(
          "%s:%d: the gzip data is damaged or cut off%s"
              .formatted(path, lines.number() + 1, detail(e)),
          e);
    }
  }

  private static String detail(IOException e) {
    return e.getMessage() == null ? "" : ": " + e.getMessage();
  }
}
