// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.equilibrium.FixedPointMap;
import java.util.function.IntConsumer;

/** A map that reports its evaluations to an observer, transparently to solvers. */
final class ObservedMap implements FixedPointMap {
  private final FixedPointMap map;
  private final EvaluationObserver observer;
  private final Inference.Decoded decoded;
  private int evaluations;

  ObservedMap(FixedPointMap map, EvaluationObserver observer, Inference.Decoded decoded) {
    this.map = map;
    this.observer = observer;
    this.decoded = decoded;
  }

  @Override
  public int dimension() {
    return map.dimension();
  }

  @Override
  public int rowWidth() {
    return map.rowWidth();
  }

  @Override
  public void forEachPart(int parts, IntConsumer task) {
    map.forEachPart(parts, task);
  }

  @Override
  public void apply(float[] z, int zOffset, float[] out, int outOffset) {
    evaluations++;
    observer.before(evaluations);
    map.apply(z, zOffset, out, outOffset);
    switch (decoded) {
      case IMAGE, NEXT -> observer.after(evaluations, out, outOffset, dimension());
      case POINT -> observer.after(evaluations, z, zOffset, dimension());
    }
  }
}
