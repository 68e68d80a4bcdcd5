// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.all;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The exponential, lane by lane. There is no {@code lanewise(EXP)}: it may differ between the
 * interpreter and the compiler (see {@link FastExp}).
 */
final class VectorExp {
  private VectorExp() {}

  /** {@link FastExp#exp} in each lane. */
  static FloatVector exp(FloatVector x) {
    FloatVector v = x.blend(FastExp.LOWEST, x.compare(VectorOperators.LT, FastExp.LOWEST));
    v = v.blend(FastExp.HIGHEST, x.compare(VectorOperators.GT, FastExp.HIGHEST));
    FloatVector shifted = v.fma(all(FastExp.LOG2_E), all(FastExp.ROUND));
    FloatVector n = shifted.sub(FastExp.ROUND);
    FloatVector r = n.fma(all(-FastExp.LN2_LOW), n.fma(all(-FastExp.LN2_HIGH), v));
    FloatVector p = r.fma(all(FastExp.C7), all(FastExp.C6));
    p = p.fma(r, all(FastExp.C5));
    p = p.fma(r, all(FastExp.C4));
    p = p.fma(r, all(FastExp.C3));
    p = p.fma(r, all(FastExp.C2));
    p = p.fma(r, all(1));
    p = p.fma(r, all(1));
    IntVector exponent =
        shifted
            .reinterpretAsInts()
            .add(FastExp.EXPONENT_BIAS)
            .lanewise(VectorOperators.LSHL, FastExp.MANTISSA_BITS);
    return p.mul(exponent.reinterpretAsFloats());
  }
}
