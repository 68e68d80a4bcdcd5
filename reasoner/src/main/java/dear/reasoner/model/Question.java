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
 * What a model is asked: inputs whose answer nobody has to know.
 *
 * @param inputs as CLRS-30 has them, of the model's algorithm, in any range of numbers
 * @param search how the answer is searched for
 */
public record Question(Inputs inputs, Search search) {
  /** A position carries the order of nodes only; regular ones are as good as any. */
  private static final Preprocessing PREPROCESSING = new Preprocessing(true, true, false);

  /** A question that is searched as the model does by itself. */
  public static Question of(Inputs inputs) {
    return new Question(inputs, Search.DEFAULT);
  }

  /** The same from another state than zeros: the end of an earlier trace, say. */
  public Question startingFrom(float[] state) {
    return new Question(inputs, search.startingFrom(state));
  }

  /** The same with another tolerance than the model's own. */
  public Question withTolerance(double tolerance) {
    return new Question(inputs, search.withTolerance(tolerance));
  }

  /** The question as the model's network sees it. */
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
    Problem problem = model.network().problem(prepared);
    return switch (model.settings().inference()) {
      case Inference.Equilibrium _ -> problem;
      // A rollout is told how many steps the algorithm takes, and only the algorithm knows.
      case Inference.Rollout _ -> problem.withSteps(algorithm.run(inputs).length() - 1);
    };
  }

  private void requireInputsOf(Algorithm algorithm) {
    List<FeatureSpec> given = inputs.features().stream().map(Feature::spec).toList();
    for (FeatureSpec spec : algorithm.features(Stage.INPUT)) {
      boolean isGraph = spec.name().equals(Inputs.WEIGHTS) || spec.name().equals(Inputs.ADJACENCY);
      if (isGraph ? !inputs.hasGraph() : !given.contains(spec)) {
        throw new IllegalArgumentException(
            "the model answers %s, whose input %s is not among those given"
                .formatted(algorithm, spec.name()));
      }
    }
  }
}
