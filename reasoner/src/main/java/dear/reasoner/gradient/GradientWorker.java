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
import java.util.Arrays;
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
  }

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
    Run run = search.isPresent() ? findEquilibrium(search.get(), random) : rollOut(problem);
    workspace.decode(Mode.TRAINING, problem, state, 0, random.child("permutation"));
    List<Prediction> predictions = Prediction.read(workspace, problem);
    double[] losses = new double[weights.outputs().length];
    Arrays.setAll(losses, k -> (double) workspace.loss(k) * weights.outputs()[k]);
    workspace.decodeBackward(weights.outputs(), gradient, 0);
    double penalty = addJacobian(problem, weights, step, sample);
    Optional<GradientReport> report = Optional.empty();
    if (search.isPresent()) {
      report = Optional.of(search.get().gradient().backward(gradient, 0));
    } else {
      rollout.backward(workspace.step(), gradient);
    }
    workspace.encodeBackward();
    return new GraphLoss(losses, penalty, predictions, run, report);
  }

  private Run findEquilibrium(EquilibriumSearch equilibrium, RandomStream random) {
    ProcessorMap f = workspace.step();
    Arrays.fill(state, 0, f.dimension(), 0);
    f.perturb(equilibrium.options().noise(), random.child("noise"));
    if (equilibrium.options().gradient() instanceof GradientMethod.Unrolled(int steps)) {
      before = grown(before, f.dimension());
      Arrays.fill(before, 0, f.dimension(), 0);
      equilibrium.gradient().forward(f, before, 0, state, 0);
      return new Run(steps, Double.NaN, StopReason.BUDGET);
    }
    Inference.Applications applications = equilibrium.options().applications();
    if (applications.most() > 0) {
      int spread = applications.most() - applications.least() + 1;
      int count = applications.least() + (int) (random.child("applications").nextDouble() * spread);
      return applyOften(equilibrium, f, count);
    }
    equilibrium.solver().solve(f, state, 0, solution);
    equilibrium.gradient().forward(f, solution, state, 0);
    return Run.of(solution);
  }

  private Run applyOften(EquilibriumSearch equilibrium, ProcessorMap f, int count) {
    int d = f.dimension();
    before = grown(before, d);
    Arrays.fill(before, 0, d, 0);
    for (int t = 0; t < count; t++) {
      f.apply(before, 0, state, 0);
      float[] swap = before;
      before = state;
      state = swap;
    }
    equilibrium.gradient().forward(f, before, 0, state, 0);
    return Run.ofRollout(count, state, before, 0, d);
  }

  private Run rollOut(Problem problem) {
    rollout.forward(workspace.step(), problem.steps(), state);
    int d = workspace.step().dimension();
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
