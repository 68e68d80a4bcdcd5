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
}
