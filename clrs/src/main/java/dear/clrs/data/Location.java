package dear.clrs.data;

/** What a feature's values belong to. */
public enum Location {
  NODE,
  EDGE,
  GRAPH
}
