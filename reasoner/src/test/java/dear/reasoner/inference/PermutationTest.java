// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.equilibrium.Method;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.network.ScoreTable;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Target;
import dear.tensor.parameter.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A network knows nodes by their inputs, positions among them, and not by their numbers: if nodes
 * are renumbered with everything they have, state and answer are renumbered likewise.
 */
class PermutationTest {
  private static final int WIDTH = 16;
  private static final int NODES = 9;

  /**
   * Maxima and rows of products have the same bits in any order. Means over nodes, sums inside
   * Anderson's mixing and Sinkhorn's normalisation do not: a rounding of 6e-8 relative to values
   * around 1, carried through eight evaluations that may amplify it.
   */
  private static final double TOLERANCE = 2e-3;

  /** Every search makes all its evaluations, so none stops earlier for a rounding. */
  private static final StopRule EIGHT = StopRule.relative(1e-12, 8);

  static Stream<Arguments> cases() {
    return Clrs.algorithms().stream()
        .flatMap(algorithm ->
            Stream.of(Method.Plain.DEFAULT, Method.Anderson.DEFAULT)
                .map(method -> Arguments.of(algorithm, method)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void renumberedNodesHaveARenumberedAnswer(Algorithm algorithm, Method method) {
    SolverOptions search = new SolverOptions(method, EIGHT);
    Inference inference = Inference.Equilibrium.DEFAULT.withSolvers(search, search);
    Network network =
        Network.of(
            algorithm,
            Preprocessing.ALL,
            NetworkOptions.of(algorithm).withWidth(WIDTH).withProcessor(ProcessorKind.PAIRS));
    Parameters parameters = OpenedPaths.of(network);
    Engine engine = new Engine(network, parameters, inference);
    Engine renumbering = new Engine(network, parameters, inference);
    for (Problem problem : Batches.of(algorithm, network, NODES, 2)) {
      int n = problem.nodes();
      int[] names = SplitStream.of(5).split(algorithm.name()).permutation(n);
      Problem renumbered = renumbered(problem, names);
      engine.solve(problem);
      renumbering.solve(renumbered);
      float[] state = engine.state();
      float[] theirs = renumbering.state();
      double difference = 0;
      for (int cell = 0; cell < n * n; cell++) {
        int there = names[cell / n] * n + names[cell % n];
        for (int c = 0; c < WIDTH; c++) {
          difference =
              Math.max(difference, Math.abs(state[cell * WIDTH + c] - theirs[there * WIDTH + c]));
        }
      }
      assertThat(difference).as("state").isLessThan(TOLERANCE);
      assertThat(largest(state)).as("something happened").isGreaterThan(0.1f);
      engine.predict(problem);
      renumbering.predict(renumbered);
      assertSameScores(network, problem, engine.scores(), renumbered, renumbering.scores(), names);
    }
  }

  private static float largest(float[] state) {
    float largest = 0;
    for (float value : state) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  private static void assertSameScores(
      Network network,
      Problem problem,
      List<ScoreTable> scores,
      Problem renumbered,
      List<ScoreTable> theirs,
      int[] names) {
    // The consensus maps one numbering to the other; with itself subtracted nothing is left.
    Consensus difference = new Consensus(network.outputs(), problem.answers());
    int[] same = IntStream.range(0, names.length).toArray();
    difference.add(
        scores.stream().map(PermutationTest::negative).toList(), problem.answers(), same);
    difference.add(theirs, renumbered.answers(), names);
    for (int k = 0; k < scores.size(); k++) {
      assertThat(difference.sum(k)).as(network.outputs().get(k).name()).isNotEmpty();
      for (float left : difference.sum(k)) {
        assertThat(Float.isNaN(left) ? 0 : left) // two infinities: a choice that is ruled out
            .as(network.outputs().get(k).name())
            .isCloseTo(0, Offset.offset((float) (10 * TOLERANCE)));
      }
    }
  }

  private static ScoreTable negative(ScoreTable table) {
    float[] scores = new float[table.count()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = -table.get(i);
    }
    return new ScoreTable(scores, 0, scores.length);
  }

  private static Problem renumbered(Problem problem, int[] names) {
    EdgeList edges = renumbered(problem.edges(), names);
    EdgeList answers =
        problem.answers() == problem.edges() ? edges : renumbered(problem.answers(), names);
    List<float[]> nodeInputs = new ArrayList<>();
    for (float[] matrix : problem.nodeInputs()) {
      int columns = matrix.length / names.length;
      float[] moved = new float[matrix.length];
      for (int i = 0; i < names.length; i++) {
        System.arraycopy(matrix, i * columns, moved, names[i] * columns, columns);
      }
      nodeInputs.add(moved);
    }
    List<Target> targets = new ArrayList<>();
    for (Target target : problem.targets()) { // scores do not depend on them
      int[] none = new int[places(target.spec(), answers)];
      Arrays.fill(none, -1);
      targets.add(Target.of(target.spec(), none, answers));
    }
    return new Problem(edges, answers, nodeInputs, problem.graphInputs(), targets, problem.steps());
  }

  private static int places(FeatureSpec spec, EdgeList answers) {
    return switch (spec.location()) {
      case GRAPH -> 1;
      case NODE -> spec.type() == Type.MASK_ONE ? 1 : answers.nodes();
      case EDGE -> answers.count();
    };
  }

  private static EdgeList renumbered(EdgeList edges, int[] names) {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Edge(int row, int column, float[] scalars) {}

    int s = edges.scalars();
    List<Edge> moved = new ArrayList<>();
    for (int e = 0; e < edges.count(); e++) {
      moved.add(
          new Edge(
              names[edges.rows()[e]],
              names[edges.columns()[e]],
              Arrays.copyOfRange(edges.values(), e * s, (e + 1) * s)));
    }
    moved.sort(Comparator.comparingInt(Edge::row).thenComparingInt(Edge::column));
    float[] values = new float[s * moved.size()];
    for (int e = 0; e < moved.size(); e++) {
      System.arraycopy(moved.get(e).scalars(), 0, values, e * s, s);
    }
    return new EdgeList(
        edges.nodes(),
        moved.stream().mapToInt(Edge::row).toArray(),
        moved.stream().mapToInt(Edge::column).toArray(),
        s,
        values);
  }
}
