// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.PointSamplers;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.Category;
import dear.clrs.trait.Equilibrium;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.clrs.trait.PointerReach;
import dear.clrs.trait.PredecessorChain;
import dear.clrs.trait.Proof;
import dear.clrs.trait.Task;
import dear.clrs.trait.Traits;
import java.util.List;

/**
 * The convex hull by a scan in order of angle around the lowest point (CLRS 33.3; Graham 1972).
 * Points on a side of the hull may or may not count as its corners.
 */
public final class GrahamScan implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos        node scalar
          input  x          node scalar
          input  y          node scalar
          output in_hull    node mask
          hint   best       node mask_one
          hint   atans      node scalar
          hint   in_hull_h  node mask
          hint   stack_prev node pointer
          hint   last_stack node mask_one
          hint   i          node mask_one
          hint   phase      graph categorical 5
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "graham_scan",
          "Graham scan",
          Category.GEOMETRY,
          FEATURES,
          new GrahamScan(),
          PointSamplers.disc(),
          new Traits(
              new InputForm.Points("x", "y"),
              new AnswerForm.Hull("in_hull"),
              Equilibrium.SCAN,
              Proof.Known.CONVEX_HULL,
              Invariance.POINT_PLACES,
              PointerReach.EDGES,
              PredecessorChain.NONE,
              Task.CONVEX_HULL));

  private static final int FOUND_LOWEST = 1;
  private static final int SORTED = 2;
  private static final int POPPED = 3;
  private static final int PUSHED = 4;

  @Override
  public void execute(Execution run) {
    Points points = new Points(run);
    int n = points.count();
    int[] best = {0};
    double[] angles = new double[n];
    int[] inHull = new int[n];
    int[] below = Chains.selves(n);
    int[] top = {0};
    int[] i = {0};
    int[] phase = {0};
    run.hint("best", best);
    run.hint("atans", angles);
    run.hint("in_hull_h", inHull);
    run.hint("stack_prev", below);
    run.hint("last_stack", top);
    run.hint("i", i);
    run.hint("phase", phase);
    run.push();

    int lowest = points.lowest();
    best[0] = lowest;
    top[0] = lowest;
    i[0] = lowest;
    inHull[lowest] = 1;
    phase[0] = FOUND_LOWEST;
    run.push();

    int[] order = aroundLowest(points, lowest, angles);
    phase[0] = SORTED;
    run.push();

    // Three points are taken without testing their turns.
    if (n == 3 && points.cross(0, 1, 2) == 0) {
      throw Points.degenerate("all of them lie on one line");
    }
    for (int rank = 1; rank < n; rank++) {
      int next = order[rank];
      i[0] = next;
      while (rank >= 3) {
        int last = top[0];
        if (last == lowest) {
          // The original would pop the lowest point off the stack forever.
          throw Points.degenerate(
              "point " + next + " is collinear with the lowest point and the first side");
        }
        if (points.cross(below[last], last, next) > 0) {
          break;
        }
        top[0] = below[last];
        below[last] = last;
        inHull[last] = 0;
        phase[0] = POPPED;
        run.push();
      }
      inHull[next] = 1;
      below[next] = top[0];
      top[0] = next;
      phase[0] = PUSHED;
      run.push();
    }
    run.output("in_hull", inHull);
  }

  /** The lowest point, then the others by angle around it. */
  private static int[] aroundLowest(Points points, int lowest, double[] angles) {
    for (int i = 0; i < angles.length; i++) {
      angles[i] = points.angle(lowest, i);
    }
    angles[lowest] = Double.NEGATIVE_INFINITY;
    int[] order = StableOrder.ascending(angles);
    angles[lowest] = 0;
    return order;
  }
}
