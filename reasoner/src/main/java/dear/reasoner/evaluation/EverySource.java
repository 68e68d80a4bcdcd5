// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Proof;
import dear.equilibrium.StopReason;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Problem;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * All shortest paths by a reduction: a model of shortest paths from one node is asked once for
 * every source, and its answers are scored as those of the algorithm for all pairs.
 *
 * <p>The model's pointers are taken as they are; only a convention is translated. A node that is
 * not reached points to itself in one problem and to the source in the other. On the diagonal the
 * answer is always the source: shortest cycles are not part of the smaller problem.
 */
public final class EverySource {
  /** Positions are those of the graph for all pairs. */
  private static final Preprocessing PREPARED = new Preprocessing(true, true, false);

  private final Model model;
  private final Algorithm all;
  private final FeatureSpec pointers;

  private EverySource(Model model) {
    this.model = model;
    this.all = allPairs(model.settings().algorithm());
    this.pointers = all.features(Stage.OUTPUT).getFirst();
  }

  /** Returns the algorithm for all pairs whose problem an algorithm solves source by source. */
  public static Algorithm allPairs(Algorithm single) {
    boolean fits =
        single.traits().proof() == Proof.Known.SHORTEST_PATHS
            && single
                .graphForm()
                .filter(form -> form.hasSource() && !form.symmetry().isDirected())
                .isPresent();
    if (!fits) {
      throw new IllegalArgumentException(
          single + " does not find shortest paths from one node of any graph");
    }
    return Clrs.algorithms().stream()
        .filter(it -> it.traits().proof() == Proof.Known.ALL_SHORTEST_PATHS)
        .findFirst()
        .orElseThrow();
  }

  /** Asks a model about all pairs of nodes and scores its answers. */
  public static Examination examine(Model model, TestSource source, Workers workers)
      throws IOException {
    return new EverySource(model).examine(source, workers);
  }

  private Examination examine(TestSource source, Workers workers) throws IOException {
    Preprocessing preprocessing = model.settings().preprocessing();
    List<Instance> graphs = TestGraphs.instances(TestGraphs.Subject.of(all), preprocessing, source);
    // It answers nothing; it turns instances into problems with targets.
    Network targets = Network.of(all, preprocessing, NetworkOptions.of(all).withWidth(1));
    List<TestQuestion> questions =
        graphs.stream().map(it -> TestQuestion.of(targets, it, all)).toList();
    Engine[] engines = new Engine[workers.threads()];
    Arrays.setAll(engines, _ -> model.engine());
    Evaluation.Result[] results = new Evaluation.Result[graphs.size()];
    workers.forEach(
        results.length,
        (worker, i) ->
            results[i] = answer(questions.get(i), graphs.get(i).inputs(), engines[worker]));
    return Evaluation.summarise(targets.outputs(), questions, results);
  }

  private Evaluation.Result answer(TestQuestion question, Inputs graph, Engine engine) {
    int n = graph.nodes();
    int[] before = new int[n * n];
    int evaluations = 0;
    double residual = 0;
    StopReason reason = StopReason.CONVERGED;
    long nanos = 0;
    for (int s = 0; s < n; s++) {
      Problem problem = from(s, graph);
      long start = System.nanoTime();
      Run run = engine.solve(problem);
      int[] codes = engine.predict(problem).getFirst().codes();
      nanos += System.nanoTime() - start;
      copyRow(s, codes, before);
      evaluations += run.evaluations();
      residual += run.residual() / n;
      reason = reason == StopReason.CONVERGED ? run.reason() : reason;
    }
    List<Prediction> onEdges = List.of(along(question.problem().answers(), before));
    List<Prediction> overPairs =
        List.of(along(question.overPairs().orElseThrow().answers(), before));
    return new Evaluation.Result(
        new Run(evaluations, residual, reason),
        onEdges,
        overPairs,
        question.verdict(onEdges, overPairs),
        new double[] {Double.NaN},
        nanos);
  }

  /** Copies the pointers of one source to its row. */
  static void copyRow(int source, int[] pointers, int[] all) {
    int n = pointers.length;
    for (int j = 0; j < n; j++) {
      all[source * n + j] = j == source || pointers[j] == j ? source : pointers[j];
    }
  }

  private Problem from(int source, Inputs graph) {
    Algorithm single = model.settings().algorithm();
    Inputs inputs =
        Inputs.builder(single.features(Stage.INPUT), graph.graph())
            .reals(Inputs.POSITION, graph.reals(Inputs.POSITION))
            .codes(InputForm.OnGraph.SOURCE, source)
            .build();
    Problem problem =
        model.network().problem(PREPARED.apply(single, inputs, SplitStream.of(/* seed= */ 0)));
    return switch (model.settings().inference()) {
      case Inference.Equilibrium _ -> problem;
      case Inference.Rollout _ -> problem.withSteps(single.run(inputs).length() - 1);
    };
  }

  private Prediction along(EdgeList edges, int[] before) {
    int[] codes = new int[edges.count()];
    for (int e = 0; e < codes.length; e++) {
      codes[e] = before[edges.rows()[e] * edges.nodes() + edges.columns()[e]];
    }
    return new Prediction(pointers, codes);
  }
}
