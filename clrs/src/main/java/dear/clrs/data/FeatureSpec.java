// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The specification of a feature.
 *
 * @param name its name in CLRS-30
 * @param stage when it is available
 * @param location what its values belong to
 * @param type what they mean
 * @param classes the number of classes of a categorical feature, otherwise 0
 * @param support which cells an edge feature stores; PAIRS elsewhere
 * @param background the value of cells outside the support
 */
public record FeatureSpec(
    String name,
    Stage stage,
    Location location,
    Type type,
    int classes,
    Support support,
    int background) {

  /** Checks that the parts fit together. */
  public FeatureSpec {
    if ((type == Type.CATEGORICAL) != (classes > 1)) {
      throw new IllegalArgumentException(name + ": only categorical features have classes");
    }
    if (support != Support.PAIRS && location != Location.EDGE) {
      throw new IllegalArgumentException(name + ": only edge features have a support");
    }
  }

  /** A feature without classes or sparse support. */
  public static FeatureSpec of(String name, Stage stage, Location location, Type type) {
    return new FeatureSpec(name, stage, location, type, 0, Support.PAIRS, 0);
  }

  /**
   * Reads a table with one feature per line: {@code stage name location type}, then for categorical
   * ones the number of classes, then for sparse edge features {@code edges} or {@code
   * reversed_edges} and the background value.
   */
  public static List<FeatureSpec> table(String text) {
    List<FeatureSpec> specs = new ArrayList<>();
    for (String line : text.strip().split("\n", -1)) {
      String[] words = line.strip().split(" +", -1);
      int next = 4;
      Type type = parse(Type.class, words[3]);
      int classes = type == Type.CATEGORICAL ? Integer.parseInt(words[next++]) : 0;
      Support support = Support.PAIRS;
      int background = 0;
      if (next < words.length) {
        support = parse(Support.class, words[next++]);
        background = Integer.parseInt(words[next++]);
      }
      if (next != words.length) {
        throw new IllegalArgumentException("malformed feature: " + line);
      }
      specs.add(
          new FeatureSpec(
              words[1],
              parse(Stage.class, words[0]),
              parse(Location.class, words[2]),
              type,
              classes,
              support,
              background));
    }
    return List.copyOf(specs);
  }

  /** The number of values stored per snapshot. */
  public int size(int nodes, int edges) {
    return switch (location) {
      case GRAPH -> 1;
      case NODE -> type == Type.MASK_ONE ? 1 : nodes;
      case EDGE ->
          switch (support) {
            case PAIRS -> Math.multiplyExact(nodes, nodes);
            case EDGES, REVERSED_EDGES -> edges;
          };
    };
  }

  /** Whether values are real numbers; all other types are integers. */
  public boolean isReal() {
    return type == Type.SCALAR;
  }

  /** The type as CLRS-30 writes it. */
  public String typeName() {
    return type.name().toLowerCase(Locale.ROOT);
  }

  /** The location as CLRS-30 writes it. */
  public String locationName() {
    return location.name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E parse(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
  }
}
