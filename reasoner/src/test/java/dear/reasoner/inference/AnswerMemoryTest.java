// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.equilibrium.Method;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Target;
import dear.tensor.kernel.Kernels;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory that answers take: to a large sparse graph, and about pairs of nodes. */
class AnswerMemoryTest {
  private static final int WIDTH = 16;
  private static final int NODES = 20_000;
  private static final int DEGREE = 4;

  /**
   * Rows per node: two for each of six points of the history and the solution, the state, five of
   * the encoder, ten of the processor, its winners and four of the decoder. With memory for
   * derivatives it would be more than twice as many.
   */
  private static final int MATRICES = 34;

  /** Bytes per edge for scalars, groups and probabilities of the decoder. */
  private static final int BYTES_PER_EDGE = 64;

  private final Algorithm algorithm = Clrs.algorithm("bellman_ford");
  private final Network network =
      Network.of(algorithm, Preprocessing.ALL, NetworkOptions.of(algorithm).withWidth(WIDTH));

  @Test
  void growsByAFewRowsForANodeAndAFewNumbersForAnEdge() throws ReflectiveOperationException {
    Parameters parameters = scalar(network);
    SolverOptions solver =
        new SolverOptions(Method.Anderson.DEFAULT, StopRule.relative(1e-30, 3).withPatience(0));
    Inference inference = Inference.Equilibrium.DEFAULT.withSolvers(solver, solver);
    Problem problem = ring();
    allocated(parameters, inference, Batches.of(algorithm, network, 4, 1).getFirst()); // classes
    long bytes = allocated(parameters, inference, problem);
    long rows = (long) Float.BYTES * WIDTH * NODES * MATRICES;
    assertThat(bytes).isLessThan(rows + (long) BYTES_PER_EDGE * problem.edges().count());
  }

  /**
   * A pointer for each pair of nodes is chosen among all nodes: a number for each triple, whether
   * or not there are edges. An evaluation has three for each, for losses: score, logarithm of the
   * probability, and its place.
   */
  @ParameterizedTest
  @ValueSource(strings = {"floyd_warshall", "matrix_chain_order"})
  void growsByANumberForEachTripleWhereAnswersAreNodesBetweenNodes(String name)
      throws ReflectiveOperationException {
    Algorithm between = Clrs.algorithm(name);
    Network pairs =
        Network.of(
            between,
            Preprocessing.ALL,
            NetworkOptions.of(between).withProcessor(ProcessorKind.PAIRS).withWidth(4));
    Parameters parameters = scalar(pairs);
    int nodes = 96;
    Problem problem =
        pairs.problemOverPairs(
            Preprocessing.ALL.apply(
                between, between.samples(1).size(nodes).get(0), SplitStream.of(1)));
    long triple = (long) Float.BYTES * nodes * nodes * nodes;
    for (boolean answersOnly : new boolean[] {true, false}) {
      Engine engine = new Engine(pairs, parameters, Inference.Equilibrium.DEFAULT);
      engine.solve(problem);
      float[] state = engine.state();
      long before = allocated();
      List<Prediction> predictions =
          answersOnly ? engine.predict(problem, state) : engine.predict(problem);
      assertThat((double) (allocated() - before) / triple)
          .isBetween(answersOnly ? 1.0 : 3.0, answersOnly ? 1.5 : 3.5);
      assertThat(predictions.getFirst().codes()).hasSize(nodes * nodes);
    }
  }

  private long allocated(Parameters parameters, Inference inference, Problem problem) {
    Engine engine = new Engine(network, parameters, inference);
    long before = allocated();
    engine.solve(problem);
    engine.predict(problem);
    return allocated() - before;
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /** Scalar kernels: vectors are objects until the optimising compiler takes over. */
  private static Parameters scalar(Network network) throws ReflectiveOperationException {
    Constructor<?> scalar =
        Class.forName("dear.tensor.kernel.ScalarKernels").getDeclaredConstructor();
    scalar.setAccessible(true);
    Parameters parameters = new Parameters(network.layout(), (Kernels) scalar.newInstance());
    parameters.initialise(new RandomStream(3));
    return parameters;
  }

  /** Every node has edges to itself and to the next nodes on a ring. */
  private Problem ring() {
    Problem small = Batches.of(algorithm, network, 4, 1).getFirst();
    int[] rows = new int[NODES * DEGREE];
    int[] columns = new int[NODES * DEGREE];
    float[] values = new float[NODES * DEGREE * small.edges().scalars()];
    Arrays.fill(values, 0.5f);
    for (int i = 0; i < NODES; i++) {
      for (int k = 0; k < DEGREE; k++) {
        rows[i * DEGREE + k] = i;
        columns[i * DEGREE + k] = (i + k) % NODES;
      }
      Arrays.sort(columns, i * DEGREE, (i + 1) * DEGREE);
    }
    EdgeList edges = new EdgeList(NODES, rows, columns, small.edges().scalars(), values);
    List<float[]> inputs = new ArrayList<>();
    for (float[] matrix : small.nodeInputs()) {
      inputs.add(new float[matrix.length / small.edges().nodes() * NODES]);
    }
    int[] itself = new int[NODES];
    Arrays.setAll(itself, i -> i);
    Target target = Target.of(small.targets().getFirst().spec(), itself, edges);
    return new Problem(edges, edges, inputs, small.graphInputs(), List.of(target), 1);
  }
}
