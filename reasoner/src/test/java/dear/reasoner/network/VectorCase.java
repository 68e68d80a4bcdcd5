// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Support;
import dear.clrs.data.Type;
import dear.io.Json;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A batch of one output in CLRS-30's own vectors, as targets of complete graphs.
 *
 * @param name the name for messages
 * @param spec the output
 * @param nodes the number of nodes of each graph
 * @param truth the truth of each graph
 * @param said the logits or answers of each graph
 */
public record VectorCase(
    String name, FeatureSpec spec, int nodes, List<Json> truth, List<Json> said) {
  /**
   * Creates a batch of truths and predictions of a type whose location follows from the nesting.
   */
  public static VectorCase of(String name, String typeName, Json truth, Json said) {
    Type type = Type.valueOf(typeName.toUpperCase(Locale.ROOT));
    boolean oneHot = type == Type.CATEGORICAL || type == Type.PERMUTATION_POINTER;
    int rank = NnVectors.rank(truth) - (oneHot ? 1 : 0);
    Location location =
        switch (rank) {
          case 1 -> Location.GRAPH;
          case 2 -> Location.NODE;
          default -> Location.EDGE;
        };
    List<Json> samples = truth.values();
    int nodes = location == Location.GRAPH ? 1 : samples.getFirst().values().size();
    int classes = type == Type.CATEGORICAL ? last(samples.getFirst()) : 0;
    FeatureSpec spec =
        new FeatureSpec("x", Stage.OUTPUT, location, type, classes, Support.PAIRS, 0);
    return new VectorCase(name, spec, nodes, samples, said.values());
  }

  private static int last(Json json) {
    List<Json> list = json.values();
    return list.getFirst() instanceof Json.Values ? last(list.getFirst()) : list.size();
  }

  /** All pairs of nodes. */
  EdgeList pairs() {
    int[] rows = new int[nodes * nodes];
    int[] columns = new int[nodes * nodes];
    for (int e = 0; e < rows.length; e++) {
      rows[e] = e / nodes;
      columns[e] = e % nodes;
    }
    return new EdgeList(nodes, rows, columns, 0, new float[0]);
  }

  /** Returns the targets, graph by graph. */
  public List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    for (Json sample : truth) {
      targets.add(Target.of(spec, codes(GoldenModel.floats(sample)), pairs()));
    }
    return targets;
  }

  /** Returns integers from masks, indices, or one-hot rows, where -1 means none. */
  public int[] codes(float[] numbers) {
    int group =
        switch (spec.type()) {
          case CATEGORICAL -> spec.classes();
          case MASK_ONE, PERMUTATION_POINTER -> nodes;
          case SCALAR, MASK, POINTER, SHOULD_BE_PERMUTATION -> 0;
        };
    if (group == 0) {
      int[] codes = new int[numbers.length];
      Arrays.setAll(codes, i -> (int) numbers[i]);
      return codes;
    }
    int[] codes = new int[numbers.length / group];
    Arrays.setAll(
        codes,
        i ->
            IntStream.range(0, group)
                .filter(c -> numbers[i * group + c] == 1)
                .findFirst()
                .orElse(-1));
    return codes;
  }

  @Override
  public String toString() {
    return name;
  }
}
