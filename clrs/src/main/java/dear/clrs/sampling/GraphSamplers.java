// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import java.util.EnumSet;
import java.util.Set;

/** The distributions of the graph algorithms. */
public final class GraphSamplers {
  private static final Set<SamplerOption> OPTIONS =
      EnumSet.of(SamplerOption.EDGE_PROBABILITY, SamplerOption.GRAPH_MODEL);

  private static final Set<SamplerOption> EITHER_OPTIONS =
      EnumSet.of(SamplerOption.EDGE_PROBABILITY, SamplerOption.GRAPH_MODEL, SamplerOption.DIRECTED);

  private static final Set<SamplerOption> COMMUNITY_OPTIONS =
      EnumSet.of(
          SamplerOption.EDGE_PROBABILITY,
          SamplerOption.GRAPH_MODEL,
          SamplerOption.COMMUNITIES,
          SamplerOption.TOGGLE);

  private GraphSamplers() {}

  /** Undirected graphs. */
  public static Sampler undirected(boolean weighted) {
    return ofGraphs((features, size, options, random) ->
        Inputs.builder(features, drawUndirected(size, options, weighted, random)).build());
  }

  /** Undirected graphs with a source. */
  public static Sampler undirectedWithSource(boolean weighted) {
    return ofGraphs((features, size, options, random) -> {
      Graph graph = drawUndirected(size, options, weighted, random);
      return Inputs.builder(features, graph).codes("s", random.nextInt(size)).build();
    });
  }

  /** Undirected graphs, or directed ones if the options say so. */
  public static Sampler either(boolean weighted) {
    return ofEither((features, size, options, random) ->
        Inputs.builder(features, drawEither(size, options, weighted, random)).build());
  }

  /** Undirected graphs, or directed ones if the options say so, with a source. */
  public static Sampler eitherWithSource(boolean weighted) {
    return ofEither((features, size, options, random) -> {
      Graph graph = drawEither(size, options, weighted, random);
      return Inputs.builder(features, graph).codes("s", random.nextInt(size)).build();
    });
  }

  /** Directed graphs without weights. */
  public static Sampler directed() {
    return ofGraphs((features, size, options, random) ->
        Inputs.builder(features, drawDirected(size, options, false, random)).build());
  }

  /** Directed acyclic graphs without weights. */
  public static Sampler acyclic() {
    return ofGraphs((features, size, options, random) ->
        Inputs.builder(features, drawAcyclic(size, options, false, random)).build());
  }

  /** Weighted directed acyclic graphs with a source. */
  public static Sampler acyclicWithSource() {
    return ofGraphs((features, size, options, random) -> {
      Graph graph = drawAcyclic(size, options, true, random);
      return Inputs.builder(features, graph).codes("s", random.nextInt(size)).build();
    });
  }

  /** Directed graphs of communities; with another {@link GraphModel} plain directed graphs. */
  public static Sampler communities() {
    return new ChoosableSampler(
        (features, size, options, random) -> {
          double p = options.drawEdgeProbability(random);
          Graph graph =
              switch (options.graphModel()) {
                case CLRS ->
                    RandomGraphs.communities(
                        size, options.communities(), p, options.toggleProbability(), random);
                case GNP, SPARSE ->
                    RandomGraphs.directed(size, p, options.graphModel(), false, random);
              };
          return Inputs.builder(features, graph).build();
        },
        COMMUNITY_OPTIONS,
        SamplerOptions.DEFAULT.communities());
  }

  private static Sampler ofGraphs(Sampler drawing) {
    return new ChoosableSampler(drawing, OPTIONS, 2);
  }

  private static Sampler ofEither(Sampler drawing) {
    return new ChoosableSampler(drawing, EITHER_OPTIONS, 2);
  }

  private static Graph drawEither(
      int size, SamplerOptions options, boolean weighted, RandomSource random) {
    return options.directed()
        ? drawDirected(size, options, weighted, random)
        : drawUndirected(size, options, weighted, random);
  }

  private static Graph drawDirected(
      int size, SamplerOptions options, boolean weighted, RandomSource random) {
    double p = options.drawEdgeProbability(random);
    return RandomGraphs.directed(size, p, options.graphModel(), weighted, random);
  }

  private static Graph drawUndirected(
      int size, SamplerOptions options, boolean weighted, RandomSource random) {
    double p = options.drawEdgeProbability(random);
    return RandomGraphs.undirected(size, p, options.graphModel(), weighted, random);
  }

  private static Graph drawAcyclic(
      int size, SamplerOptions options, boolean weighted, RandomSource random) {
    double p = options.drawEdgeProbability(random);
    return RandomGraphs.acyclic(size, p, options.graphModel(), weighted, random);
  }
}
