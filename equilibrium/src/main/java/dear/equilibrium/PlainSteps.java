// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.equilibrium.linear.Vectors;

/** Plain iteration, damped. The residual is that of the undamped function. */
final class PlainSteps implements Steps {
  private final double damping;
  private float[] slab = {}; // the point and its image, which swap places

  PlainSteps(Method.Plain options) {
    damping = options.damping();
  }

  @Override
  public void run(FixedPointMap map, float[] start, int startOffset, Progress progress) {
    int d = map.dimension();
    slab = Steps.slab(slab, 2, d);
    int point = 0;
    int image = d;
    System.arraycopy(start, startOffset, slab, point, d);
    while (true) {
      map.apply(slab, point, slab, image);
      progress.observe(slab, point, slab, image, false);
      if (progress.over()) {
        return;
      }
      if (damping < 1) {
        Vectors.mix(1 - damping, slab, point, damping, slab, image, d);
      }
      int next = image;
      image = point;
      point = next;
    }
  }
}
