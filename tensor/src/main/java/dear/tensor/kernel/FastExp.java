// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * The exponential in single precision, the same bits in interpreted, compiled and vector code.
 *
 * <p>{@code exp(x) = 2^n · exp(r)} with {@code n = round(x / ln 2)} and {@code |r| ≤ ln(2)/2}; ln 2
 * is split in two parts so that {@code r} is exact to the last bit, and {@code exp(r)} is its
 * Taylor polynomial of degree 7, whose remainder (5e-9) is below the rounding error of a float.
 * Adding {@code 1.5·2²³} rounds to an integer and leaves that integer in the low bits of the sum.
 * Arguments are clamped so that the result is a normal number: the error is about 1e-7 relative.
 *
 * <p>The vector implementation repeats these operations lane by lane; the platform's own {@code
 * exp} would be a different function in each compilation tier.
 */
final class FastExp {
  static final float LOWEST = -87;
  static final float HIGHEST = 88;
  static final float LOG2_E = 1.442695f;
  static final float ROUND = 12582912f; // 1.5 · 2^23
  static final float LN2_HIGH = 355f / 512;
  static final float LN2_LOW = -2.12194440e-4f;
  static final float C7 = 1f / 5040;
  static final float C6 = 1f / 720;
  static final float C5 = 1f / 120;
  static final float C4 = 1f / 24;
  static final float C3 = 1f / 6;
  static final float C2 = 0.5f;
  static final int EXPONENT_BIAS = 127;
  static final int MANTISSA_BITS = 23;

  private FastExp() {}

  static float exp(float x) {
    float clamped = x < LOWEST ? LOWEST : x > HIGHEST ? HIGHEST : x;
    float shifted = Math.fma(clamped, LOG2_E, ROUND);
    float n = shifted - ROUND;
    float r = Math.fma(n, -LN2_LOW, Math.fma(n, -LN2_HIGH, clamped));
    float p = Math.fma(C7, r, C6);
    p = Math.fma(p, r, C5);
    p = Math.fma(p, r, C4);
    p = Math.fma(p, r, C3);
    p = Math.fma(p, r, C2);
    p = Math.fma(p, r, 1);
    p = Math.fma(p, r, 1);
    int exponent = (Float.floatToRawIntBits(shifted) + EXPONENT_BIAS) << MANTISSA_BITS;
    return p * Float.intBitsToFloat(exponent);
  }

  static float sigmoid(float x) {
    return 1 / (1 + exp(-x));
  }
}
