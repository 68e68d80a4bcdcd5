package dear.reasoner.model;

import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.FixedPointMap;
import dear.equilibrium.Method;
import dear.equilibrium.Solution;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopReason;
import dear.equilibrium.StopRule;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Run;
import dear.reasoner.network.Mode;
import dear.reasoner.network.NetworkWorkspace;
import dear.reasoner.problem.Problem;
import dear.reasoner.score.Answer;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One thread's place for traces of a model; it keeps its memory from one to the next, so that many
 * small questions cost no allocation of a network's workspace. What it returns depends on the
 * question alone.
 *
 * <p>The solver is the one that answers: it is handed the processor's step with a recorder around
 * it, so that what is seen is what happens. A rollout is plain iteration for as many evaluations as
 * the algorithm has steps, whatever the residual.
 */
public final class Tracer {
  private final Model model;
  private final NetworkWorkspace room;

  /** A tracer that is a thread. */
  public Tracer(Model model) {
    this(model, model.network().workspace(model.parameters()));
  }

  /** A tracer that leads a team. */
  public Tracer(Model model, Workers team) {
    this(model, model.network().workspace(model.parameters(), team));
  }

  private Tracer(Model model, NetworkWorkspace room) {
    this.model = model;
    this.room = room;
  }

  /** How a search is made and which of its states are decoded. */
  private record Plan(SolverOptions solver, boolean decodesPoints, boolean answersLast) {
    static Plan of(Inference inference, Problem problem, OptionalDouble tolerance) {
      return switch (inference) {
        case Inference.Equilibrium options -> {
          SolverOptions solver = options.evaluation();
          if (tolerance.isPresent()) {
            solver =
                new SolverOptions(
                    solver.method(), withTolerance(solver.stop(), tolerance.getAsDouble()));
          }
          yield new Plan(solver, options.decoded() == Inference.Decoded.POINT, false);
        }
        case Inference.Rollout _ -> {
          StopRule allSteps =
              StopRule.relative(Double.MIN_VALUE, problem.steps())
                  .withGoal(StopRule.Goal.LOWEST_RESIDUAL)
                  .withPatience(0);
          yield new Plan(new SolverOptions(Method.Plain.DEFAULT, allSteps), false, true);
        }
      };
    }

    private static StopRule withTolerance(StopRule rule, double tolerance) {
      return new StopRule(
          rule.measure(),
          rule.extent(),
          tolerance,
          rule.hitsInARow(),
          rule.goal(),
          rule.budget(),
          rule.patience());
    }
  }

  /** Answers inputs of the model's algorithm and records how. */
  public Trace trace(Inputs inputs, TraceOptions options) {
    Problem problem = Solved.problem(model, inputs);
    room.encode(problem);
    int d = room.step().dimension();
    float[] start = options.start().orElseGet(() -> new float[d]);
    if (start.length != d) {
      throw new IllegalArgumentException(
          "the start has %d numbers, but the state of %d nodes has %d"
              .formatted(start.length, inputs.nodes(), d));
    }
    Plan plan = Plan.of(model.settings().inference(), problem, options.tolerance());
    Recorder recorder = new Recorder(inputs, problem, options, plan.decodesPoints());
    Solution solution = new EquilibriumSolver(plan.solver()).solve(recorder, start);
    return plan.answersLast()
        ? rollout(recorder, solution)
        : equilibrium(recorder, solution, plan.solver().stop().tolerance());
  }

  private static Trace rollout(Recorder recorder, Solution solution) {
    int steps = solution.evaluations();
    Run run = new Run(steps, solution.residualAt(steps), StopReason.BUDGET);
    return recorder.trace(solution, steps, recorder.latest, 0, run);
  }

  private static Trace equilibrium(Recorder recorder, Solution solution, double tolerance) {
    float[] found = recorder.decodesPoints ? solution.z() : solution.image();
    Run run = new Run(solution.evaluations(), solution.residual(), solution.reason());
    return recorder.trace(solution, solution.bestEvaluation(), found, tolerance, run);
  }

  private List<Feature> decode(Inputs inputs, Problem problem, float[] state, int at) {
    // Nothing is random in evaluation; the stream is asked for by the signature only.
    room.decode(Mode.EVALUATION, problem, state, at, new RandomStream(0));
    return Solved.outputs(model, inputs, problem, Answer.read(room, problem));
  }

  /** The processor's step with everything that comes by put on record. */
  private final class Recorder implements FixedPointMap {
    private final Inputs inputs;
    private final Problem problem;
    private final TraceOptions options;
    private final boolean decodesPoints;
    private final List<TraceFrame> frames = new ArrayList<>();
    private final float[] latest;
    private int evaluations;
    private int stride = 1;

    Recorder(Inputs inputs, Problem problem, TraceOptions options, boolean decodesPoints) {
      this.inputs = inputs;
      this.problem = problem;
      this.options = options;
      this.decodesPoints = decodesPoints;
      this.latest = new float[room.step().dimension()];
    }

    @Override
    public int dimension() {
      return room.step().dimension();
    }

    @Override
    public int rowWidth() {
      return room.step().rowWidth();
    }

    @Override
    public void apply(float[] z, int zOffset, float[] out, int outOffset) {
      options.beforeEvaluation().run();
      room.step().apply(z, zOffset, out, outOffset);
      evaluations++;
      if (decodesPoints) {
        System.arraycopy(z, zOffset, latest, 0, latest.length);
      } else {
        System.arraycopy(out, outOffset, latest, 0, latest.length);
      }
      if (options.mostFrames() > 0 && isKept(evaluations)) {
        frames.add(frame(evaluations, latest, options.states()));
        thinOut();
      }
    }

    private boolean isKept(int evaluation) {
      return (evaluation - 1) % stride == 0;
    }

    private void thinOut() {
      while (frames.size() > options.mostFrames()) {
        if (frames.size() == 1) {
          frames.clear();
          return;
        }
        stride *= 2;
        frames.removeIf(frame -> !isKept(frame.evaluation()));
      }
    }

    /** The residual is known only when the search is over. */
    private TraceFrame frame(int evaluation, float[] state, boolean keepState) {
      List<Feature> outputs = decode(inputs, problem, state, 0);
      float[] kept = keepState ? Arrays.copyOf(state, dimension()) : new float[0];
      return new TraceFrame(evaluation, Double.NaN, outputs, kept);
    }

    Trace trace(Solution solution, int answeredAt, float[] found, double tolerance, Run run) {
      TraceFrame answer = frame(answeredAt, found, true);
      List<TraceFrame> all =
          Stream.concat(
                  frames.stream().filter(frame -> frame.evaluation() != answeredAt),
                  Stream.of(answer))
              .sorted(Comparator.comparingInt(TraceFrame::evaluation))
              .map(frame -> withResidual(frame, solution))
              .toList();
      List<Double> residuals = Arrays.stream(solution.residualTrace()).boxed().toList();
      return new Trace(inputs, all, residuals, answeredAt, tolerance, run);
    }

    private static TraceFrame withResidual(TraceFrame frame, Solution solution) {
      double residual =
          frame.evaluation() == 0
              ? solution.residual() // no evaluation was finite: the start is the answer
              : solution.residualAt(frame.evaluation());
      return new TraceFrame(frame.evaluation(), residual, frame.outputs(), frame.state());
    }
  }
}
