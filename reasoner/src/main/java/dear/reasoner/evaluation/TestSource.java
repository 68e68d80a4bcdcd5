// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

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
   */
  record Drawn(int nodes, int first, int count, long seed, SamplerOptions options)
      implements TestSource {
    /** Creates the source of the first graphs of the stream. */
    public Drawn(int nodes, int count, long seed, SamplerOptions options) {
      this(nodes, 0, count, seed, options);
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
