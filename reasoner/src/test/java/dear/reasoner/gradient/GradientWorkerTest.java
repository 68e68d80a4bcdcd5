// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.equilibrium.Method;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.equilibrium.gradient.BackwardSolver;
import dear.equilibrium.gradient.GradientMethod;
import dear.reasoner.inference.Batches;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.OpenedPaths;
import dear.reasoner.network.Mode;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.Problem;
import dear.tensor.kernel.Kernels;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class GradientWorkerTest {
  private static final int WIDTH = 16;
  private static final Inference.Equilibrium EXACT =
      Inference.Equilibrium.DEFAULT.withNoise(0).withJacobian(0, 1);

  private final Algorithm algorithm = Clrs.algorithm("bellman_ford");
  private final Network network = network(ProcessorKind.NODES);
  private final Parameters parameters = network.initial(3);
  private final List<Problem> batch = Batches.of(algorithm, network, 9, 4);

  private Network network(ProcessorKind kind) {
    return Network.of(
        algorithm,
        Preprocessing.ALL,
        NetworkOptions.of(algorithm).withWidth(WIDTH).withProcessor(kind));
  }

  private float[] gradients(Inference inference, Problem problem, long step) {
    float[] gradients = new float[network.layout().size()];
    new GradientWorker(network, parameters, inference, 5)
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

  /** The mean of a sigmoid whose layer has no weights and one bias is that of the bias. */
  @Test
  void howFarTheGateIsOpenIsReported() {
    Parameter weight = network.layout().get("gate_out.weight");
    Parameter bias = network.layout().get("gate_out.bias");
    for (double logit : new double[] {-20, -1, 0, 3}) {
      float[] values = parameters.values();
      Arrays.fill(values, weight.offset(), weight.offset() + weight.count(), 0);
      Arrays.fill(values, bias.offset(), bias.offset() + bias.count(), (float) logit);
      parameters.changed();
      for (Inference inference : List.of(EXACT, Inference.Rollout.DEFAULT)) {
        GraphLoss loss =
            new GradientWorker(network, parameters, inference, 5)
                .lossAndGradient(
                    batch.getFirst(),
                    LossWeights.of(batch),
                    0,
                    0,
                    new float[network.layout().size()]);
        assertThat(loss.opening()).isCloseTo(1 / (1 + Math.exp(-logit)), within(1e-6));
      }
    }
  }

  @Test
  void aLongRolloutLeavesNothingBehind() {
    Problem small = Batches.of(algorithm, network, 4, 1).getFirst();
    Problem longer = small.withSteps(40);
    LossWeights weights = LossWeights.of(batch);
    GradientWorker worker = new GradientWorker(network, parameters, Inference.Rollout.DEFAULT, 5);
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

  /**
   * The same on pairs, whatever searches: many damped steps are as good as the implicit gradient,
   * few of them are between it and one step. The loss falls along it as fast as it says.
   */
  @ParameterizedTest
  @MethodSource("searches")
  void gradientsOnPairsHaveTheLimitOfUnrolledOnes(Method method) {
    Network onPairs = network(ProcessorKind.PAIRS);
    Parameters weights = OpenedPaths.of(onPairs);
    Problem problem = Batches.of(algorithm, onPairs, 5, 2).getLast();
    SolverOptions tight = new SolverOptions(method, StopRule.relative(1e-6, 400));
    Inference.Equilibrium search = EXACT.withSolvers(tight, tight);
    OnPairs graph = new OnPairs(onPairs, weights, problem);
    float[] limit = graph.gradients(EXACT.withGradient(new GradientMethod.Unrolled(150)));
    float[] gradients = graph.gradients(search.withGradient(GradientMethod.Implicit.DEFAULT));
    Inference damped = search.withGradient(new GradientMethod.DampedSteps(80, 0.9));
    Inference fewDamped = search.withGradient(new GradientMethod.DampedSteps(4, 0.9));
    assertThat(distance(gradients, limit)).isLessThan(1e-2);
    for (BackwardSolver solver : List.of(BackwardSolver.ANDERSON, BackwardSolver.BROYDEN)) {
      Inference implicit = search.withGradient(new GradientMethod.Implicit(solver, 20, 1e-4, 60));
      assertThat(distance(graph.gradients(implicit), limit)).as("%s", solver).isLessThan(1e-2);
    }
    assertThat(distance(graph.gradients(damped), limit)).isLessThan(1e-2);
    assertThat(distance(graph.gradients(fewDamped), limit)).isBetween(0.2, 0.7);
    assertThat(distance(graph.gradients(search), limit)).isGreaterThan(0.7);
    double norm = 0;
    for (float g : gradients) {
      norm += (double) g * g;
    }
    norm = Math.sqrt(norm);
    assertThat(graph.slope(search, gradients, norm)).isCloseTo(norm, within(0.01 * norm));
  }

  static Stream<Method> searches() {
    return Stream.of(Method.Anderson.DEFAULT, Method.Broyden.DEFAULT);
  }

  /** A graph on pairs of nodes and the weights at which its loss is differentiated. */
  private record OnPairs(Network network, Parameters weights, Problem problem) {
    /** So short that hardly a maximum changes sides. */
    private static final double REACH = 3e-5;

    private GraphLoss loss(Inference inference, float[] gradients) {
      GraphLoss loss =
          new GradientWorker(network, weights, inference, 5)
              .lossAndGradient(problem, LossWeights.of(List.of(problem)), 0, 0, gradients);
      assertThat(loss.gradient().orElseThrow().warning()).isEmpty();
      return loss;
    }

    float[] gradients(Inference inference) {
      float[] gradients = new float[network.layout().size()];
      loss(inference, gradients);
      return gradients;
    }

    /** The difference quotient of the loss along a direction of the given length. */
    double slope(Inference inference, float[] direction, double norm) {
      float[] kept = weights.values().clone();
      double[] ends = new double[2];
      for (int side = 0; side < 2; side++) {
        for (int i = 0; i < kept.length; i++) {
          weights.values()[i] = (float) (kept[i] + (2 * side - 1) * REACH * direction[i] / norm);
        }
        weights.changed();
        ends[side] = loss(inference, new float[kept.length]).total();
      }
      System.arraycopy(kept, 0, weights.values(), 0, kept.length);
      weights.changed();
      return (ends[1] - ends[0]) / (2 * REACH);
    }
  }

  /**
   * The authors' step: torchdeq's solver returns the image of its last point, and the processor is
   * applied to that once more, with a gradient.
   */
  @Test
  void theAuthorsDifferentiateOneApplicationFurther() {
    Problem problem = batch.getFirst();
    Engine engine = new Engine(network, parameters, EXACT);
    int evaluations = engine.solve(problem).evaluations();
    var workspace = network.workspace(parameters);
    workspace.encode(problem);
    float[] state = new float[problem.nodes() * WIDTH];
    float[] expected = new float[network.layout().size()];
    float[] dState = new float[state.length];
    workspace.collect(expected);
    workspace.step().linearize(engine.state(), 0, state, 0);
    workspace.decode(Mode.TRAINING, problem, state, 0, new RandomStream(0));
    workspace.decodeBackward(LossWeights.of(batch).outputs(), dState, 0);
    workspace.step().accumulate(dState, 0);
    workspace.encodeBackward();

    float[] gradients = new float[network.layout().size()];
    GraphLoss loss =
        new GradientWorker(network, parameters, EXACT.withDecoded(Inference.Decoded.NEXT), 5)
            .lossAndGradient(problem, LossWeights.of(batch), 0, 0, gradients);
    assertThat(gradients).isEqualTo(expected).isNotEqualTo(gradients(EXACT, problem, 0));
    assertThat(loss.run().evaluations()).isEqualTo(evaluations + 1);
  }

  @ParameterizedTest
  @EnumSource(ProcessorKind.class)
  void jacobianTermIsTheMeanSquaredEntryOfTheJacobian(ProcessorKind kind) {
    Network net = network(kind);
    Parameters values = OpenedPaths.of(net);
    List<Problem> problems = Batches.of(algorithm, net, 9, 4);
    Problem problem = problems.getFirst();
    LossWeights weights = LossWeights.of(problems);
    GradientWorker worker = new GradientWorker(net, values, EXACT.withJacobian(1, 3), 5);
    float[] gradients = new float[net.layout().size()];
    double sum = 0;
    int draws = 200;
    for (int step = 0; step < draws; step++) {
      GraphLoss loss = worker.lossAndGradient(problem, weights, 3L * step, 0, gradients);
      sum += loss.jacobian();
      if (step == 0) {
        assertThat(worker.lossAndGradient(problem, weights, 1, 0, gradients).jacobian()).isZero();
      }
    }
    // At the decoded state, column by column.
    Engine engine = new Engine(net, values, EXACT);
    engine.solve(problem);
    int d = engine.state().length;
    var workspace = net.workspace(values);
    workspace.encode(problem);
    float[] unused = new float[d];
    workspace.step().linearize(engine.state(), 0, unused, 0);
    double squares = 0;
    for (int i = 0; i < d; i++) {
      float[] unit = new float[d];
      unit[i] = 1;
      workspace.step().multiply(unit, 0, unused, 0);
      for (float entry : unused) {
        squares += (double) entry * entry;
      }
    }
    double expected = squares / d / problems.size();
    assertThat(sum / draws).isBetween(0.95 * expected, 1.05 * expected);
  }

  @Test
  void noiseIsForTrainingOnly() {
    Problem problem = batch.getFirst();
    GradientWorker noisy = new GradientWorker(network, parameters, EXACT.withNoise(1e-3), 5);
    GradientWorker quiet = new GradientWorker(network, parameters, EXACT, 5);
    float[] unused = new float[network.layout().size()];
    LossWeights weights = LossWeights.of(batch);
    double a = noisy.lossAndGradient(problem, weights, 0, 0, unused).total();
    double b = quiet.lossAndGradient(problem, weights, 0, 0, unused).total();
    assertThat(a).isNotEqualTo(b).isBetween(0.99 * b, 1.01 * b);
    assertThat(noisy.lossAndGradient(problem, weights, 1, 0, unused).total()).isNotEqualTo(a);
    assertThat(noisy.lossAndGradient(problem, weights, 0, 0, unused).total()).isEqualTo(a);
    Engine answering = new Engine(network, parameters, EXACT.withNoise(1e-3));
    Engine engine = new Engine(network, parameters, EXACT);
    assertThat(answering.solve(problem)).isEqualTo(engine.solve(problem));
    assertThat(answering.state()).isEqualTo(engine.state());
  }

  private static Inference.Equilibrium applied(int count, Integer... supervised) {
    return EXACT
        .withGradient(new GradientMethod.DampedSteps(2, 1))
        .withApplications(new Inference.Applications(count, count, List.of(supervised)));
  }

  @ParameterizedTest
  @EnumSource(ProcessorKind.class)
  void supervisionOnTheWayIsTheMeanOverTheStatesDecoded(ProcessorKind kind) {
    Network net = network(kind);
    Parameters values = OpenedPaths.of(net);
    List<Problem> problems = Batches.of(algorithm, net, 9, 4);
    Problem problem = problems.getFirst();
    // After n plain applications and two with a gradient, n + 2 have been made.
    List<Inference> single = List.of(applied(2), applied(6), applied(10));
    float[] mean = new float[net.layout().size()];
    double loss = 0;
    LossWeights weights = LossWeights.of(problems);
    for (Inference one : single) {
      float[] gradients = new float[mean.length];
      GradientWorker worker = new GradientWorker(net, values, one, 5);
      loss += worker.lossAndGradient(problem, weights, 0, 0, gradients).total() / single.size();
      for (int i = 0; i < mean.length; i++) {
        mean[i] += gradients[i] / single.size();
      }
    }
    // 12 is not reached after 10 plain applications.
    GradientWorker worker = new GradientWorker(net, values, applied(10, 4, 8, 12), 5);
    float[] gradients = new float[mean.length];
    GraphLoss together = worker.lossAndGradient(problem, weights, 0, 0, gradients);
    assertThat(together.total()).isCloseTo(loss, within(1e-6));
    assertThat(distance(gradients, mean)).isLessThan(1e-5);
    GradientWorker last = new GradientWorker(net, values, applied(10), 5);
    GraphLoss plain = last.lossAndGradient(problem, weights, 0, 0, new float[mean.length]);
    assertThat(together.run()).as("the way is the same").isEqualTo(plain.run());
    Inference unrolled = EXACT.withGradient(new GradientMethod.Unrolled(12));
    GradientWorker slow = new GradientWorker(net, values, unrolled, 5);
    assertThat(plain.total())
        .as("applied without derivatives")
        .isEqualTo(slow.lossAndGradient(problem, weights, 0, 0, new float[mean.length]).total());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> applied(10, 4).withGradient(GradientMethod.Implicit.DEFAULT));
  }

  @Test
  void randomStartsAreForTrainingOnly() {
    Problem problem = batch.getFirst();
    Inference.Equilibrium scattered = applied(4).withNoise(new Inference.Noise(0, 0.5));
    LossWeights weights = LossWeights.of(batch);
    float[] unused = new float[network.layout().size()];
    GradientWorker noisy = new GradientWorker(network, parameters, scattered, 5);
    GradientWorker quiet = new GradientWorker(network, parameters, applied(4), 5);
    double a = noisy.lossAndGradient(problem, weights, 0, 0, unused).total();
    assertThat(a).isNotEqualTo(quiet.lossAndGradient(problem, weights, 0, 0, unused).total());
    assertThat(noisy.lossAndGradient(problem, weights, 0, 1, unused).total()).isNotEqualTo(a);
    assertThat(noisy.lossAndGradient(problem, weights, 0, 0, unused).total()).isEqualTo(a);
    Inference.Equilibrium search = EXACT.withNoise(new Inference.Noise(0, 0.5));
    GradientWorker searching = new GradientWorker(network, parameters, search, 5);
    GradientWorker fromZero = new GradientWorker(network, parameters, EXACT, 5);
    assertThat(searching.lossAndGradient(problem, weights, 0, 0, unused).total())
        .isNotEqualTo(fromZero.lossAndGradient(problem, weights, 0, 0, unused).total());
    Engine answering = new Engine(network, parameters, search);
    Engine engine = new Engine(network, parameters, EXACT);
    assertThat(answering.solve(problem)).isEqualTo(engine.solve(problem));
    assertThat(answering.state()).isEqualTo(engine.state());
  }

  @Test
  void aLinearPathChangesNothingBeforeItIsLearned() {
    Network withPath =
        Network.of(
            algorithm,
            Preprocessing.ALL,
            NetworkOptions.of(algorithm)
                .withWidth(WIDTH)
                .withMessages(new NetworkOptions.Messages(5, 0)));
    Parameters more = withPath.initial(3);
    assertThat(more.values()).hasSizeGreaterThan(parameters.values().length);
    Engine plain = new Engine(network, parameters, EXACT);
    Engine path = new Engine(withPath, more, EXACT);
    assertThat(path.solve(batch.getFirst())).isEqualTo(plain.solve(batch.getFirst()));
    assertThat(path.state()).isEqualTo(plain.state());
    Parameter out = withPath.layout().get("path_out.weight");
    Arrays.fill(more.values(), out.offset(), out.offset() + out.count(), 0.1f);
    more.changed();
    path.solve(batch.getFirst());
    assertThat(path.state()).isNotEqualTo(plain.state());
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
    GradientWorker worker = new GradientWorker(wide, plain, EXACT.withNoise(1e-3), 5);
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
