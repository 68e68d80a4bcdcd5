// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.sampling.GraphModel;
import dear.clrs.sampling.SamplerOption;
import dear.clrs.sampling.SamplerOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for the distribution of samples. */
public final class SamplingOptions {
  @Option(
      names = "--p",
      split = ",",
      paramLabel = "P[,P…]",
      hideParamSyntax = true,
      description = "Edge probabilities; one is drawn per graph (default 0.1,0.2,…,0.9).")
  private @Nullable List<Double> edgeProbabilities;

  @Option(
      names = "--graph",
      paramLabel = "clrs|gnp|sparse",
      description =
          "Draw edges as CLRS-30 does (default), as in the textbook's sparse G(n,p), or trees and "
              + "rings with few chords.")
  private @Nullable GraphModel graphModel;

  @Option(
      names = "--communities",
      paramLabel = "K",
      description = "Communities in graphs for strongly connected components (default 4).")
  private @Nullable Integer communities;

  @Option(
      names = "--toggle",
      paramLabel = "P",
      description = "Probability with which an edge is flipped (default 0.01).")
  private @Nullable Double toggle;

  @Option(
      names = "--needle",
      paramLabel = "N",
      description = "Length of the needle in string matching; -K draws it from 1 to K.")
  private @Nullable Integer needle;

  @Option(
      names = "--directed",
      description = "Draw edges with a direction, for algorithms that take both kinds of graph.")
  private boolean directed;

  SamplingOptions() {}

  /** The flag of an option. */
  static String flag(SamplerOption option) {
    return switch (option) {
      case EDGE_PROBABILITY -> "--p";
      case GRAPH_MODEL -> "--graph";
      case COMMUNITIES -> "--communities";
      case TOGGLE -> "--toggle";
      case NEEDLE -> "--needle";
      case DIRECTED -> "--directed";
    };
  }

  /** Whether any option was chosen. */
  boolean given() {
    return edgeProbabilities != null
        || graphModel != null
        || communities != null
        || toggle != null
        || needle != null
        || directed;
  }

  /** The chosen options; one that does not apply to the algorithm is an error. */
  public SamplerOptions forAlgorithm(Algorithm algorithm, CommandLine command) {
    try {
      return forAlgorithm(algorithm);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command, String.valueOf(e.getMessage()), e);
    }
  }

  private SamplerOptions forAlgorithm(Algorithm algorithm) {
    SamplerOptions options = SamplerOptions.DEFAULT;
    List<SamplerOption> given = new ArrayList<>();
    if (edgeProbabilities != null) {
      options = options.withEdgeProbabilities(edgeProbabilities);
      given.add(SamplerOption.EDGE_PROBABILITY);
    }
    if (graphModel != null) {
      options = options.withGraphModel(graphModel);
      given.add(SamplerOption.GRAPH_MODEL);
    }
    if (communities != null) {
      options = options.withCommunities(communities);
      given.add(SamplerOption.COMMUNITIES);
    }
    if (toggle != null) {
      options = options.withToggleProbability(toggle);
      given.add(SamplerOption.TOGGLE);
    }
    if (needle != null) {
      options = options.withNeedle(needle);
      given.add(SamplerOption.NEEDLE);
    }
    if (directed) {
      options = options.withDirected(true);
      given.add(SamplerOption.DIRECTED);
    }
    for (SamplerOption option : given) {
      if (!algorithm.samplerOptions().contains(option)) {
        throw new IllegalArgumentException(
            "%s has no option %s; it takes %s"
                .formatted(
                    algorithm,
                    flag(option),
                    algorithm.samplerOptions().isEmpty()
                        ? "none"
                        : algorithm.samplerOptions().stream()
                            .sorted()
                            .map(SamplingOptions::flag)
                            .toList()));
      }
    }
    return options;
  }
}
