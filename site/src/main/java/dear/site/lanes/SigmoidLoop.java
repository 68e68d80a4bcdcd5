// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

import java.util.Arrays;

/**
 * The sigmoid of the scalar kernels: {@code FastExp} operation by operation. Where that has a fused
 * operation, the compiled engine computes in double precision and rounds twice, and so does this.
 */
final class SigmoidLoop {
  private static final int FLOATS = LanesModule.FLOATS;
  private static final int PARAMETERS = 3;

  // As in FastExp.
  private static final float LOWEST = -87;
  private static final float HIGHEST = 88;
  private static final float LOG2_E = 1.442695f;
  private static final float ROUND = 12582912f;
  private static final float LN2_HIGH = 355f / 512;
  private static final float LN2_LOW = -2.12194440e-4f;
  private static final float[] COEFFICIENTS = {
    1f / 5040, 1f / 720, 1f / 120, 1f / 24, 1f / 6, 0.5f, 1, 1
  };
  private static final int EXPONENT_BIAS = 127;
  private static final int MANTISSA_BITS = 23;

  private final int x = 0;
  private final int xEnd = 1; // at least one vector
  private final int y = 2;

  private final WasmBody f = new WasmBody(PARAMETERS);
  private final int clamped = f.vector();
  private final int shifted = f.vector();
  private final int[] half = f.vectors(2); // of the argument, as doubles
  private final int[] rest = f.vectors(2);
  private final int[] power = f.vectors(2); // what is multiplied by a power of two
  private final int[] shiftedHalf = f.vectors(2);
  private final int log2E = f.vector();
  private final int round = f.vector();
  private final int ln2High = f.vector();
  private final int ln2Low = f.vector();
  private final int[] coefficients = f.vectors(COEFFICIENTS.length);

  private SigmoidLoop() {}

  static void addTo(WasmModule module) {
    module.add("sigmoid", PARAMETERS, false, new SigmoidLoop().body());
  }

  private WasmBody body() {
    f.doubles(LOG2_E).set(log2E);
    f.doubles(ROUND).set(round);
    f.doubles(-LN2_HIGH).set(ln2High);
    f.doubles(-LN2_LOW).set(ln2Low);
    for (int i = 0; i < COEFFICIENTS.length; i++) {
      f.doubles(COEFFICIENTS[i]).set(coefficients[i]);
    }
    f.until(
        x,
        xEnd,
        () -> {
          f.get(x).load(0).negate().floats(LOWEST).greater().floats(HIGHEST).less().set(clamped);
          f.get(clamped).toDoubles().set(half[0]);
          f.get(clamped).get(clamped).choose(2, 3, 2, 3).toDoubles().set(half[1]);
          for (int i = 0; i < 2; i++) {
            exponential(i);
          }
          f.get(shiftedHalf[0]).get(shiftedHalf[1]).choose(0, 1, 4, 5).set(shifted);
          f.get(y).floats(1).floats(1);
          f.get(power[0]).toFloats().get(power[1]).toFloats().choose(0, 1, 4, 5);
          f.get(shifted).constant(EXPONENT_BIAS).spreadBits().addIntegers();
          f.shiftLeft(MANTISSA_BITS).multiply().add().divide().store(0);
          f.advance(x, FLOATS);
          f.advance(y, FLOATS);
        });
    return f;
  }

  /** Two of four exponentials, as far as the fused operations go. */
  private void exponential(int i) {
    f.get(half[i]).get(log2E).multiplyDoubles().get(round).addDoubles();
    f.toFloats().set(shiftedHalf[i]);
    f.get(shiftedHalf[i]).floats(ROUND).subtract().toDoubles().set(power[i]); // n
    f.get(power[i]).get(ln2High).multiplyDoubles().get(half[i]).addDoubles().toFloats();
    f.toDoubles().get(power[i]).get(ln2Low).multiplyDoubles().addDoubles().toFloats();
    f.toDoubles().set(rest[i]);
    f.get(coefficients[0]).set(power[i]);
    Arrays.stream(coefficients)
        .skip(1)
        .forEach(it -> {
          f.get(power[i]).get(rest[i]).multiplyDoubles().get(it).addDoubles();
          f.toFloats().toDoubles().set(power[i]);
        });
  }
}
