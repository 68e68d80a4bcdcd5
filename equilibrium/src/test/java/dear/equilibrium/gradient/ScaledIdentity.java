// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.gradient;

import dear.equilibrium.DifferentiableMap;
import dear.equilibrium.linear.Vectors;

/** z ↦ 0.9 z, without parameters and without allocations. */
final class ScaledIdentity implements DifferentiableMap {
  private static final double FACTOR = 0.9;
  private final int dimension;

  ScaledIdentity(int dimension) {
    this.dimension = dimension;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public void apply(float[] z, int zOffset, float[] out, int outOffset) {
    Vectors.scale(FACTOR, z, zOffset, out, outOffset, dimension);
  }

  @Override
  public void linearize(float[] z, int zOffset, float[] out, int outOffset) {
    apply(z, zOffset, out, outOffset);
  }

  @Override
  public void multiplyTransposed(float[] y, int yOffset, float[] out, int outOffset) {
    apply(y, yOffset, out, outOffset);
  }

  @Override
  public void accumulate(float[] y, int yOffset) {}
}
