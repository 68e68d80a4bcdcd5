// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.sampling.SamplerOptions;
import java.nio.file.Path;

/** Where the graphs of a test come from. */
public sealed interface TestSource {
  /**
   * The test stream of a seed.
   *
   * @param nodes the size of each graph
   * @param count the number of graphs
   * @param seed the seed
   * @param options the distribution
   */
  record Drawn(int nodes, int count, long seed, SamplerOptions options) implements TestSource {}

  /**
   * A dataset, whose positions are used as they are.
   *
   * @param data the file
   */
  record Given(Path data) implements TestSource {}
}
