// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.io.JsonReader;
import java.io.IOException;

/** Reads {@link GraphFile.Format#NODE_LINK}. */
final class NodeLinkReader {
  /** Whole numbers up to here are exact in a double. */
  private static final double EXACT = 1L << 53;

  private final JsonReader json;
  private final NamedEdges edges;
  private boolean directed;

  NodeLinkReader(JsonReader json, NamedEdges edges) {
    this.json = json;
    this.edges = edges;
  }

  NamedGraph read(boolean undirected) throws IOException {
    boolean linked = false;
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "directed" -> directed = json.nextBoolean();
        case "nodes" -> readNodes();
        case "links", "edges" -> {
          linked = true;
          readLinks();
        }
        default -> json.skipValue();
      }
    }
    json.endObject();
    json.endDocument();
    if (json.peek() != JsonReader.Token.END_OF_INPUT) {
      throw json.error("there is more after the graph");
    }
    if (!linked) {
      throw json.error("no member \"links\" or \"edges\": is this networkx's node-link format?");
    }
    return edges.build(undirected || !directed);
  }

  private void readNodes() throws IOException {
    json.beginArray();
    for (int index = 0; json.hasNext(); index++) {
      String id = Integer.toString(index); // where a node has none, links count nodes
      json.beginObject();
      while (json.hasNext()) {
        if (json.nextName().equals("id")) {
          id = name();
        } else {
          json.skipValue();
        }
      }
      json.endObject();
      edges.node(id);
    }
    json.endArray();
  }

  private void readLinks() throws IOException {
    json.beginArray();
    while (json.hasNext()) {
      String source = "";
      String target = "";
      double weight = 1;
      json.beginObject();
      while (json.hasNext()) {
        switch (json.nextName()) {
          case "source" -> source = name();
          case "target" -> target = name();
          case "weight" -> weight = json.nextDouble();
          default -> json.skipValue();
        }
      }
      json.endObject();
      if (source.isEmpty() || target.isEmpty()) {
        throw json.error("an edge needs a source and a target");
      }
      edges.edge(source, target, weight);
    }
    json.endArray();
  }

  /** What networkx calls a node: a string or a number. */
  private String name() throws IOException {
    return switch (json.peek()) {
      case STRING -> json.nextString();
      case NUMBER -> {
        double number = json.nextDouble();
        yield number == Math.rint(number) && Math.abs(number) <= EXACT
            ? Long.toString((long) number)
            : Double.toString(number);
      }
      default -> throw json.error("a node is called by a string or a number");
    };
  }
}
