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
import java.util.Arrays;
import java.util.List;

/**
 * The convex hull by wrapping a line around the points (CLRS 33.3; Jarvis 1973). Points on a side
 * of the hull may or may not count as its corners.
 */
public final class JarvisMarch implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos        node scalar
          input  x          node scalar
          input  y          node scalar
          output in_hull    node mask
          hint   pred_h     node pointer
          hint   in_hull_h  node mask
          hint   best       node mask_one
          hint   last_point node mask_one
          hint   endpoint   node mask_one
          hint   i          node mask_one
          hint   phase      graph categorical 2
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "jarvis_march",
          "Jarvis march",
          Category.GEOMETRY,
          FEATURES,
          new JarvisMarch(),
          PointSamplers.disc(),
          new Traits(
              new InputForm.Points("x", "y"),
              new AnswerForm.Hull("in_hull"),
              Equilibrium.SCAN,
              Proof.Known.CONVEX_HULL,
              Invariance.POINT_PLACES,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.CONVEX_HULL));

  @Override
  public void execute(Execution run) {
    Points points = new Points(run);
    int n = points.count();
    int[] inHull = new int[n];
    int[] best = {0};
    int[] last = {0};
    int[] endpoint = {0};
    int[] i = {0};
    int[] phase = {0};
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(n));
    }
    run.hint("in_hull_h", inHull);
    run.hint("best", best);
    run.hint("last_point", last);
    run.hint("endpoint", endpoint);
    run.hint("i", i);
    run.hint("phase", phase);
    run.push();

    best[0] = points.lowest();
    endpoint[0] = best[0];
    phase[0] = 1;
    int[] corners = new int[n];
    int size = 0;
    boolean doubtful = false;
    // Every round marks one more point, so there are at most n rounds for any points.
    do {
      last[0] = endpoint[0];
      corners[size++] = last[0];
      inHull[last[0]] = 1;
      endpoint[0] = 0;
      i[0] = 0;
      run.push();
      for (int next = 0; next < n; next++) {
        i[0] = next;
        if (endpoint[0] == last[0]) {
          endpoint[0] = next;
        } else if (next != last[0] && next != endpoint[0]) {
          double turn = points.cross(last[0], endpoint[0], next);
          doubtful |= turn == 0;
          if (turn <= 0) {
            endpoint[0] = next;
          }
        }
        run.push();
      }
    } while (inHull[endpoint[0]] == 0);
    if (doubtful) {
      points.requireHull(Arrays.copyOf(corners, size));
    }
    run.output("in_hull", inHull);
  }
}
