package dear.reasoner.inference;

import dear.clrs.Algorithm;
import dear.clrs.Samples;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/** Small batches of real problems. */
final class Batches {
  private Batches() {}

  /** The first samples of a size, preprocessed as the authors do. */
  static List<Problem> of(Algorithm algorithm, Network network, int size, int count) {
    Samples samples = algorithm.samples(11).size(size);
    List<Problem> problems = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      Instance instance =
          Preprocessing.ALL.apply(algorithm, samples.get(k), samples.random(k).split("positions"));
      problems.add(network.problem(instance));
    }
    return problems;
  }

  /** The loss of a batch and its gradient, graph after graph. */
  static double loss(GraphWorker worker, List<Problem> batch, long step, float[] gradients) {
    LossWeights weights = LossWeights.of(batch);
    double loss = 0;
    for (int i = 0; i < batch.size(); i++) {
      loss += worker.lossAndGradient(batch.get(i), weights, step, i, gradients).total();
    }
    return loss;
  }
}
