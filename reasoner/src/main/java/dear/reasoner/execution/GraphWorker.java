package dear.reasoner.execution;

import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.Solution;
import dear.equilibrium.StopReason;
import dear.equilibrium.gradient.EquilibriumGradient;
import dear.equilibrium.gradient.GradientMethod;
import dear.equilibrium.gradient.GradientReport;
import dear.equilibrium.gradient.JacobianEstimate;
import dear.equilibrium.gradient.JacobianPenalty;
import dear.equilibrium.linear.ProbeLaw;
import dear.reasoner.network.Mode;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkWorkspace;
import dear.reasoner.network.ProcessorMap;
import dear.reasoner.problem.Problem;
import dear.reasoner.score.Answer;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One thread's way through problems: solve and answer, or loss and gradient. What it returns
 * depends on the problem, the parameters, the options and the numbers given, and on nothing that
 * was done before, so that a graph gives the same bits alone, in any batch and on any thread.
 *
 * <pre>{@code
 * GraphWorker worker = new GraphWorker(network, parameters, Execution.Equilibrium.DEFAULT, seed);
 * Run run = worker.solve(problem);
 * List<Answer> answers = worker.answer(problem);
 * }</pre>
 */
public final class GraphWorker {
  private final NetworkWorkspace room;
  private final Execution execution;
  private final long seed;
  private final Optional<Search> search;
  private final RolloutGradient rollout = new RolloutGradient();
  private final Solution solution = new Solution();
  private JacobianEstimate jacobian;
  private double jacobianWeight;
  private float[] state = {};
  private float[] before = {};
  private float[] gradient = {};

  /** What searching for equilibria needs. */
  private record Search(
      Execution.Equilibrium options,
      EquilibriumSolver training,
      EquilibriumSolver evaluation,
      EquilibriumGradient gradient) {
    static Search of(Execution.Equilibrium options) {
      return new Search(
          options,
          new EquilibriumSolver(options.training()),
          new EquilibriumSolver(options.evaluation()),
          new EquilibriumGradient(options.gradient()));
    }
  }

  /** A worker that is a thread. */
  public GraphWorker(Network network, Parameters parameters, Execution execution, long seed) {
    this(network.workspace(parameters), execution, seed);
  }

  /** A worker that leads a team, for when there are fewer graphs than threads. */
  public GraphWorker(
      Network network, Parameters parameters, Execution execution, long seed, Workers team) {
    this(network.workspace(parameters, team), execution, seed);
  }

  private GraphWorker(NetworkWorkspace room, Execution execution, long seed) {
    this.room = room;
    this.execution = execution;
    this.seed = seed;
    this.search =
        switch (execution) {
          case Execution.Equilibrium options -> Optional.of(Search.of(options));
          case Execution.Rollout _ -> Optional.empty();
        };
    this.jacobian = new JacobianEstimate(JacobianPenalty.DEFAULT);
    this.jacobianWeight = Double.NaN;
  }

  // ---- answers ----

  /** Finds the state that answers are decoded from. Nothing is random. */
  public Run solve(Problem problem) {
    ProcessorMap f = room.forAnswers(problem);
    fit(f);
    Arrays.fill(state, 0, f.dimension(), 0);
    return solveFrom(state, f, problem);
  }

  /** The same from another state than zero: one that is known for a similar problem. */
  public Run solve(Problem problem, float[] from) {
    ProcessorMap f = room.forAnswers(problem);
    fit(f);
    int d = f.dimension();
    if (from.length < d) {
      throw new IllegalArgumentException(
          "the start has %d numbers, the state %d".formatted(from.length, d));
    }
    return solveFrom(from, f, problem);
  }

  /** The start may be the array that the state found is written to. */
  private Run solveFrom(float[] start, ProcessorMap f, Problem problem) {
    int d = f.dimension();
    if (search.isEmpty()) {
      before = room(before, d);
      System.arraycopy(start, 0, before, 0, d);
      for (int t = 0; t < problem.steps(); t++) {
        if (t > 0) {
          System.arraycopy(state, 0, before, 0, d);
        }
        f.apply(before, 0, state, 0);
      }
      return rolledOut(problem.steps(), before, 0, d);
    }
    Search equilibrium = search.get();
    equilibrium.evaluation().solve(f, start, 0, solution);
    float[] found =
        switch (equilibrium.options().decoded()) {
          case IMAGE -> solution.image();
          case POINT -> solution.z();
        };
    System.arraycopy(found, 0, state, 0, d);
    return Run.of(solution);
  }

  /** The state that {@link #solve} found, node by node; overwritten by the next. */
  public float[] state() {
    return state;
  }

  /** Decodes the state found last; the problem may be the same with other answers' edges. */
  public List<Answer> answer(Problem problem) {
    room.decode(Mode.EVALUATION, problem, state, 0, new RandomStream(seed));
    return Answer.read(room, problem);
  }

