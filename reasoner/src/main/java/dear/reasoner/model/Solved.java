package dear.reasoner.model;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Support;
import dear.clrs.data.Type;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.GraphWorker;
import dear.reasoner.inference.Run;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Rescaling;
import dear.reasoner.score.Answer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a model answered.
 *
 * @param inputs the question
 * @param outputs the answer, in the features of the algorithm: a cycle and its first node have
 *     become a chain again
 * @param run how the state behind it was reached
 */
public record Solved(Inputs inputs, List<Feature> outputs, Run run) {
  /** The output of that name. */
  public Feature output(String name) {
    for (Feature feature : outputs) {
      if (feature.name().equals(name)) {
        return feature;
      }
    }
    throw new IllegalArgumentException("no output \"" + name + "\"");
  }

  static Solved of(Model model, Inputs inputs, GraphWorker worker) {
    Problem problem = problem(model, inputs);
    Run run = worker.solve(problem);
    return new Solved(inputs, outputs(model, inputs, problem, worker.answer(problem)), run);
  }

  static Problem problem(Model model, Inputs inputs) {
    Algorithm algorithm = model.settings().algorithm();
    requireInputsOf(algorithm, inputs);
    // A position carries the order of nodes only; regular ones are as good as any.
    Preprocessing processing = new Preprocessing(true, true, false);
    Instance unsolved = new Instance(Rescaling.toUnit(algorithm, inputs), List.of(), List.of(), 1);
    Inputs prepared = processing.apply(algorithm, unsolved, SplitStream.of(0)).inputs();
    Problem problem = model.network().problem(prepared);
    return switch (model.settings().inference()) {
      case Inference.Equilibrium _ -> problem;
      // A rollout is told how many steps the algorithm takes, and only the algorithm knows.
      case Inference.Rollout _ ->
          new Problem(
              problem.edges(),
              problem.answers(),
              problem.nodeInputs(),
              problem.graphInputs(),
              problem.targets(),
              algorithm.run(inputs).length() - 1);
    };
  }

  private static void requireInputsOf(Algorithm algorithm, Inputs inputs) {
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

  static List<Feature> outputs(Model model, Inputs inputs, Problem problem, List<Answer> answers) {
    List<Feature> outputs = new ArrayList<>();
    for (FeatureSpec spec : model.settings().algorithm().features(Stage.OUTPUT)) {
      int[] codes = find(answers, spec.name()).codes();
      if (spec.type() == Type.SHOULD_BE_PERMUTATION) {
        codes = Preprocessing.fuse(codes, find(answers, spec.name() + "_mask").codes()[0]);
      } else if (spec.location() == Location.EDGE) {
        codes = onSupport(spec, codes, inputs, problem.answers());
      }
      outputs.add(Feature.of(spec, codes.length, codes));
    }
    return List.copyOf(outputs);
  }

  /**
   * Brings answers along edges into the cells of the feature. Pairs of nodes that the network does
   * not answer keep what means "none": a pointer to the pair's own row.
   */
  private static int[] onSupport(FeatureSpec spec, int[] codes, Inputs inputs, EdgeList edges) {
    int n = inputs.nodes();
    int[] cells = new int[spec.size(n, inputs.edges())];
    if (spec.support() == Support.PAIRS) {
      for (int i = 0; i < cells.length; i++) {
        cells[i] = spec.type() == Type.POINTER ? i / n : 0;
      }
    }
    for (int e = 0; e < edges.count(); e++) {
      int row = edges.rows()[e];
      int column = edges.columns()[e];
      int cell =
          spec.support() == Support.PAIRS ? row * n + column : inputs.graph().find(row, column);
      if (cell >= 0) {
        cells[cell] = codes[e];
      }
    }
    return cells;
  }

  private static Answer find(List<Answer> answers, String name) {
    for (Answer answer : answers) {
      if (answer.spec().name().equals(name)) {
        return answer;
      }
    }
    throw new IllegalStateException("the network has no output " + name);
  }
}
