// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.Solution;
import dear.equilibrium.StopReason;
import dear.equilibrium.gradient.EquilibriumGradient;
import dear.equilibrium.gradient.GradientMethod;
import dear.equilibrium.gradient.GradientReport;
import dear.equilibrium.gradient.JacobianEstimate;
import dear.equilibrium.gradient.JacobianPenalty;
import dear.equilibrium.linear.ProbeLaw;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.network.Mode;
import dear.reasoner.network.Network;
import dear.reasoner.network.NetworkWorkspace;
import dear.reasoner.network.ProcessorMap;
import dear.reasoner.problem.Problem;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.List;
import java.util.Optional;

/**
 * Computes losses and their gradients on one thread. Results depend only on the problem, the
 * parameters, the options and the arguments, not on earlier calls, so a graph gives the same bits
 * alone, in any batch and on any thread.
 */
public final class GradientWorker {
  private final NetworkWorkspace workspace;
  private final Inference inference;
  private final long seed;
  private final Optional<EquilibriumSearch> search;
  private final RolloutGradient rollout = new RolloutGradient();
  private final Solution solution = new Solution();
  private ProcessorMap last; // where the state was computed
  private JacobianEstimate jacobian;
  private double jacobianWeight;
  private float[] state = {};
  private float[] before = {};
  private float[] gradient = {};

  /** The state needed to search for equilibria. */
  private record EquilibriumSearch(
      Inference.Equilibrium options, EquilibriumSolver solver, EquilibriumGradient gradient) {
    static EquilibriumSearch of(Inference.Equilibrium options) {
      return new EquilibriumSearch(
          options,
          new EquilibriumSolver(options.training()),
          new EquilibriumGradient(options.gradient()));
    }

    /** Draws the number of plain applications for a graph. */
    int count(RandomStream random) {
      Inference.Applications plain = options.applications();
      int spread = plain.most() - plain.least() + 1;
      return plain.least() + (int) (random.child("applications").nextDouble() * spread);
    }

    /** Returns how many states are decoded on the way. */
    int supervised(RandomStream random) {
      Inference.Applications plain = options.applications();
      int count = plain.supervised().isEmpty() ? 0 : count(random);
      return (int) plain.supervised().stream().filter(it -> it <= count).count();
    }

    /** Returns the number of applications that a gradient is propagated through. */
    int depth() {
      return options.gradient() instanceof GradientMethod.DampedSteps(int steps, _) ? steps : 1;
    }
  }

  /**
   * What a graph is trained on.
   *
   * @param losses the weighted loss of each output, summed over the decoded states
   */
  @SuppressWarnings("ArrayRecordComponent") // numbers to add up, never to compare
  private record Lesson(
      Problem problem, LossWeights weights, RandomStream permutation, double[] losses) {}

  /** Creates a worker for the calling thread. */
  public GradientWorker(Network network, Parameters parameters, Inference inference, long seed) {
    this.workspace = network.workspace(parameters);
    this.inference = inference;
    this.seed = seed;
    this.search =
        switch (inference) {
          case Inference.Equilibrium options -> Optional.of(EquilibriumSearch.of(options));
          case Inference.Rollout _ -> Optional.empty();
        };
    this.last = workspace.step();
    this.jacobian = new JacobianEstimate(JacobianPenalty.DEFAULT);
    this.jacobianWeight = Double.NaN;
  }

  /**
   * Adds the gradient of one graph's contribution to the loss of its batch.
   *
   * @param step the training step, counted from 0
   * @param sample the sample within the step; step and sample determine the random numbers
   * @param gradients the flat array to add to
   */
  public GraphLoss lossAndGradient(
      Problem problem, LossWeights weights, long step, long sample, float[] gradients) {
    RandomStream random = new RandomStream(seed).child(step).child(sample);
    workspace.encode(problem);
    int dimension = workspace.step().dimension();
    state = grown(state, dimension);
    gradient = grown(gradient, dimension);
    workspace.collect(gradients);
    int states = search.map(it -> 1 + it.supervised(random)).orElse(1);
    Lesson lesson =
        new Lesson(
            problem,
            weights.sharedBy(states),
            random.child("permutation"),
            new double[weights.outputs().length]);
    Run run = search.isPresent() ? findEquilibrium(search.get(), lesson, random) : rollOut(problem);
    decode(lesson, lesson.permutation());
    List<Prediction> predictions = Prediction.read(workspace, problem);
    double opening = last.meanOpening();
    double penalty = addJacobian(problem, weights, step, sample);
    Optional<GradientReport> report = Optional.empty();
    if (search.isPresent()) {
      report = Optional.of(search.get().gradient().backward(gradient, 0));
    } else {
      rollout.backward(gradient);
    }
    workspace.encodeBackward();
    return new GraphLoss(lesson.losses(), penalty, predictions, run, opening, report);
  }

