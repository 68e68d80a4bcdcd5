// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.equilibrium.gradient.GradientMethod;
import dear.reasoner.inference.Batches;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.OpenedPaths;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.network.ScoreTable;
import dear.reasoner.problem.Problem;
import dear.reasoner.score.ScoreBoard;
import dear.tensor.optim.Adam;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm of the catalogue can be encoded, executed, decoded and learned. */
class AlgorithmsTest {
  private static final int WIDTH = 32;
  private static final int SIZE = 6;

  /** An algorithm, where the state lives, and what messages have. */
  record Case(Algorithm algorithm, ProcessorKind processor, NetworkOptions.Messages messages) {
    Network network() {
      return Network.of(
          algorithm,
          Preprocessing.ALL,
          NetworkOptions.of(algorithm)
              .withWidth(WIDTH)
              .withProcessor(processor)
              .withMessages(messages));
    }

    /** The length of a state. */
    int dimension(Problem problem) {
      int rows =
          switch (processor) {
            case NODES -> problem.nodes();
            case PAIRS -> problem.nodes() * problem.nodes();
          };
      return rows * WIDTH;
    }

    @Override
    public String toString() {
      return algorithm
          + " on "
          + processor
          + (messages.equals(NetworkOptions.Messages.PLAIN) ? "" : " with " + messages);
    }
  }

  static Stream<Case> cases() {
    return Stream.concat(
        Clrs.algorithms().stream()
            .flatMap(it ->
                Arrays.stream(ProcessorKind.values())
                    .map(kind -> new Case(it, kind, NetworkOptions.Messages.PLAIN))),
        Stream.of(
            at("bellman_ford", 6, 0),
            at("insertion_sort", 6, 0),
            at("dfs", 6, 2),
            at("insertion_sort", 0, 3),
            at("binary_search", 0, 5)));
  }

