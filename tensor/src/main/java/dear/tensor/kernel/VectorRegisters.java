// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;

import jdk.incubator.vector.FloatVector;

/** {@link RegisterBenchmark} with vectors. */
final class VectorRegisters {
  private VectorRegisters() {}

  static long run(int rounds) {
    FloatVector x = all(0.999999f);
    FloatVector y = all(1e-9f);
    FloatVector c0 = x;
    FloatVector c1 = x;
    FloatVector c2 = x;
    FloatVector c3 = x;
    FloatVector c4 = x;
    FloatVector c5 = x;
    FloatVector c6 = x;
    FloatVector c7 = x;
    FloatVector c8 = x;
    FloatVector c9 = x;
    for (int i = 0; i < rounds; i++) {
      c0 = c0.fma(x, y);
      c1 = c1.fma(x, y);
      c2 = c2.fma(x, y);
      c3 = c3.fma(x, y);
      c4 = c4.fma(x, y);
      c5 = c5.fma(x, y);
      c6 = c6.fma(x, y);
      c7 = c7.fma(x, y);
      c8 = c8.fma(x, y);
      c9 = c9.fma(x, y);
    }
    FloatVector low = c0.add(c1).add(c2).add(c3).add(c4);
    float sum = low.add(c5).add(c6).add(c7).add(c8).add(c9).lane(0);
    // The return value depends on the result, so that the work cannot be optimised away.
    return Float.isNaN(sum) ? 0 : 2L * 10 * LANES * rounds;
  }

  static long addAndCompare(int rounds) {
    FloatVector step = all(1e-9f);
    FloatVector a0 = all(0);
    FloatVector a1 = all(1);
    FloatVector b0 = all(2);
    FloatVector b1 = all(3);
    FloatVector b2 = all(4);
    FloatVector b3 = all(5);
    FloatVector c0 = step;
    FloatVector c1 = step;
    FloatVector c2 = step;
    FloatVector c3 = step;
    FloatVector c4 = step;
    FloatVector c5 = step;
    FloatVector c6 = step;
    FloatVector c7 = step;
    for (int i = 0; i < rounds; i++) {
      c0 = VectorCompositions.greater(a0.add(b0), c0);
      c1 = VectorCompositions.greater(a1.add(b0), c1);
      c2 = VectorCompositions.greater(a0.add(b1), c2);
      c3 = VectorCompositions.greater(a1.add(b1), c3);
      c4 = VectorCompositions.greater(a0.add(b2), c4);
      c5 = VectorCompositions.greater(a1.add(b2), c5);
      c6 = VectorCompositions.greater(a0.add(b3), c6);
      c7 = VectorCompositions.greater(a1.add(b3), c7);
      a0 = a0.add(step); // or else the sums would be the same in every round
      a1 = a1.sub(step);
    }
    FloatVector low = c0.add(c1).add(c2).add(c3);
    float sum = low.add(c4).add(c5).add(c6).add(c7).lane(0);
    return Float.isNaN(sum) ? 0 : 8L * LANES * rounds;
  }
}
