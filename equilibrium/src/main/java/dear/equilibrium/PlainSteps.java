// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.equilibrium.linear.Vectors;

/**
 * Plain iteration, damped. The residual is that of the undamped function.
 *
 * <p>It works in the arrays of the solution. Usually every evaluation is better than all before it,
 * and its point and image become those of the solution without being copied.
 */
final class PlainSteps implements Steps {
  private final double damping;

  PlainSteps(Method.Plain options) {
    damping = options.damping();
  }

  @Override
  public void run(FixedPointMap map, Progress progress) {
    Solution solution = progress.solution();
    solution.addSpares();
    int point = solution.place();
    while (true) {
      int image = solution.spare(point);
      map.apply(solution.array(point), 0, solution.array(image), 0);
      boolean kept = progress.observeInPlace(map, point, image);
      if (progress.over()) {
        return;
      }
      int next = image;
      if (damping < 1) {
        int d = map.dimension();
        if (kept) {
          next = solution.spare(point);
          System.arraycopy(solution.array(image), 0, solution.array(next), 0, d);
        }
        Vectors.mix(1 - damping, solution.array(point), 0, damping, solution.array(next), 0, d);
      }
      point = next;
    }
  }
}
