// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** The ceilings of the kernels: the same arithmetic in registers only. */
public final class RegisterBenchmark {
  private RegisterBenchmark() {}

  /**
   * Multiplies and adds as these kernels would, in more chains than the processor can run at once.
   *
   * @return the number of floating-point operations performed
   */
  public static long run(Kernels kernels, int rounds) {
    // The vector class is loaded only if the Vector API is available.
    return kernels.lanes() > 1 ? VectorRegisters.run(rounds) : scalar(rounds);
  }

  private static long scalar(int rounds) {
    float x = 0.999999f;
    float y = 1e-9f;
    float c0 = x;
    float c1 = x;
    float c2 = x;
    float c3 = x;
    float c4 = x;
    float c5 = x;
    float c6 = x;
    float c7 = x;
    float c8 = x;
    float c9 = x;
    for (int i = 0; i < rounds; i++) {
      c0 = c0 * x + y;
      c1 = c1 * x + y;
      c2 = c2 * x + y;
      c3 = c3 * x + y;
      c4 = c4 * x + y;
      c5 = c5 * x + y;
      c6 = c6 * x + y;
      c7 = c7 * x + y;
      c8 = c8 * x + y;
      c9 = c9 * x + y;
    }
    float sum = c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9;
    // The return value depends on the result, so that the work cannot be optimised away.
    return Float.isNaN(sum) ? 0 : 2L * 10 * rounds;
  }

  /**
   * Adds and keeps the larger as a composition would, in eight independent chains.
   *
   * @return the number of sums made and compared
   */
  public static long addAndCompare(Kernels kernels, int rounds) {
    return kernels.lanes() > 1
        ? VectorRegisters.addAndCompare(rounds)
        : scalarAddAndCompare(rounds);
  }

  private static long scalarAddAndCompare(int rounds) {
    float x = 1e-9f;
    float c0 = x;
    float c1 = x;
    float c2 = x;
    float c3 = x;
    for (int i = 0; i < rounds; i++) {
      float y = i;
      c0 = y + x > c0 ? y + x : c0;
      c1 = y - x > c1 ? y - x : c1;
      c2 = x - y > c2 ? x - y : c2;
      c3 = -x - y > c3 ? -x - y : c3;
    }
    return Float.isNaN(c0 + c1 + c2 + c3) ? 0 : 4L * rounds;
  }
}
