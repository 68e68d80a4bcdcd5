// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.examples;

import dear.equilibrium.DifferentiableMap;
import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.Method;
import dear.equilibrium.Solution;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import dear.equilibrium.gradient.EquilibriumGradient;
import dear.equilibrium.gradient.GradientMethod;
import java.util.Arrays;

/**
 * The worked example of docs/equilibrium.md, which contains the code between the marks verbatim.
 */
public final class LearnACoupling {
  private LearnACoupling() {}

  // begin
  /** Magnets in outer fields x that turn each other: z_i = tanh(w · mean(z) + x_i). */
  static final class Magnets implements DifferentiableMap {
    final float[] x;
    float w;
    double gradient; // of the loss in w
    final float[] slope;
    float mean;

    Magnets(float[] x, float w) {
      this.x = x;
      this.w = w;
      this.slope = new float[x.length];
    }

    @Override
    public int dimension() {
      return x.length;
    }

    @Override
    public void apply(float[] z, int from, float[] out, int to) {
      float field = w * mean(z, from);
      for (int i = 0; i < x.length; i++) {
        out[to + i] = (float) Math.tanh(field + x[i]);
      }
    }

    @Override
    public void linearize(float[] z, int from, float[] out, int to) {
      apply(z, from, out, to);
      mean = mean(z, from);
      for (int i = 0; i < x.length; i++) {
        slope[i] = 1 - out[to + i] * out[to + i];
      }
    }

    @Override
    public void multiplyTransposed(float[] y, int from, float[] out, int to) {
      float inner = 0;
      for (int i = 0; i < x.length; i++) {
        inner += slope[i] * y[from + i];
      }
      Arrays.fill(out, to, to + x.length, w * inner / x.length);
    }

    @Override
    public void accumulate(float[] y, int from) {
      for (int i = 0; i < x.length; i++) {
        gradient += slope[i] * y[from + i] * mean;
      }
    }

    private float mean(float[] z, int from) {
      float sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += z[from + i];
      }
      return sum / x.length;
    }
  }

  /** Learns the coupling w under which the magnets come to rest as observed. */
  static float learn(float[] x, float[] observed) {
    Magnets model = new Magnets(x, 0);
    SolverOptions options = new SolverOptions(Method.Anderson.DEFAULT, StopRule.relative(1e-5, 50));
    EquilibriumSolver solver = new EquilibriumSolver(options);
    EquilibriumGradient gradient = new EquilibriumGradient(GradientMethod.Implicit.DEFAULT);
    float[] state = new float[x.length];
    float[] error = new float[x.length];
    Solution rest = solver.solve(model, state);
    for (int step = 0; step < 200; step++) {
      solver.resume(model, rest); // w has moved a little: so has the equilibrium
      gradient.forward(model, rest, state, 0);
      for (int i = 0; i < x.length; i++) {
        error[i] = (state[i] - observed[i]) / x.length; // of the loss ‖state - observed‖²/2n
      }
      model.gradient = 0;
      gradient.backward(error, 0);
      model.w -= (float) (4 * model.gradient);
    }
    return model.w;
  }
  // end
}
