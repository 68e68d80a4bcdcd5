// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.io.JsonReader;
import dear.io.RegularFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
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
    /** The same with tabs in place of commas. */
    TSV,
    /**
     * The shortest-path format of the Ninth DIMACS Implementation Challenge: {@code p sp nodes
     * arcs}, {@code a source target weight} for each arc, nodes numbered from 1, comments after
     * {@code c}.
     */
    DIMACS,
    /**
     * A square matrix of NIST's Matrix Market in coordinates, {@code real}, {@code integer} or
     * {@code pattern} (every weight is 1), {@code general} or {@code symmetric} (undirected).
     */
    MATRIX_MARKET,
    /**
     * The node-link JSON of networkx: an object with {@code directed}, {@code nodes} and {@code
     * links} or {@code edges}, whose members {@code source}, {@code target} and {@code weight} are
     * read. Without {@code directed}, edges go both ways.
     */
    NODE_LINK;

    /** The format that matches a file name's extension. */
    public static Format of(Path path) {
      return find(path)
          .orElseThrow(() ->
              new IllegalArgumentException(
                  path
                      + ": the name does not show the format: it should end in .csv, .tsv, .gr"
                      + " (DIMACS), .mtx (Matrix Market) or .json (node-link), .gz after it if"
                      + " compressed; or name the format"));
    }

    /** The format that matches a file name's extension, if any does. */
    public static Optional<Format> find(Path path) {
      String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
      if (name.endsWith(".gz")) {
        name = name.substring(0, name.length() - ".gz".length());
      }
      return switch (name.substring(name.lastIndexOf('.') + 1)) {
        case "csv" -> Optional.of(EDGE_LIST);
        case "tsv", "tab" -> Optional.of(TSV);
        case "gr" -> Optional.of(DIMACS);
        case "mtx" -> Optional.of(MATRIX_MARKET);
        case "json" -> Optional.of(NODE_LINK);
        default -> Optional.empty();
      };
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
    try (InputStream in = RegularFile.open(path, "store the graph in one first")) {
      return read(in);
    }
  }

  /**
   * Reads the graph from a stream in place of the file, whose path is then only the name in
   * messages.
   */
  public NamedGraph read(InputStream in) throws IOException {
    InputStream unpacked;
    try {
      unpacked = Gzip.text(in);
    } catch (IOException e) {
      throw new IOException(path + ": cannot be read" + detail(e), e);
    }
    return format == Format.NODE_LINK ? readJson(unpacked) : readLines(unpacked);
  }

  private NamedGraph readJson(InputStream in) throws IOException {
    JsonReader json = new JsonReader(in, path.toString());
    try {
      return new NodeLinkReader(json, new NamedEdges(mostNodes, mostEdges)).read(isUndirected);
    } catch (IllegalArgumentException e) {
      throw json.error(String.valueOf(e.getMessage()));
    } catch (ZipException | EOFException e) {
      throw new IOException(damaged(json.line(), e), e);
    } catch (Gzip.TooLarge e) {
      throw new IOException(path + ":" + json.line() + ": " + e.getMessage(), e);
    }
  }

  private NamedGraph readLines(InputStream in) throws IOException {
    FileLines lines = new FileLines(path.toString(), in);
    Counts counts = new Counts(lines, mostNodes, mostEdges);
    try {
      return switch (format) {
        case EDGE_LIST, TSV ->
            new EdgeListReader(
                    lines, new NamedEdges(mostNodes, mostEdges), format == Format.TSV ? '\t' : ',')
                .read(isUndirected);
        case DIMACS ->
            new DimacsReader(lines, new EdgeCollector(mostEdges), counts).read(isUndirected);
        case MATRIX_MARKET ->
            new MatrixMarketReader(lines, new EdgeCollector(mostEdges), counts).read(isUndirected);
        case NODE_LINK -> throw new IllegalStateException("JSON is not read line by line");
      };
    } catch (IllegalArgumentException e) {
      throw lines.error(String.valueOf(e.getMessage()));
    } catch (ZipException | EOFException e) {
      throw new IOException(damaged(lines.number() + 1, e), e);
    } catch (Gzip.TooLarge e) {
      throw new IOException(path + ":" + (lines.number() + 1) + ": " + e.getMessage(), e);
    }
  }

  private String damaged(long line, IOException e) {
    return "%s:%d: the gzip data is damaged or cut off%s".formatted(path, line, detail(e));
  }

  private static String detail(IOException e) {
    return e.getMessage() == null ? "" : ": " + e.getMessage();
  }
}
