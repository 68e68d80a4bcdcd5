// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The options of a distribution; each algorithm uses those that apply to it.
 *
 * @param edgeProbabilities one of these is drawn per graph
 * @param graphModel how edges are drawn
 * @param communities the number of communities of the graphs for strongly connected components
 * @param toggleProbability the probability with which any of their edges is flipped
 * @param needle the length of the needle in string matching: 0 for a fifth of the size, a positive
 *     number for that length, a negative one -k for a length drawn from 1 to k
 * @param directed whether edges have a direction, for algorithms that take both kinds of graph
 */
public record SamplerOptions(
    List<Double> edgeProbabilities,
    GraphModel graphModel,
    int communities,
    double toggleProbability,
    int needle,
    boolean directed) {

  /** The project's defaults: p from 0.1 to 0.9 as in the paper, everything else as in CLRS-30. */
  public static final SamplerOptions DEFAULT =
      new SamplerOptions(
          IntStream.range(0, 9).mapToObj(i -> 0.1 + 0.1 * i).toList(),
          GraphModel.CLRS,
          4,
          0.01,
          0,
          false);

  /** Checks the values. */
  public SamplerOptions {
    edgeProbabilities = List.copyOf(edgeProbabilities);
    if (edgeProbabilities.isEmpty()) {
      throw new IllegalArgumentException("at least one edge probability is needed");
    }
    for (double p : edgeProbabilities) {
      check("edge probability", p);
    }
    check("toggle probability", toggleProbability);
    if (communities < 1) {
      throw new IllegalArgumentException("communities: " + communities + " is not positive");
    }
    if (needle == Integer.MIN_VALUE) {
      throw new IllegalArgumentException("needle: " + needle + " has no opposite");
    }
  }

  /** These options with other edge probabilities. */
  public SamplerOptions withEdgeProbabilities(List<Double> p) {
    return new SamplerOptions(p, graphModel, communities, toggleProbability, needle, directed);
  }

  /** These options with another graph model. */
  public SamplerOptions withGraphModel(GraphModel model) {
    return new SamplerOptions(
        edgeProbabilities, model, communities, toggleProbability, needle, directed);
  }

  /** These options with another number of communities. */
  public SamplerOptions withCommunities(int k) {
    return new SamplerOptions(
        edgeProbabilities, graphModel, k, toggleProbability, needle, directed);
  }

  /** These options with another toggle probability. */
  public SamplerOptions withToggleProbability(double eps) {
    return new SamplerOptions(edgeProbabilities, graphModel, communities, eps, needle, directed);
  }

  /** These options with another needle length. */
  public SamplerOptions withNeedle(int length) {
    return new SamplerOptions(
        edgeProbabilities, graphModel, communities, toggleProbability, length, directed);
  }

  /** These options with or without directions of edges. */
  public SamplerOptions withDirected(boolean value) {
    return new SamplerOptions(
        edgeProbabilities, graphModel, communities, toggleProbability, needle, value);
  }

  double drawEdgeProbability(RandomSource random) {
    return edgeProbabilities.get(random.nextInt(edgeProbabilities.size()));
  }

  private static void check(String what, double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException(what + " " + p + " is not in 0 to 1");
    }
  }
}
