// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

/** Functions of one element at a time, over at least one vector. In place if y is an operand. */
final class ElementLoops {
  private static final int FLOATS = LanesModule.FLOATS;

  private ElementLoops() {}

  static void addTo(WasmModule module) {
    module.add("relu", 3, false, relu());
    module.add("clamp", 5, false, clamp());
    module.add("combine", 6, false, combine());
    module.add("mix", 5, false, mix());
  }

  /** y = max(x, 0). Parameters: x, its end, y. */
  private static WasmBody relu() {
    WasmBody f = new WasmBody(3);
    f.until(
        0,
        1,
        () -> {
          f.get(2).get(0).load(0).floats(0).greater().store(0);
          f.advance(0, FLOATS).advance(2, FLOATS);
        });
    return f;
  }

  /** y = x between two limits. Parameters: x, its end, the bits of the limits, y. */
  private static WasmBody clamp() {
    WasmBody f = new WasmBody(5);
    int lowest = f.vector();
    int highest = f.vector();
    f.get(2).spreadBits().set(lowest);
    f.get(3).spreadBits().set(highest);
    f.until(
        0,
        1,
        () -> {
          f.get(4).get(0).load(0).get(highest).less().get(lowest).greater().store(0);
          f.advance(0, FLOATS).advance(4, FLOATS);
        });
    return f;
  }

  /** y = alpha·a + beta·b. Parameters: a, its end, b, the bits of alpha and beta, y. */
  private static WasmBody combine() {
    WasmBody f = new WasmBody(6);
    int alpha = f.vector();
    int beta = f.vector();
    f.get(3).spreadBits().set(alpha);
    f.get(4).spreadBits().set(beta);
    f.until(
        0,
        1,
        () -> {
          f.get(5).get(alpha).get(0).load(0).multiply().get(beta).get(2).load(0).multiply();
          f.add().store(0);
          f.advance(0, FLOATS).advance(2, FLOATS).advance(5, FLOATS);
        });
    return f;
  }

  /** y = q·a + (1 - q)·b. Parameters: q, its end, a, b, y. */
  private static WasmBody mix() {
    WasmBody f = new WasmBody(5);
    int share = f.vector();
    f.until(
        0,
        1,
        () -> {
          f.get(0).load(0).set(share);
          f.get(4).get(share).get(2).load(0).multiply();
          f.floats(1).get(share).subtract().get(3).load(0).multiply().add().store(0);
          f.advance(0, FLOATS).advance(2, FLOATS).advance(3, FLOATS).advance(4, FLOATS);
        });
    return f;
  }
}
