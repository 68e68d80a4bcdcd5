// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Stage;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Search;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Rescaling;
import java.util.List;

/**
 * A question to a model: inputs whose answer need not be known.
 *
 * @param inputs the inputs of the model's algorithm in the form of CLRS-30, with numbers in any
 *     range
 * @param search how the answer is searched for
 */
public record Question(Inputs inputs, Search search) {
  /** Positions only convey the order of nodes, so evenly spaced ones will do. */
  private static final Preprocessing PREPROCESSING = new Preprocessing(true, true, false);

  /** Creates a question with the model's own search. */
  public static Question of(Inputs inputs) {
    return new Question(inputs, Search.DEFAULT);
  }

  /**
   * Returns a copy whose search starts from the given state instead of zeros, such as the end of an
   * earlier trace.
   */
  public Question startingFrom(float[] state) {
    return new Question(inputs, search.startingFrom(state));
  }

  /** Returns a copy with a tolerance other than the model's own. */
  public Question withTolerance(double tolerance) {
    return new Question(inputs, search.withTolerance(tolerance));
  }

  /** Returns the question as the model's network sees it. */
  Problem problem(Model model) {
    Algorithm algorithm = model.settings().algorithm();
    requireInputsOf(algorithm);
    int most = model.network().options().processor().mostNodes();
    if (inputs.nodes() > most) {
      throw new IllegalArgumentException(
          "the model keeps a state for each pair of nodes and takes at most %,d nodes, not %,d"
              .formatted(most, inputs.nodes()));
    }
    Inputs prepared =
        PREPROCESSING.apply(
            algorithm, Rescaling.toUnit(algorithm, inputs), SplitStream.of(/* seed= */ 0));
    Problem problem =
        model.answersAllPairs()
            ? model.network().problemOverPairs(prepared)
            : model.network().problem(prepared);
    return switch (model.settings().inference()) {
      case Inference.Equilibrium _ -> problem;
      // A rollout needs the algorithm's number of steps, which is known only after running it.
      case Inference.Rollout _ -> problem.withSteps(algorithm.run(inputs).length() - 1);
    };
  }

  private void requireInputsOf(Algorithm algorithm) {
    List<FeatureSpec> given = inputs.features().stream().map(Feature::spec).toList();
    for (FeatureSpec spec : algorithm.features(Stage.INPUT)) {
      boolean isGraph = spec.name().equals(Inputs.WEIGHTS) || spec.name().equals(Inputs.ADJACENCY);
      if (isGraph ? !inputs.hasGraph() : !given.contains(spec)) {
        throw new IllegalArgumentException(
            "the model solves %s, but its input %s is missing".formatted(algorithm, spec.name()));
      }
    }
  }
}
