// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Static methods of the JDK that the compiler's own library lacks, under their own names: {@code
 * BrowserClasses} lets the engine call these instead. A browser has one thread, so nobody is ever
 * waited for.
 */
public final class JdkGaps {
  /** Veltkamp's constant for doubles, 2²⁷ + 1. */
  private static final double SPLIT = 134_217_729;

  private JdkGaps() {}

  /**
   * {@link Math#fma(double, double, double)} as long as nothing overflows or is subnormal: the
   * exact product as two numbers, added with one rounding to odd before the last one (Boldo and
   * Melquiond, 2008).
   */
  public static double fma(double a, double b, double c) {
    double product = a * b;
    double aHigh = high(a);
    double aLow = a - aHigh;
    double bHigh = high(b);
    double bLow = b - bHigh;
    double rest = ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow;
    double low = c + rest;
    double lowError = error(c, rest, low);
    double sum = product + low;
    return sum + odd(lowError, error(product, low, sum));
  }

  /** The upper half of a number's digits. */
  private static double high(double x) {
    double scaled = SPLIT * x;
    return scaled - (scaled - x);
  }

  /** What a sum has lost to rounding. */
  private static double error(double x, double y, double sum) {
    double part = sum - x;
    return (x - (sum - part)) + (y - part);
  }

  /** A sum, whose last digit is odd if it is not exact. */
  private static double odd(double x, double y) {
    double sum = x + y;
    double error = error(x, y, sum);
    long bits = Double.doubleToRawLongBits(sum);
    if (error == 0 || (bits & 1) == 1) {
      return sum;
    }
    return Double.longBitsToDouble((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
  }

  /**
   * {@link Math#fma(float, float, float)}, but rounded twice: it differs in the last digit for
   * about one number in 2²⁹. It is in the innermost loops.
   */
  public static float fma(float a, float b, float c) {
    return (float) ((double) a * b + c);
  }

  /** {@link Math#multiplyHigh(long, long)}. */
  public static long multiplyHigh(long x, long y) {
    long xHigh = x >> 32;
    long xLow = x & 0xffff_ffffL;
    long yHigh = y >> 32;
    long yLow = y & 0xffff_ffffL;
    long middle = xHigh * yLow + ((xLow * yLow) >>> 32);
    long carried = (middle & 0xffff_ffffL) + xLow * yHigh;
    return xHigh * yHigh + (middle >> 32) + (carried >> 32);
  }

  /** {@link Float#float16ToFloat(short)}. */
  public static float float16ToFloat(short half) {
    int exponent = (half >> 10) & 0x1f;
    int digits = half & 0x3ff;
    float size =
        switch (exponent) {
          case 0 -> digits * 0x1p-24f;
          case 0x1f -> digits == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
          default -> Float.intBitsToFloat(((exponent + 112) << 23) | (digits << 13));
        };
    return half < 0 ? -size : size;
  }

  /** {@link Character#toString(int)}. */
  public static String toString(int codePoint) {
    return String.valueOf(Character.toChars(codePoint));
  }

  /** {@link java.nio.channels.Channels#newInputStream(ReadableByteChannel)}. */
  public static InputStream newInputStream(ReadableByteChannel channel) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] target, int offset, int count) throws IOException {
        return count == 0 ? 0 : channel.read(ByteBuffer.wrap(target, offset, count));
      }
    };
  }

  /** {@link Thread#onSpinWait}. */
  public static void onSpinWait() {}

  /** {@link java.util.concurrent.locks.LockSupport#park(Object)}. */
  @SuppressWarnings("DoNotCallSuggester") // the compiled code calls it in place of the JDK's
  public static void park(Object blocker) {
    throw new IllegalStateException("there is no other thread to wait for");
  }

  /** {@link java.util.concurrent.locks.LockSupport#unpark(Thread)}. */
  public static void unpark(Thread thread) {}
}
