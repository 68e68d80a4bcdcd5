// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.diagnostics;

import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.FixedPointMap;
import dear.equilibrium.Solution;
import dear.equilibrium.StopReason;
import dear.equilibrium.linear.ProbeLaw;
import dear.equilibrium.linear.ProbeStream;
import dear.equilibrium.linear.Vectors;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether searches from different starts end at the same point: a model whose equilibrium does not
 * depend on the path extrapolates better (C. Anil et al., Path independent equilibrium models can
 * better exploit test-time computation, NeurIPS 2022).
 *
 * @param distance the greatest Euclidean distance between two of the points found
 * @param relativeDistance the same divided by the greatest norm of a point
 * @param reasons why each search ended; a distance means little where one did not converge
 */
public record PathIndependence(double distance, double relativeDistance, List<StopReason> reasons) {

  /** Searches from every start and compares the ends. */
  public static PathIndependence of(
      EquilibriumSolver solver, FixedPointMap map, List<float[]> starts) {
    if (starts.size() < 2) {
      throw new IllegalArgumentException(
          "path independence needs at least 2 starts, not " + starts.size());
    }
    int d = map.dimension();
    List<Solution> ends = new ArrayList<>();
    double distance = 0;
    double norm = 0;
    for (float[] start : starts) {
      Solution end = solver.solve(map, start);
      for (Solution other : ends) {
        double squared = Vectors.squaredDistance(end.z(), 0, other.z(), 0, d);
        distance = Math.max(distance, Math.sqrt(squared));
      }
      norm = Math.max(norm, Vectors.norm(end.z(), 0, d));
      ends.add(end);
    }
    return new PathIndependence(
        distance, norm == 0 ? 0 : distance / norm, ends.stream().map(Solution::reason).toList());
  }

  /** Zeros, then random starts: standard normal with about half of the entries zero. */
  public static List<float[]> mixedStarts(int dimension, int count, long seed) {
    List<float[]> starts = new ArrayList<>();
    starts.add(new float[dimension]);
    for (int i = 1; i < count; i++) {
      ProbeStream stream = new ProbeStream(seed, i);
      float[] start = new float[dimension];
      stream.fill(ProbeLaw.GAUSSIAN, start, 0, dimension);
      for (int j = 0; j < dimension; j++) {
        if (stream.next() < 0) {
          start[j] = 0;
        }
      }
      starts.add(start);
    }
    return starts;
  }
}
