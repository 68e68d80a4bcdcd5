// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.linear;

/**
 * Standard normal numbers by the ziggurat method: the area under exp(-x²/2), x ≥ 0, is covered by
 * 256 layers of equal area, all rectangles but the lowest, which holds the tail. A number is a
 * layer and a uniform place in it; 99 of 100 places certainly lie under the curve, and only the
 * rest cost a logarithm or an exponential.
 *
 * <p>The tables and those rare cases use the strict functions, so the bits are the same on every
 * machine. Layer and place come from different bits of the same random number (J. A. Doornik, An
 * improved ziggurat method, 2005, on the weakness of the original, G. Marsaglia and W. W. Tsang,
 * The ziggurat method for generating random variables, J. Stat. Softw. 5, 2000).
 */
final class NormalLayers {
  private static final int LAYERS = 256;

  /** Where the tail begins, and the area of a layer; both from Marsaglia and Tsang. */
  private static final double TAIL = 3.654152885361009;

  private static final double AREA = 0.00492867323399;

  /** Right ends: that of layer i is at i, that of the part surely under the curve at i + 1. */
  private static final double[] END = ends();

  private static final double[] HEIGHT = heights();

  private NormalLayers() {}

  private static double[] ends() {
    double[] x = new double[LAYERS + 1];
    x[0] = AREA / density(TAIL); // as wide as a rectangle of the lowest layer's area would be
    x[1] = TAIL;
    for (int i = 2; i < LAYERS; i++) {
      x[i] = StrictMath.sqrt(-2 * StrictMath.log(AREA / x[i - 1] + density(x[i - 1])));
    }
    return x;
  }

  private static double[] heights() {
    double[] y = new double[LAYERS + 1];
    for (int i = 0; i <= LAYERS; i++) {
      y[i] = density(END[i]);
    }
    return y;
  }

  private static double density(double x) {
    return StrictMath.exp(-x * x / 2);
  }

  static double next(ProbeStream random) {
    while (true) {
      long bits = random.next();
      int layer = (int) bits & (LAYERS - 1);
      double place = (bits >> 11) * 0x1p-52; // in [-1, 1)
      double x = place * END[layer];
      if (Math.abs(x) < END[layer + 1]) {
        return x;
      }
      if (layer == 0) {
        return place < 0 ? -tail(random) : tail(random);
      }
      double height = HEIGHT[layer] + random.nextUniform() * (HEIGHT[layer + 1] - HEIGHT[layer]);
      if (height < density(x)) {
        return x;
      }
    }
  }

  /** A number above the tail's beginning (Marsaglia 1964). */
  private static double tail(ProbeStream random) {
    double beyond;
    double bound;
    do {
      beyond = -StrictMath.log(1 - random.nextUniform()) / TAIL;
      bound = -StrictMath.log(1 - random.nextUniform());
    } while (2 * bound < beyond * beyond);
    return TAIL + beyond;
  }
}
