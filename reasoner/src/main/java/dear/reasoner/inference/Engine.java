// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.FixedPointMap;
import dear.equilibrium.Solution;
import dear.equilibrium.SolverOptions;
import dear.reasoner.network.Mode;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkWorkspace;
import dear.reasoner.network.ScoreTable;
import dear.reasoner.problem.Problem;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Solves problems, one after the other. Everything that queries a network goes through this class:
 * the command line, the playground, evaluations and studies.
 *
 * <p>An engine belongs to one thread at a time, or leads a team. It reuses its memory from one
 * problem to the next. Results depend only on the problem, the parameters and the search, not on
 * earlier calls, so a graph gives the same bits alone, among others and on any number of threads,
 * with or without an observer.
 *
 * <pre>{@code
 * Engine engine = new Engine(network, parameters, Inference.Equilibrium.DEFAULT);
 * Run run = engine.solve(problem);
 * List<Prediction> predictions = engine.predict(problem);
 * }</pre>
 */
public final class Engine {
  private final NetworkWorkspace workspace;
  private final Inference inference;
  private final Solution solution = new Solution();
  private EquilibriumSolver solver = new EquilibriumSolver(SolverOptions.DEFAULT);
  private float[] state = {};
  private float[] found = {}; // what is decoded: the state, or an array of the solution
  private float[] previous = {};
  private double[] residuals = {};
  private int dimension;
  private int rowWidth = 1;
  private int answeredAt;

  /** Creates an engine for the calling thread. */
  public Engine(Network network, Parameters parameters, Inference inference) {
    this(network.workspace(parameters), inference);
  }

  /** Creates an engine that leads a team, for use with fewer graphs than threads. */
  public Engine(Network network, Parameters parameters, Inference inference, Workers team) {
    this(network.workspace(parameters, team), inference);
  }

  private Engine(NetworkWorkspace workspace, Inference inference) {
    this.workspace = workspace;
    this.inference = inference;
  }

  /** Finds the state that the answer is decoded from. */
  public Run solve(Problem problem) {
    return solve(problem, Search.DEFAULT, EvaluationObserver.NONE);
  }

  /** Finds the state with the given search, watched by an observer. */
  public Run solve(Problem problem, Search search, EvaluationObserver observer) {
    FixedPointMap step = workspace.forAnswers(problem);
    dimension = step.dimension();
    rowWidth = step.rowWidth();
    if (state.length < dimension) {
      state = new float[dimension];
    }
    float[] start = start(search, problem);
    return switch (inference) {
      case Inference.Equilibrium options ->
          findEquilibrium(step, start, search.solver(options), options.decoded(), observer);
      case Inference.Rollout _ -> rollOut(step, start, problem.steps(), observer);
    };
  }

  private float[] start(Search search, Problem problem) {
    if (search.start().isEmpty()) {
      Arrays.fill(state, 0, dimension, 0);
      return state;
    }
    float[] given = search.start().get();
    if (given.length != dimension) {
      throw new IllegalArgumentException(
          "the start has %d numbers, but the state of %d nodes has %d"
              .formatted(given.length, problem.nodes(), dimension));
    }
    return given;
  }

  private Run findEquilibrium(
      FixedPointMap step,
      float[] start,
      SolverOptions options,
      Inference.Decoded decoded,
      EvaluationObserver observer) {
    if (!solver.options().equals(options)) {
      solver = new EquilibriumSolver(options);
    }
    FixedPointMap observed = new ObservedMap(step, observer, decoded);
    solver.solve(observed, start, 0, solution);
    if (decoded == Inference.Decoded.NEXT) {
      solver.advance(observed, solution);
    }
    found =
        switch (decoded) {
          case IMAGE, NEXT -> solution.image();
          case POINT -> solution.z();
        };
    residuals = solution.residualTrace();
    answeredAt = solution.bestEvaluation();
    return Run.of(solution);
  }

  /** Runs plain steps regardless of the residual; the start may be the state array itself. */
  private Run rollOut(FixedPointMap step, float[] start, int steps, EvaluationObserver observer) {
    if (previous.length < dimension) {
      previous = new float[dimension];
    }
    residuals = new double[steps];
    answeredAt = steps;
    found = state;
    System.arraycopy(start, 0, previous, 0, dimension);
    for (int t = 1; ; t++) {
      observer.before(t);
      step.apply(previous, 0, state, 0);
      observer.after(t, state, 0, dimension);
      Run run = Run.ofRollout(t, state, previous, 0, dimension);
      residuals[t - 1] = run.residual();
      if (t == steps) {
        return run;
      }
      System.arraycopy(state, 0, previous, 0, dimension);
    }
  }

  /**
   * Returns the mean opening of the gate in one more step from the state that {@link #solve} found.
   * A gate that is nearly shut makes any state look like an equilibrium.
   */
  public double opening(Problem problem) {
    if (previous.length < dimension) {
      previous = new float[dimension];
    }
    return workspace.opening(problem, found, previous);
  }

  /** Returns a copy of the state that {@link #solve} found. */
  public float[] state() {
    return Arrays.copyOf(found, dimension);
  }

  /**
   * Returns the number of consecutive values that form a row of the state: the width of the
   * network.
   */
  public int rowWidth() {
    return rowWidth;
  }

  /** Returns the residuals of all evaluations of the last search. */
  public double[] residuals() {
    return residuals.clone();
  }

  /**
   * Returns the evaluation that the state belongs to, counted from 1. It is not the last one if the
   * solver gave up, and 0 if no evaluation was finite and the state is the start.
   */
  public int answeredAt() {
    return answeredAt;
  }

  /**
   * Decodes the state found last; the problem may have other answer edges but must otherwise be the
   * same.
   */
  public List<Prediction> predict(Problem problem) {
    return predict(Mode.EVALUATION, problem, found);
  }

  /** Decodes another state of the problem solved last, without {@link #losses}. */
  public List<Prediction> predict(Problem problem, float[] other) {
    return predict(Mode.ANSWERS, problem, other);
  }

  private List<Prediction> predict(Mode mode, Problem problem, float[] decoded) {
    // Only training is random; the signature requires the stream all the same.
    workspace.decode(mode, problem, decoded, 0, new RandomStream(0));
    return Prediction.read(workspace, problem);
  }

  /** Returns the scores of the problem decoded last, by output; valid until the next decoding. */
  public List<ScoreTable> scores() {
    return IntStream.range(0, workspace.network().outputs().size())
        .mapToObj(workspace::scores)
        .toList();
  }

  /** Returns the losses of the problem decoded last, by output, each summed over its targets. */
  public double[] losses() {
    double[] losses = new double[workspace.network().outputs().size()];
    Arrays.setAll(losses, workspace::loss);
    return losses;
  }
}
