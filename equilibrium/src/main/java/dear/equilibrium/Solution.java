// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.equilibrium.linear.Vectors;
import java.util.Arrays;

/**
 * The result of a search: the finite point with the lowest residual, its image, and the residual
 * history.
 *
 * <p>A solution is a container that {@link EquilibriumSolver#solve} fills, repeatedly if desired:
 * its arrays grow to the largest problem seen and are then reused, in changing roles, so they may
 * be longer than {@link #dimension} and have to be asked for after each search. Both {@link #z} and
 * {@link #image} = f(z) were evaluated by the search; the residual is that of z. If no evaluation
 * was finite, both are the start and the residual is infinite.
 */
public final class Solution {
  private int dimension;
  private final float[][] arrays = new float[4][0];
  private int z; // the indices of the two arrays that are the result; the others are spare
  private int image = 1;
  private double[] residuals = {};
  private int evaluations;
  private int bestEvaluation;
  private double residual = Double.POSITIVE_INFINITY;
  private StopReason reason = StopReason.BUDGET;

  /** An empty solution. */
  public Solution() {}

  /** The length of the state. */
  public int dimension() {
    return dimension;
  }

  /** The point z, in the first {@link #dimension} elements; owned by this solution. */
  public float[] z() {
    return arrays[z];
  }

  /** Its image f(z), in the first {@link #dimension} elements; owned by this solution. */
  public float[] image() {
    return arrays[image];
  }

  /** The residual of {@link #z}, as the stop rule measures it. */
  public double residual() {
    return residual;
  }

  /** The number of evaluations of the function, including discarded points. */
  public int evaluations() {
    return evaluations;
  }

  /**
   * The evaluation, counted from 1, at which {@link #z} was found; 0 if it is the start,
   * unevaluated.
   */
  public int bestEvaluation() {
    return bestEvaluation;
  }

  /** Why the search ended. */
  public StopReason reason() {
    return reason;
  }

  /** The residual at an evaluation, counted from 1; infinite if a value was not finite. */
  public double residualAt(int evaluation) {
    if (evaluation < 1 || evaluation > evaluations) {
      throw new IndexOutOfBoundsException(
          "evaluation " + evaluation + " of " + evaluations + " (counted from 1)");
    }
    return residuals[evaluation - 1];
  }

  /** A copy of the residuals of all evaluations. */
  public double[] residualTrace() {
    return Arrays.copyOf(residuals, evaluations);
  }

  void begin(int length, int budget, float[] start, int startOffset) {
    grow(z, length);
    grow(image, length);
    if (residuals.length <= budget) {
      residuals = new double[budget + 1]; // one more for advance
    }
    dimension = length;
    evaluations = 0;
    bestEvaluation = 0;
    residual = Double.POSITIVE_INFINITY;
    System.arraycopy(start, startOffset, z(), 0, length);
    System.arraycopy(z(), 0, image(), 0, length);
  }

  /** Makes room for two more states, for a method that computes them where they can stay. */
  void addSpares() {
    for (int i = 0; i < arrays.length; i++) {
      grow(i, dimension);
    }
  }

  private void grow(int i, int length) {
    if (arrays[i].length < length) {
      arrays[i] = new float[length];
    }
  }

  /** One of the arrays, after {@link #addSpares}. */
  float[] array(int i) {
    return arrays[i];
  }

  /** Which of the arrays holds the point. */
  int place() {
    return z;
  }

  /** An array that neither holds part of the result nor is the given one. */
  int spare(int inUse) {
    int i = 0;
    while (i == z || i == image || i == inUse) {
      i++;
    }
    return i;
  }

  /** Records an evaluation; an infinite residual marks one that was not finite. */
  void note(double value) {
    residuals[evaluations++] = value;
  }

  void improve(double value, float[] x, int xOffset, float[] fx, int fxOffset) {
    residual = value;
    bestEvaluation = evaluations;
    System.arraycopy(x, xOffset, z(), 0, dimension);
    System.arraycopy(fx, fxOffset, image(), 0, dimension);
  }

  /** The same for two arrays of this solution, which stay as they are. */
  void improveInPlace(double value, int x, int fx) {
    residual = value;
    bestEvaluation = evaluations;
    z = x;
    image = fx;
  }

  void end(StopReason why) {
    reason = why;
  }

  @Override
  public String toString() {
    return reason
        + " after "
        + evaluations
        + " evaluations, residual "
        + residual
        + ", norm "
        + Vectors.norm(z(), 0, dimension);
  }
}
