// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import dear.equilibrium.DifferentiableMap;
import dear.equilibrium.Solution;
import dear.equilibrium.StopReason;
import dear.equilibrium.linear.Vectors;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The gradient of a loss at an equilibrium, in two halves with the caller's loss between them.
 *
 * <pre>{@code
 * gradient.forward(map, solution, h, 0);        // the output state h, to be decoded
 * ... loss(h), its gradient dh ...
 * GradientReport report = gradient.backward(dh, 0);  // map has collected its own gradients
 * }</pre>
 *
 * <p>May be used by one thread at a time; its buffers are reused. Except for {@link
 * GradientMethod.Unrolled}, their size does not depend on how many evaluations found the
 * equilibrium: one step needs none, damped steps one state each, the implicit gradient what its
 * linear solver keeps.
 */
public final class EquilibriumGradient {
  private final GradientMethod method;
  private final @Nullable TransposedSystem system;
  private @Nullable DifferentiableMap map;
  private StopReason forwardReason = StopReason.CONVERGED;
  private float[] trajectory = {}; // the points of the steps that are differentiated
  private float[] adjoint = {};
  private float[] product = {};

  /** A gradient with its own buffers. */
  public EquilibriumGradient(GradientMethod method) {
    this.method = method;
    this.system =
        method instanceof GradientMethod.Implicit implicit ? new TransposedSystem(implicit) : null;
  }

  /**
   * The output state at a solution. The implicit gradient falls back to one step later if the
   * solution has not converged, because it would differentiate an equation that does not hold.
   */
  public void forward(DifferentiableMap at, Solution solution, float[] out, int outOffset) {
    forward(at, solution.z(), 0, out, outOffset);
    forwardReason = solution.reason();
  }

  /**
   * The output state one application further: every method starts from the image of the solution
   * instead of its point. torchdeq does so, whose solvers return the image.
   */
  public void forwardFromImage(
      DifferentiableMap at, Solution solution, float[] out, int outOffset) {
    forward(at, solution.image(), 0, out, outOffset);
    forwardReason = solution.reason();
  }

  /**
   * The output state.
   *
   * @param z the equilibrium, or the start for {@link GradientMethod.Unrolled}
   * @param out receives the output state; not z itself
   */
  public void forward(DifferentiableMap at, float[] z, int zOffset, float[] out, int outOffset) {
    map = at;
    forwardReason = StopReason.CONVERGED;
    switch (method) {
      case GradientMethod.OneStep(), GradientMethod.Implicit _ ->
          at.linearize(z, zOffset, out, outOffset);
      case GradientMethod.DampedSteps(int steps, double damping) ->
          walk(at, steps, damping, z, zOffset, out, outOffset);
      case GradientMethod.Unrolled(int steps) -> walk(at, steps, 1, z, zOffset, out, outOffset);
    }
  }

  /**
   * Adds the gradients of the parameters to those that the map collects.
   *
   * @param gradient ∂L/∂h, not changed
   */
  public GradientReport backward(float[] gradient, int offset) {
    DifferentiableMap at = map;
    if (at == null) {
      throw new IllegalStateException(
          "backward without forward: call forward first, once for each backward");
    }
    map = null; // the linearisation serves one backward
    return switch (method) {
      case GradientMethod.OneStep() -> {
        at.accumulate(gradient, offset);
        yield GradientReport.direct(0);
      }
      case GradientMethod.DampedSteps(int steps, double damping) ->
          walkBack(at, steps, damping, gradient, offset);
      case GradientMethod.Unrolled(int steps) -> walkBack(at, steps, 1, gradient, offset);
      case GradientMethod.Implicit _ ->
          implicit(at, Objects.requireNonNull(system), gradient, offset);
    };
  }

  private GradientReport implicit(
      DifferentiableMap at, TransposedSystem transposed, float[] gradient, int offset) {
    if (forwardReason != StopReason.CONVERGED) {
      at.accumulate(gradient, offset);
      return new GradientReport(
          Double.POSITIVE_INFINITY,
          0,
          forwardReason,
          GradientReport.Fallback.NO_EQUILIBRIUM,
          "one step instead of the implicit gradient: the equilibrium was not found ("
              + forwardReason
              + ")");
    }
    adjoint = buffer(adjoint, at.dimension());
    GradientReport report = transposed.solve(at, gradient, offset, adjoint);
    if (report.fellBack()) {
      at.accumulate(gradient, offset);
    } else {
      at.accumulate(adjoint, 0);
    }
    return report;
  }

  private void walk(
      DifferentiableMap at,
      int steps,
      double damping,
      float[] z,
      int zOffset,
      float[] out,
      int outOffset) {
    int d = at.dimension();
    trajectory = buffer(trajectory, Math.multiplyExact(steps, d));
    System.arraycopy(z, zOffset, trajectory, 0, d);
    for (int step = 0; step < steps; step++) {
      int point = step * d;
      boolean last = step == steps - 1;
      float[] next = last ? out : trajectory;
      int nextOffset = last ? outOffset : point + d;
      if (last) {
        at.linearize(trajectory, point, next, nextOffset);
      } else {
        at.apply(trajectory, point, next, nextOffset);
      }
      if (damping < 1) {
        Vectors.mix(1 - damping, trajectory, point, damping, next, nextOffset, d);
      }
    }
  }

  /**
   * The backward pass through the steps; all but the last are linearised again instead of being
   * recorded.
   */
  private GradientReport walkBack(
      DifferentiableMap at, int steps, double damping, float[] gradient, int offset) {
    int d = at.dimension();
    adjoint = buffer(adjoint, d);
    product = buffer(product, d);
    System.arraycopy(gradient, offset, adjoint, 0, d);
    for (int step = steps - 1; step >= 0; step--) {
      if (step < steps - 1) {
        at.linearize(trajectory, step * d, product, 0);
      }
      if (damping < 1) {
        Vectors.scale(damping, adjoint, 0, adjoint, 0, d);
      }
      if (step == 0) {
        at.accumulate(adjoint, 0);
      } else {
        at.accumulateAndMultiply(adjoint, 0, product, 0);
        double kept = (1 - damping) / damping; // of the adjoint, which is already damped
        Vectors.mix(1, product, 0, kept, adjoint, 0, d);
      }
    }
    return GradientReport.direct(steps - 1);
  }

  private static float[] buffer(float[] present, int length) {
    return present.length >= length ? present : new float[length];
  }
}
