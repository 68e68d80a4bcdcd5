// SPDX-License-Identifier: Apache-2.0
package dear.bench;

import java.util.Random;

/** Numbers for benchmarks. */
final class Data {
  private Data() {}

  static float[] uniform(int count, float bound) {
    Random random = new Random(count);
    float[] x = new float[count];
    for (int i = 0; i < count; i++) {
      x[i] = random.nextFloat(-bound, bound);
    }
    return x;
  }
}
