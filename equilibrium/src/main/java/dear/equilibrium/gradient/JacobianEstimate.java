// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import dear.equilibrium.TwiceDifferentiableMap;
import dear.equilibrium.linear.ProbeStream;
import dear.equilibrium.linear.Vectors;

/**
 * Hutchinson's estimate of ‖J‖_F² with its exact gradient.
 *
 * <p>For a probe v with E[v vᵀ] = I, E‖Jᵀv‖² = ‖J‖_F². With w = Jᵀv the gradient of ‖w‖² for that
 * probe is exact: ∇‖w‖² = 2 D_w ∇(vᵀf), both for the parameters and for the state, which {@link
 * TwiceDifferentiableMap#differentiateTransposed} gives without any second backward pass.
 *
 * <p>May be used by one thread at a time; its buffers are reused. The probes depend only on the
 * step and the sample.
 *
 * <p>S. Bai, V. Koltun and J. Z. Kolter, Stabilizing equilibrium models by Jacobian regularization,
 * ICML 2021.
 */
public final class JacobianEstimate {
  private final JacobianPenalty options;
  private final ProbeStream stream = new ProbeStream(0, 0);
  private float[] probe = {};
  private float[] product = {};
  private float[] derivative = {};

  /** An estimate with its own buffers. */
  public JacobianEstimate(JacobianPenalty options) {
    this.options = options;
  }

  /**
   * Adds the penalty's gradients: those of the parameters to what the map collects, that of the
   * state to {@code gradient}. Linearises the map at z.
   *
   * @param step the training step, counted from 0
   * @param sample the index of the sample in the step
   * @return the penalty; 0, with nothing done, if it is not due at this step
   */
  public double add(
      TwiceDifferentiableMap map,
      float[] z,
      int zOffset,
      long step,
      long sample,
      float[] gradient,
      int gradientOffset) {
    if (!options.due(step)) {
      return 0;
    }
    begin(map, z, zOffset);
    double sum = 0;
    for (int i = 0; i < options.probes(); i++) {
      stream.restart(options.seed() + step, sample * options.probes() + i);
      stream.fill(options.law(), probe, 0, map.dimension());
      sum += addProbe(map, probe, 0, gradient, gradientOffset);
    }
    return sum;
  }

  /** Linearises the map at z and allocates buffers. */
  void begin(TwiceDifferentiableMap map, float[] z, int zOffset) {
    int d = map.dimension();
    if (probe.length < d) {
      probe = new float[d];
      product = new float[d];
      derivative = new float[d];
    }
    map.linearize(z, zOffset, product, 0);
  }

  /** The contribution of one probe at the linearised point. */
  double addProbe(
      TwiceDifferentiableMap map, float[] v, int vOffset, float[] gradient, int gradientOffset) {
    int d = map.dimension();
    map.multiplyTransposed(v, vOffset, product, 0);
    double factor = options.weight() / options.probes() / d;
    map.differentiateTransposed(v, vOffset, product, 0, (float) (2 * factor), derivative, 0);
    Vectors.addScaled(1, derivative, 0, gradient, gradientOffset, d);
    return factor * Vectors.squaredNorm(product, 0, d);
  }
}