  private static Case at(String name, int linearPath, int comparisons) {
    return new Case(
        Clrs.algorithm(name),
        ProcessorKind.NODES,
        new NetworkOptions.Messages(linearPath, comparisons));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void adamReducesTheLoss(Case c) {
    Network network = c.network();
    List<Problem> batch = Batches.of(c.algorithm(), network, SIZE, 4);
    for (Inference inference :
        List.of(Inference.Equilibrium.DEFAULT, new Inference.Rollout(1e-4, 1))) {
      Parameters parameters = OpenedPaths.of(network);
      GradientWorker worker = new GradientWorker(network, parameters, inference, 5);
      Adam adam = new Adam(parameters, Adam.Options.DEFAULT);
      float[] gradients = new float[network.layout().size()];
      double first = 0;
      double lowest = Double.POSITIVE_INFINITY;
      for (int step = 0; step < 60; step++) {
        Arrays.fill(gradients, 0);
        double loss = loss(worker, batch, 0, gradients);
        first = step == 0 ? loss : first;
        lowest = Math.min(lowest, loss);
        assertThat(loss).isFinite();
        adam.step(gradients, 0.003);
      }
      assertThat(lowest).as("%s", inference).isLessThan(0.9 * first);
    }
  }

  /** Computes the loss of a batch and its gradient, graph by graph. */
  private static double loss(
      GradientWorker worker, List<Problem> batch, long step, float[] gradients) {
    LossWeights weights = LossWeights.of(batch);
    double loss = 0;
    for (int i = 0; i < batch.size(); i++) {
      loss += worker.lossAndGradient(batch.get(i), weights, step, i, gradients).total();
    }
    return loss;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void gradientIsTheSlopeOfTheLoss(Case c) {
    Network network = c.network();
    List<Problem> batch = Batches.of(c.algorithm(), network, SIZE, 4);
    Parameters parameters = OpenedPaths.of(network);
    // Three steps are differentiated through, so the gradient is exact; the noise of permutations
    // depends only on step and sample.
    Inference inference =
        Inference.Equilibrium.DEFAULT
            .withGradient(new GradientMethod.Unrolled(3))
            .withNoise(0)
            .withJacobian(0, 1);
    GradientWorker worker = new GradientWorker(network, parameters, inference, 5);
    float[] gradients = new float[network.layout().size()];
    loss(worker, batch, 0, gradients);
    for (String part : List.of("encoder.", "decoder.", "")) {
      float[] direction = direction(network, part, gradients);
      double slope = 0;
      for (int i = 0; i < direction.length; i++) {
        slope += (double) direction[i] * gradients[i];
      }
      double difference = difference(worker, parameters, batch, direction);
      assertThat(difference)
          .as("along %s*", part)
          .isCloseTo(slope, Offset.offset(0.03 * Math.abs(slope)));
    }
  }

  /** A random direction among the parameters with the given prefix, biased towards the gradient. */
  private static float[] direction(Network network, String prefix, float[] gradients) {
    RandomStream random = new RandomStream(9);
    float[] direction = new float[gradients.length];
    double square = 0;
    for (Parameter parameter : network.layout().parameters()) {
      if (parameter.name().startsWith(prefix)) {
        for (int i = parameter.offset(); i < parameter.offset() + parameter.count(); i++) {
          direction[i] = (float) (gradients[i] * (1 + 0.3 * random.nextGaussian()));
          square += (double) direction[i] * direction[i];
        }
      }
    }
    assertThat(square).as("gradient of %s*", prefix).isGreaterThan(0);
    for (int i = 0; i < direction.length; i++) {
      direction[i] /= (float) Math.sqrt(square);
    }
    return direction;
  }

  private static double difference(
      GradientWorker worker, Parameters parameters, List<Problem> batch, float[] direction) {
    float[] kept = parameters.values().clone();
    double reach = 1e-4;
    double[] ends = new double[2];
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < kept.length; i++) {
        parameters.values()[i] = (float) (kept[i] + (2 * side - 1) * reach * direction[i]);
      }
      parameters.changed();
      ends[side] = loss(worker, batch, 0, new float[kept.length]);
    }
    System.arraycopy(kept, 0, parameters.values(), 0, kept.length);
    parameters.changed();
    return (ends[1] - ends[0]) / (2 * reach);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void answersAreOfTheRightShapeAndCanBeScored(Case c) {
    Network network = c.network();
    Engine engine = new Engine(network, OpenedPaths.of(network), Inference.Equilibrium.DEFAULT);
    ScoreBoard board = new ScoreBoard(network.outputs());
    for (Problem problem : Batches.of(c.algorithm(), network, SIZE, 3)) {
      Run run = engine.solve(problem);
      assertThat(run.evaluations()).isBetween(3, 160);
      List<Prediction> predictions = engine.predict(problem);
      for (int k = 0; k < predictions.size(); k++) {
        assertThat(predictions.get(k).codes()).hasSameSizeAs(problem.targets().get(k).truth());
        assertThat(engine.losses()[k]).isFinite();
      }
      board.add(problem, predictions);
    }
    assertThat(board.scores().accuracy()).isBetween(0.0, 1.0);
    assertThat(board.scores().clrs()).isBetween(0.0, 1.0);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void scoresWithoutLossesAreTheSameBitForBit(Case c) {
    Network network = c.network();
    Engine engine = new Engine(network, OpenedPaths.of(network), Inference.Equilibrium.DEFAULT);
    for (Problem problem : Batches.of(c.algorithm(), network, SIZE, 2)) {
      engine.solve(problem);
      engine.predict(problem);
      List<float[]> scores = engine.scores().stream().map(AlgorithmsTest::copy).toList();
      engine.predict(problem, engine.state());
      for (int k = 0; k < scores.size(); k++) {
        assertThat(copy(engine.scores().get(k))).isEqualTo(scores.get(k));
      }
      assertThatThrownBy(engine::losses).hasMessageContaining("no losses");
    }
  }

  private static float[] copy(ScoreTable scores) {
    return Arrays.copyOfRange(scores.array(), scores.at(), scores.at() + scores.count());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aGraphAloneIsAGraphInABatchBitForBit(Case c) {
    Network network = c.network();
    Parameters parameters = OpenedPaths.of(network);
    List<Problem> batch = Batches.of(c.algorithm(), network, SIZE, 3);
    LossWeights weights = LossWeights.of(batch);
    Inference last =
        Inference.Equilibrium.DEFAULT
            .withGradient(new GradientMethod.DampedSteps(3, 1))
            .withApplications(new Inference.Applications(2, 9, List.of(4, 8)));
    for (Inference inference :
        List.of(Inference.Equilibrium.DEFAULT, new Inference.Rollout(1, 1), last)) {
      Engine engine = new Engine(network, parameters, inference);
      GradientWorker shared = new GradientWorker(network, parameters, inference, 5);
      for (int i = batch.size() - 1; i >= 0; i--) {
        GradientWorker alone = new GradientWorker(network, parameters, inference, 5);
        float[] a = new float[network.layout().size()];
        float[] b = new float[a.length];
        GraphLoss first = shared.lossAndGradient(batch.get(i), weights, 7, i, a);
        GraphLoss second = alone.lossAndGradient(batch.get(i), weights, 7, i, b);
        assertThat(first.total()).isEqualTo(second.total());
        assertThat(a).isEqualTo(b);
        Engine single = new Engine(network, parameters, inference);
        assertThat(engine.solve(batch.get(i))).isEqualTo(single.solve(batch.get(i)));
        assertThat(engine.state()).hasSize(c.dimension(batch.get(i))).isEqualTo(single.state());
      }
    }
  }
}