  /** Decodes the state, adds its loss and computes the gradient with respect to the state. */
  private void decode(Lesson lesson, RandomStream permutation) {
    float[] weights = lesson.weights().outputs();
    workspace.decode(Mode.TRAINING, lesson.problem(), state, 0, permutation);
    for (int k = 0; k < weights.length; k++) {
      lesson.losses()[k] += (double) workspace.loss(k) * weights[k];
    }
    workspace.decodeBackward(weights, gradient, 0);
  }

  private Run findEquilibrium(EquilibriumSearch equilibrium, Lesson lesson, RandomStream random) {
    ProcessorMap f = workspace.step();
    Inference.Noise noise = equilibrium.options().noise();
    before = grown(before, f.dimension());
    RandomStream start = random.child("start");
    f.scatter(noise.start() * start.nextDouble(), start, before, 0);
    f.perturb(noise.evaluations(), random.child("noise"));
    if (equilibrium.options().gradient() instanceof GradientMethod.Unrolled(int steps)) {
      equilibrium.gradient().forward(f, before, 0, state, 0);
      return new Run(steps, Double.NaN, StopReason.BUDGET);
    }
    if (equilibrium.options().applications().most() > 0) {
      f.applyWith(workspace.withoutDerivatives(lesson.problem()));
      return applyOften(equilibrium, f, equilibrium.count(random), lesson);
    }
    equilibrium.solver().solve(f, before, 0, solution);
    Run found = Run.of(solution);
    return switch (equilibrium.options().decoded()) {
      case IMAGE, POINT -> {
        equilibrium.gradient().forward(f, solution, state, 0);
        yield found;
      }
      case NEXT -> {
        equilibrium.gradient().forwardFromImage(f, solution, state, 0);
        yield new Run(found.evaluations() + 1, found.residual(), found.reason());
      }
    };
  }

  private Run applyOften(EquilibriumSearch equilibrium, ProcessorMap f, int count, Lesson lesson) {
    int done = 0;
    for (int point : equilibrium.options().applications().supervised()) {
      if (point > count) {
        break;
      }
      apply(f, point - equilibrium.depth() - done);
      equilibrium.gradient().forward(f, before, 0, state, 0);
      decode(lesson, lesson.permutation().child(point));
      equilibrium.gradient().backward(gradient, 0);
      swapStates(); // the way goes on from the decoded state
      done = point;
    }
    apply(f, count - done);
    equilibrium.gradient().forward(f, before, 0, state, 0);
    return Run.ofRollout(count, state, before, 0, f.dimension());
  }

  /** Applies the processor to the state before. */
  private void apply(ProcessorMap f, int times) {
    for (int t = 0; t < times; t++) {
      f.apply(before, 0, state, 0);
      swapStates();
    }
  }

  private void swapStates() {
    float[] swap = before;
    before = state;
    state = swap;
  }

  private Run rollOut(Problem problem) {
    List<ProcessorMap> steps = workspace.rollout(problem, problem.steps());
    last = steps.getLast();
    rollout.forward(steps, problem.steps(), state);
    int d = last.dimension();
    return Run.ofRollout(problem.steps(), state, rollout.states(), rollout.lastPoint(d), d);
  }

  /**
   * Computes the Jacobian term at the decoded state and adds its gradient with respect to that
   * state to the decoder's.
   */
  private double addJacobian(Problem problem, LossWeights weights, long step, long sample) {
    double weight = inference.jacobianWeight() * weights.perGraph();
    if (weight == 0 || step % inference.jacobianEvery() != 0) {
      return 0;
    }
    if (weight != jacobianWeight) {
      jacobian = new JacobianEstimate(new JacobianPenalty(weight, 1, 1, ProbeLaw.GAUSSIAN, seed));
      jacobianWeight = weight;
    }
    return jacobian.add(workspace.probe(problem), state, 0, step, sample, gradient, 0);
  }

  private static float[] grown(float[] present, int length) {
    return present.length >= length ? present : new float[length];
  }
}
