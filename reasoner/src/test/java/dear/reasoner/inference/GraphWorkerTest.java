package dear.reasoner.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.equilibrium.gradient.GradientMethod;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.problem.Problem;
import dear.tensor.kernel.Kernels;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphWorkerTest {
  private static final int WIDTH = 16;
  private static final Inference.Equilibrium EXACT =
      Inference.Equilibrium.DEFAULT.withNoise(0).withJacobian(0, 1);

  private final Algorithm algorithm = Clrs.algorithm("bellman_ford");
  private final Network network =
      Network.of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm).withWidth(WIDTH));
  private final Parameters parameters = network.initial(3);
  private final List<Problem> batch = Batches.of(algorithm, network, 9, 4);

  private float[] gradients(Inference inference, Problem problem, long step) {
    float[] gradients = new float[network.layout().size()];
    new GraphWorker(network, parameters, inference, 5)
        .lossAndGradient(problem, LossWeights.of(batch), step, 0, gradients);
    return gradients;
  }

  private static double distance(float[] a, float[] b) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < a.length; i++) {
      difference += (double) (a[i] - b[i]) * (a[i] - b[i]);
      norm += (double) b[i] * b[i];
    }
    return Math.sqrt(difference / norm);
  }

  @Test
  void rolloutIsTheUnrolledGradientOfAsManySteps() {
    for (Problem problem : batch) {
      float[] rollout = gradients(Inference.Rollout.DEFAULT, problem, 0);
      float[] unrolled =
          gradients(EXACT.withGradient(new GradientMethod.Unrolled(problem.steps())), problem, 0);
      assertThat(rollout).isEqualTo(unrolled);
    }
    assertThat(batch).anyMatch(problem -> problem.steps() > 1);
  }

  @Test
  void aLongRolloutLeavesNothingBehind() {
    Problem small = Batches.of(algorithm, network, 4, 1).getFirst();
    Problem longer =
        new Problem(
            small.edges(),
            small.answers(),
            small.nodeInputs(),
            small.graphInputs(),
            small.targets(),
            40);
    LossWeights weights = LossWeights.of(batch);
    GraphWorker worker = new GraphWorker(network, parameters, Inference.Rollout.DEFAULT, 5);
    worker.lossAndGradient(longer, weights, 0, 0, new float[network.layout().size()]);
    float[] after = new float[network.layout().size()];
    worker.lossAndGradient(batch.getFirst(), weights, 0, 0, after);
    assertThat(after).isEqualTo(gradients(Inference.Rollout.DEFAULT, batch.getFirst(), 0));
  }

  @Test
  void implicitGradientIsTheLimitOfUnrolledOnes() {
    SolverOptions tight =
        new SolverOptions(SolverOptions.DEFAULT.method(), StopRule.relative(1e-5, 200));
    Problem problem = batch.getFirst();
    Inference.Equilibrium search = EXACT.withSolvers(tight, tight);
    float[] limit = gradients(EXACT.withGradient(new GradientMethod.Unrolled(120)), problem, 0);
    float[] implicit = gradients(search.withGradient(GradientMethod.Implicit.DEFAULT), problem, 0);
    float[] oneStep = gradients(search, problem, 0);
    assertThat(distance(implicit, limit)).isLessThan(1e-2);
    assertThat(distance(oneStep, limit)).isGreaterThan(5e-2);
  }

  @Test
  void jacobianTermIsTheMeanSquaredEntryOfTheJacobian() {
    Problem problem = batch.getFirst();
    LossWeights weights = LossWeights.of(batch);
    GraphWorker worker = new GraphWorker(network, parameters, EXACT.withJacobian(1, 3), 5);
    float[] gradients = new float[network.layout().size()];
    double sum = 0;
    int draws = 200;
    for (int step = 0; step < draws; step++) {
      GraphLoss loss = worker.lossAndGradient(problem, weights, 3L * step, 0, gradients);
      sum += loss.jacobian();
      if (step == 0) {
        assertThat(worker.lossAndGradient(problem, weights, 1, 0, gradients).jacobian()).isZero();
      }
    }
    // At the decoded state, by columns.
    worker.solve(problem);
    int d = problem.nodes() * WIDTH;
    var room = network.workspace(parameters);
    room.encode(problem);
    float[] unused = new float[d];
    room.step().linearize(worker.state(), 0, unused, 0);
    double squares = 0;
    for (int i = 0; i < d; i++) {
      float[] unit = new float[d];
      unit[i] = 1;
      room.step().multiply(unit, 0, unused, 0);
      for (float entry : unused) {
        squares += (double) entry * entry;
      }
    }
    double expected = squares / d / batch.size();
    assertThat(sum / draws).isBetween(0.95 * expected, 1.05 * expected);
  }

  @Test
  void noiseIsForTrainingOnly() {
    Problem problem = batch.getFirst();
    GraphWorker noisy = new GraphWorker(network, parameters, EXACT.withNoise(1e-3), 5);
    GraphWorker quiet = new GraphWorker(network, parameters, EXACT, 5);
    float[] unused = new float[network.layout().size()];
    LossWeights weights = LossWeights.of(batch);
    double a = noisy.lossAndGradient(problem, weights, 0, 0, unused).total();
    double b = quiet.lossAndGradient(problem, weights, 0, 0, unused).total();
    assertThat(a).isNotEqualTo(b).isBetween(0.99 * b, 1.01 * b);
    assertThat(noisy.lossAndGradient(problem, weights, 1, 0, unused).total()).isNotEqualTo(a);
    assertThat(noisy.lossAndGradient(problem, weights, 0, 0, unused).total()).isEqualTo(a);
    assertThat(noisy.solve(problem)).isEqualTo(quiet.solve(problem));
    assertThat(noisy.state()).isEqualTo(quiet.state());
  }

  @Test
  void aGoodStartSavesEvaluations() {
    SolverOptions tight =
        new SolverOptions(SolverOptions.DEFAULT.method(), StopRule.relative(1e-4, 200));
    GraphWorker worker = new GraphWorker(network, parameters, EXACT.withSolvers(tight, tight), 5);
    Run cold = worker.solve(batch.getFirst());
    Run warm = worker.solve(batch.getFirst(), worker.state().clone());
    assertThat(cold.reason()).isEqualTo(StopReason.CONVERGED);
    assertThat(warm.evaluations()).isLessThan(cold.evaluations());
  }

  @Test
  void theDecodedStateIsTheImageOrThePoint() {
    GraphWorker image = new GraphWorker(network, parameters, EXACT, 5);
    GraphWorker point =
        new GraphWorker(network, parameters, EXACT.withDecoded(Inference.Decoded.POINT), 5);
    Problem problem = batch.getFirst();
    image.solve(problem);
    point.solve(problem);
    var room = network.workspace(parameters);
    room.encode(problem);
    float[] next = new float[problem.nodes() * WIDTH];
    room.step().apply(point.state(), 0, next, 0);
    assertThat(next).isEqualTo(image.state()).isNotEqualTo(point.state());
  }

  @Test
  void aTeamGivesTheBitsOfOneThread() {
    Problem problem = batch.getFirst();
    GraphWorker alone = new GraphWorker(network, parameters, EXACT, 5);
    try (Workers team = new Workers(2)) {
      GraphWorker together = new GraphWorker(network, parameters, EXACT, 5, team);
      assertThat(together.solve(problem)).isEqualTo(alone.solve(problem));
      assertThat(together.state()).isEqualTo(alone.state());
    }
  }

  @Test
  void trainingAllocatesNextToNothing() throws ReflectiveOperationException {
    // Scalar kernels: vectors are objects until the optimising compiler takes over.
    Constructor<?> scalar =
        Class.forName("dear.tensor.kernel.ScalarKernels").getDeclaredConstructor();
    scalar.setAccessible(true);
    Network wide =
        Network.of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm).withWidth(64));
    Parameters plain = new Parameters(wide.layout(), (Kernels) scalar.newInstance());
    plain.initialise(new RandomStream(3));
    List<Problem> problems = Batches.of(algorithm, wide, 16, 2);
    LossWeights weights = LossWeights.of(problems);
    float[] gradients = new float[wide.layout().size()];
    // Without the Jacobian term: StrictMath's sine allocates until it is compiled.
    GraphWorker worker = new GraphWorker(wide, plain, EXACT.withNoise(1e-3), 5);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < problems.size(); i++) {
        worker.lossAndGradient(problems.get(i), weights, round, i, gradients);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    // Results, streams and iterators; a state would be 4 kB, a workspace 100.
    assertThat(least / problems.size()).isLessThan(4096);
  }
}
