// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SamplerOptions;
import java.nio.file.Path;
import java.util.List;

/** Where the graphs of a test come from. */
public sealed interface TestSource {
  /**
   * The test stream of a seed.
   *
   * @param nodes the size of each graph
   * @param first the number of the first graph
   * @param count the number of graphs
   * @param seed the seed
   * @param options the distribution
   * @param positions the positions of the nodes
   */
  record Drawn(
      int nodes, int first, int count, long seed, SamplerOptions options, Positions positions)
      implements TestSource {
    /** Creates a source whose positions are those of training. */
    public Drawn(int nodes, int first, int count, long seed, SamplerOptions options) {
      this(nodes, first, count, seed, options, Positions.AS_TRAINED);
    }

    /** Creates the source of the first graphs of the stream. */
    public Drawn(int nodes, int count, long seed, SamplerOptions options) {
      this(nodes, 0, count, seed, options);
    }
  }

  /** What the positions of drawn graphs are; nothing else of a graph depends on it. */
  enum Positions {
    /** Those that the model was trained on. */
    AS_TRAINED,
    /** Sorted random numbers. */
    RANDOM,
    /** The position of node i of n is i/n, as dm-clrs has them in every split. */
    REGULAR;

    Preprocessing in(Preprocessing training) {
      return switch (this) {
        case AS_TRAINED -> training;
        case RANDOM -> training.withRandomPositions(true);
        case REGULAR -> training.withRandomPositions(false);
      };
    }
  }

  /**
   * One of several equal parts of a dataset, whose positions are used as they are.
   *
   * @param data the file
   * @param part which part, counted from 1
   * @param parts the number of parts
   */
  record Given(Path data, int part, int parts) implements TestSource {
    /** Creates the source of a whole dataset. */
    public Given(Path data) {
      this(data, 1, 1);
    }

    <T> List<T> cut(List<T> whole) {
      List<T> own =
          whole.subList(
              (int) ((long) whole.size() * (part - 1) / parts),
              (int) ((long) whole.size() * part / parts));
      if (own.isEmpty()) {
        throw new IllegalArgumentException(
            "%s has %d instances, so part %d of %d is empty"
                .formatted(data, whole.size(), part, parts));
      }
      return own;
    }
  }
}
