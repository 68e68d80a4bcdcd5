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

/** Whether the segments between points 0 and 1 and between 2 and 3 meet (CLRS 33.1). */
public final class SegmentsIntersect implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos       node scalar
          input  x         node scalar
          input  y         node scalar
          output intersect graph mask
          hint   i         node mask_one
          hint   j         node mask_one
          hint   k         node mask_one
          hint   dir       node scalar
          hint   on_seg    node mask
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "segments_intersect",
          "Segments intersect",
          Category.GEOMETRY,
          FEATURES,
          new SegmentsIntersect(),
          PointSamplers.segments(),
          new Traits(
              new InputForm.TwoSegments("x", "y"),
              new AnswerForm.Decision("intersect"),
              Equilibrium.SCAN,
              Proof.Known.SEGMENTS,
              Invariance.POINT_PLACES,
              PointerReach.EDGES,
              PredecessorChain.NONE,
              Task.OWN));

  /** The ends of two segments. */
  private static final int POINTS = 4;

  @Override
  public void execute(Execution run) {
    if (run.nodes() != POINTS) {
      throw new IllegalArgumentException(
          "two segments have 4 end points: x and y need 4 values, not " + run.nodes());
    }
    Points points = new Points(run);
    int[] i = {0};
    int[] j = {0};
    int[] k = {0};
    double[] direction = new double[POINTS];
    int[] inBox = new int[POINTS];
    run.hint("i", i);
    run.hint("j", j);
    run.hint("k", k);
    run.hint("dir", direction);
    run.hint("on_seg", inBox);
    run.push();
    boolean touches = false;
    for (int end = 0; end < POINTS; end++) {
      i[0] = end < 2 ? 2 : 0;
      j[0] = i[0] + 1;
      k[0] = end;
      direction[end] = points.cross(i[0], end, j[0]);
      inBox[end] = points.inBox(i[0], j[0], end) ? 1 : 0;
      touches |= direction[end] == 0 && inBox[end] == 1;
      run.push();
    }
    boolean crosses = opposite(direction[0], direction[1]) && opposite(direction[2], direction[3]);
    run.output("intersect", crosses || touches ? 1 : 0);
  }

  private static boolean opposite(double a, double b) {
    return (a > 0 && b < 0) || (a < 0 && b > 0);
  }
}
