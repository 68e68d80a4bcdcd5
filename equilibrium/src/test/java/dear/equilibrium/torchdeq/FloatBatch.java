// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import dear.equilibrium.FixedPointMap;
import java.util.List;

/** Float functions as a batch. */
final class FloatBatch implements BatchMap {
  private final List<FixedPointMap> maps;
  private final int dimension;
  private final float[] point;
  private final float[] image;

  FloatBatch(List<FixedPointMap> maps) {
    if (maps.isEmpty()) {
      throw new IllegalArgumentException("a batch needs at least one function");
    }
    this.maps = maps;
    dimension = maps.getFirst().dimension();
    for (FixedPointMap map : maps) {
      if (map.dimension() != dimension) {
        throw new IllegalArgumentException(
            "a batch has one length, but here are "
                + dimension
                + " and "
                + map.dimension()
                + "; pad the shorter states with elements that f maps to zero");
      }
    }
    point = new float[dimension];
    image = new float[dimension];
  }

  @Override
  public int batch() {
    return maps.size();
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public void apply(double[] z, double[] out) {
    for (int b = 0; b < maps.size(); b++) {
      for (int i = 0; i < dimension; i++) {
        point[i] = (float) z[b * dimension + i];
      }
      maps.get(b).apply(point, 0, image, 0);
      for (int i = 0; i < dimension; i++) {
        out[b * dimension + i] = image[i];
      }
    }
  }
}