  /** The losses of the problem decoded last, by output, each the sum over its targets. */
  public double[] losses() {
    double[] losses = new double[room.network().outputs().size()];
    Arrays.setAll(losses, room::loss);
    return losses;
  }

  // ---- training ----

  /**
   * Adds the gradient of a graph's share in the loss of its batch.
   *
   * @param step which training step, counted from 0
   * @param sample which sample of the step; both choose the random numbers
   * @param gradients the flat array to add to
   */
  public GraphLoss lossAndGradient(
      Problem problem, LossWeights weights, long step, long sample, float[] gradients) {
    RandomStream random = new RandomStream(seed).child(step).child(sample);
    room.encode(problem);
    fit(room.step());
    gradient = room(gradient, room.step().dimension());
    room.collect(gradients);
    Run run = search.isPresent() ? findEquilibrium(search.get(), random) : rollOut(problem);
    room.decode(Mode.TRAINING, problem, state, 0, random.child("permutation"));
    List<Answer> answers = Answer.read(room, problem);
    double[] losses = losses();
    for (int k = 0; k < losses.length; k++) {
      losses[k] *= weights.outputs()[k];
    }
    room.decodeBackward(weights.outputs(), gradient, 0);
    double penalty = addJacobian(problem, weights, step, sample);
    Optional<GradientReport> report = Optional.empty();
    if (search.isPresent()) {
      report = Optional.of(search.get().gradient().backward(gradient, 0));
    } else {
      rollout.backward(room.step(), gradient);
    }
    room.encodeBackward();
    return new GraphLoss(losses, penalty, answers, run, report);
  }

  private Run findEquilibrium(Search equilibrium, RandomStream random) {
    ProcessorMap f = room.step();
    Arrays.fill(state, 0, f.dimension(), 0);
    f.perturb(equilibrium.options().noise(), random.child("noise"));
    if (equilibrium.options().gradient() instanceof GradientMethod.Unrolled(int steps)) {
      before = room(before, f.dimension());
      Arrays.fill(before, 0, f.dimension(), 0);
      equilibrium.gradient().forward(f, before, 0, state, 0);
      return new Run(steps, Double.NaN, StopReason.BUDGET);
    }
    Execution.Applications applications = equilibrium.options().applications();
    if (applications.most() > 0) {
      int spread = applications.most() - applications.least() + 1;
      int count = applications.least() + (int) (random.child("applications").nextDouble() * spread);
      return applyOften(equilibrium, f, count);
    }
    equilibrium.training().solve(f, state, 0, solution);
    equilibrium.gradient().forward(f, solution, state, 0);
    return Run.of(solution);
  }

  private Run applyOften(Search equilibrium, ProcessorMap f, int count) {
    int d = f.dimension();
    before = room(before, d);
    Arrays.fill(before, 0, d, 0);
    for (int t = 0; t < count; t++) {
      f.apply(before, 0, state, 0);
      float[] swap = before;
      before = state;
      state = swap;
    }
    state = room(state, d);
    equilibrium.gradient().forward(f, before, 0, state, 0);
    return rolledOut(count, before, 0, d);
  }

  private Run rollOut(Problem problem) {
    rollout.forward(room.step(), problem.steps(), state);
    int d = room.step().dimension();
    return rolledOut(problem.steps(), rollout.states(), rollout.lastPoint(d), d);
  }

  /** The Jacobian at the decoded state; its gradient by that state is added to the decoder's. */
  private double addJacobian(Problem problem, LossWeights weights, long step, long sample) {
    double weight = execution.jacobianWeight() * weights.perGraph();
    if (weight == 0 || step % execution.jacobianEvery() != 0) {
      return 0;
    }
    if (weight != jacobianWeight) {
      jacobian = new JacobianEstimate(new JacobianPenalty(weight, 1, 1, ProbeLaw.GAUSSIAN, seed));
      jacobianWeight = weight;
    }
    return jacobian.add(room.probe(problem), state, 0, step, sample, gradient, 0);
  }

  // ---- both ----

  private void fit(ProcessorMap f) {
    state = room(state, f.dimension());
  }

  private static float[] room(float[] present, int length) {
    return present.length >= length ? present : new float[length];
  }

  private Run rolledOut(int steps, float[] previous, int at, int dimension) {
    double change = 0;
    double norm = 0;
    for (int i = 0; i < dimension; i++) {
      double difference = state[i] - previous[at + i];
      change += difference * difference;
      norm += (double) state[i] * state[i];
    }
    double floor = 1e-9; // torchdeq's
    return new Run(steps, Math.sqrt(change) / (Math.sqrt(norm) + floor), StopReason.BUDGET);
  }
}
