// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceFrame;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The two directions in which the states of nodes, or those of pairs of nodes, differ most, as
 * coordinates to colour them by.
 *
 * <p>All states of all evaluations are points; the directions are the first two eigenvectors of
 * their covariance, found by power iteration on a spread-out selection of points (the picture needs
 * two digits, not seven). Traces of one model share them, so that a warm and a cold search can be
 * compared by eye. Coordinates are divided by the largest one: they lie in [-1, 1].
 */
final class PrincipalColours {
  private static final int MOST_POINTS = 600;
  private static final int ITERATIONS = 30;

  private final int width;
  private final float[] mean;
  private final float[][] directions = new float[2][];
  private final double[] scales = {1, 1};

  private PrincipalColours(int width) {
    this.width = width;
    this.mean = new float[width];
  }

  /** The directions of the nodes in traces of one model. */
  static PrincipalColours ofNodes(List<Trace> traces) {
    return of(traces, Trace::nodeStates);
  }

  /** The directions of the pairs in traces of one model whose state lives on pairs. */
  static PrincipalColours ofPairs(List<Trace> traces) {
    return of(traces, (_, frame) -> frame.state());
  }

  private static PrincipalColours of(
      List<Trace> traces, BiFunction<Trace, TraceFrame, float[]> statesOf) {
    List<float[]> states = new ArrayList<>();
    for (Trace trace : traces) {
      for (TraceFrame frame : trace.frames()) {
        float[] state = statesOf.apply(trace, frame);
        if (state.length > 0 && isFinite(state)) {
          states.add(state);
        }
      }
    }
    int width = traces.getFirst().stateWidth();
    PrincipalColours colours = new PrincipalColours(width);
    colours.learn(colours.select(states));
    for (int k = 0; k < 2; k++) {
      double most = 1e-12;
      for (float[] state : states) {
        for (int at = 0; at < state.length; at += width) {
          most = Math.max(most, Math.abs(colours.project(k, state, at)));
        }
      }
      colours.scales[k] = most;
    }
    return colours;
  }

  /** The coordinate of a row, a node or a pair, in direction 0 or 1, given all rows. */
  double coordinate(int direction, float[] states, int row) {
    double coordinate = project(direction, states, row * width) / scales[direction];
    return Double.isFinite(coordinate) ? Math.clamp(coordinate, -1, 1) : 0;
  }

  private List<float[]> select(List<float[]> states) {
    List<float[]> points = new ArrayList<>();
    if (states.isEmpty()) {
      return points;
    }
    int rows = states.getFirst().length / width;
    int all = states.size() * rows;
    // Rows of pairs are regular: a stride that divides them would see the same column only.
    int stride = Math.max(1, all / MOST_POINTS);
    while (stride > 1 && BigInteger.valueOf(stride).gcd(BigInteger.valueOf(rows)).intValue() > 1) {
      stride++;
    }
    for (int k = 0; k < all; k += stride) {
      float[] point = new float[width];
      System.arraycopy(states.get(k / rows), k % rows * width, point, 0, width);
      points.add(point);
    }
    return points;
  }

  private void learn(List<float[]> points) {
    for (float[] point : points) {
      for (int j = 0; j < width; j++) {
        mean[j] += point[j] / points.size();
      }
    }
    for (float[] point : points) { // copies, subtracted from once instead of in every iteration
      for (int j = 0; j < width; j++) {
        point[j] -= mean[j];
      }
    }
    for (int k = 0; k < 2; k++) {
      float[] v = new float[width];
      for (int j = 0; j < width; j++) {
        v[j] = 1 + 0.1f * (j % 7) * (k == 0 ? 1 : -1); // must not be orthogonal to the answer
      }
      directions[k] = v;
      for (int it = 0; it < ITERATIONS; it++) {
        iterate(k, points);
      }
      orient(v);
    }
  }

  /** v ← Σ x·⟨x, v⟩, with the mean at zero, orthogonal to the direction before, of length one. */
  private void iterate(int k, List<float[]> points) {
    float[] v = directions[k];
    double[] next = new double[width];
    for (float[] point : points) {
      double along = 0;
      for (int j = 0; j < width; j++) {
        along += (double) v[j] * point[j];
      }
      for (int j = 0; j < width; j++) {
        next[j] += along * point[j];
      }
    }
    if (k == 1) {
      double overlap = 0;
      for (int j = 0; j < width; j++) {
        overlap += next[j] * directions[0][j];
      }
      for (int j = 0; j < width; j++) {
        next[j] -= overlap * directions[0][j];
      }
    }
    double norm = 0;
    for (double x : next) {
      norm += x * x;
    }
    norm = Math.sqrt(norm);
    for (int j = 0; j < width; j++) {
      v[j] = norm > 0 ? (float) (next[j] / norm) : 0;
    }
  }

  /** An eigenvector has two signs; the picture must not flip between two requests. */
  private static void orient(float[] v) {
    int largest = 0;
    for (int j = 1; j < v.length; j++) {
      if (Math.abs(v[j]) > Math.abs(v[largest])) {
        largest = j;
      }
    }
    if (v[largest] < 0) {
      for (int j = 0; j < v.length; j++) {
        v[j] = -v[j];
      }
    }
  }

  private double project(int k, float[] state, int at) {
    double sum = 0;
    for (int j = 0; j < width; j++) {
      sum += (double) directions[k][j] * (state[at + j] - mean[j]);
    }
    return sum;
  }

  private static boolean isFinite(float[] state) {
    for (float x : state) {
      if (!Float.isFinite(x)) {
        return false;
      }
    }
    return true;
  }
}
