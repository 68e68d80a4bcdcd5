// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.equilibrium.linear.MixingWeights.Ridge;

/**
 * Finds equilibria, one after the other.
 *
 * <p>A solver may be used by one thread at a time. Between searches it keeps only its buffers, so
 * that a search allocates nothing once the largest problem has been seen, and a result depends only
 * on the function, the start and the options. To solve many samples in parallel, use one solver per
 * thread.
 *
 * <pre>{@code
 * EquilibriumSolver solver = new EquilibriumSolver(SolverOptions.DEFAULT);
 * Solution solution = solver.solve(map, new float[map.dimension()]);
 * if (solution.reason() == StopReason.CONVERGED) { ... solution.image() ... }
 * }</pre>
 */
public final class EquilibriumSolver {
  private final SolverOptions options;
  private final Progress progress;
  private final Steps steps;

  /** A solver with its own buffers. */
  public EquilibriumSolver(SolverOptions options) {
    this.options = options;
    progress = new Progress(options.stop(), unmeasured(options.method()));
    steps =
        switch (options.method()) {
          case Method.Plain plain -> new PlainSteps(plain);
          case Method.Anderson anderson -> new AndersonSteps(anderson, Ridge.RELATIVE);
          case Method.TorchdeqAnderson theirs ->
              new AndersonSteps(theirs.asAnderson(), Ridge.ABSOLUTE);
          case Method.Broyden broyden -> new BroydenSteps(broyden);
        };
  }

  private static int unmeasured(Method method) {
    return method instanceof Method.TorchdeqAnderson ? Method.TorchdeqAnderson.UNMEASURED : 0;
  }

  /** The options of this solver. */
  public SolverOptions options() {
    return options;
  }

  /** Searches from a start and returns a new solution. */
  public Solution solve(FixedPointMap map, float[] start) {
    Solution solution = new Solution();
    solve(map, start, 0, solution);
    return solution;
  }

  /**
   * Searches from a start.
   *
   * @param start any finite state: zeros, a guess, the end of another search
   * @param into receives the result; its own arrays may be the start
   */
  public void solve(FixedPointMap map, float[] start, int startOffset, Solution into) {
    progress.begin(map, start, startOffset, into);
    steps.run(map, progress);
  }

  /**
   * Evaluates the function once more, at the image of a solution that this solver has just found: z
   * becomes f(z) and the image f(f(z)). It counts as an evaluation, whatever the budget; the stop
   * reason stays that of the search. Nothing else changes if the new image is not finite.
   */
  public void advance(FixedPointMap map, Solution solution) {
    progress.advance(map, solution);
  }

  /**
   * Continues from where an earlier search ended, a better start than zeros if the function has
   * changed only a little since.
   */
  public void resume(FixedPointMap map, Solution solution) {
    if (solution.dimension() != map.dimension()) {
      throw new IllegalArgumentException(
          "the solution to resume from has "
              + solution.dimension()
              + " elements, but the state has "
              + map.dimension());
    }
    solve(map, solution.image(), 0, solution);
  }
}
