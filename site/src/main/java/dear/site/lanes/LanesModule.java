// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

/**
 * The module of the loops that take most of the time, on vectors of four floats, which Java
 * compiled to WebAssembly does not have. They perform the same operations in the same order as the
 * scalar kernels, so that they give the same bits. {@code dear.site.engine.Lanes} arranges the
 * operands.
 */
public final class LanesModule {
  /** Bytes of a vector. */
  static final int FLOATS = 16;

  private LanesModule() {}

  /** The module, as a browser loads it. */
  public static byte[] bytes() {
    WasmModule module = new WasmModule();
    module.add("available", 0, true, new WasmBody(0).constant(1));
    ProductLoop.addTo(module);
    module.add("compose", 7, false, compose());
    NormLoop.addTo(module);
    SigmoidLoop.addTo(module);
    ElementLoops.addTo(module);
    ChoiceLoop.addTo(module);
    return module.array();
  }

  /**
   * For a block of four channels after the other, t[i,j] = max over k of a[i,k] + b[k,j], by tiles
   * of two rows i and four columns j. A block of a is [i][k], of t [j tile][i][4]; that of b is [j
   * tile][k][4], each element being the four channels.
   */
  private static WasmBody compose() {
    int a = 0;
    int b = 1;
    int t = 2;
    int nodes = 3;
    int rows = 4; // i, an even number
    int tiles = 5; // of j
    int blocks = 6; // of channels
    WasmBody f = new WasmBody(7);
    int aEnd = f.integer(); // of all blocks
    int aBlockEnd = f.integer();
    int aRow = f.integer();
    int aAt = f.integer();
    int aNext = f.integer(); // the second row of the tile
    int aRowEnd = f.integer();
    int bAt = f.integer();
    int bBlockEnd = f.integer();
    int width = f.integer(); // bytes of a row of a
    int[] sums = f.vectors(8);
    int first = f.vector();
    int second = f.vector();
    int of = f.vector();

    f.get(nodes).constant(FLOATS).times().set(width);
    f.get(a).get(width).get(rows).times().get(blocks).times().plus().set(aEnd);
    f.until(
        a,
        aEnd,
        () -> {
          f.get(a).get(width).get(rows).times().plus().set(aBlockEnd);
          f.get(b).get(width).get(tiles).times().constant(4).times().plus().set(bBlockEnd);
          f.until(
              b,
              bBlockEnd,
              () -> {
                f.get(a).set(aRow);
                f.until(
                    aRow,
                    aBlockEnd,
                    () -> {
                      f.get(b).set(bAt);
                      f.get(aRow).set(aAt);
                      f.get(aRow).get(width).plus().set(aRowEnd);
                      f.get(aRowEnd).set(aNext);
                      f.get(aAt).load(0).set(first);
                      f.get(aNext).load(0).set(second);
                      for (int j = 0; j < 4; j++) {
                        f.get(bAt).load(j * FLOATS).set(of);
                        f.get(first).get(of).add().set(sums[j]);
                        f.get(second).get(of).add().set(sums[4 + j]);
                      }
                      f.until(
                          aAt,
                          aRowEnd,
                          () -> { // the first k again: a maximum with itself
                            f.get(aAt).load(0).set(first);
                            f.get(aNext).load(0).set(second);
                            for (int j = 0; j < 4; j++) {
                              f.get(bAt).load(j * FLOATS).set(of);
                              f.get(sums[j]).get(first).get(of).add().greater().set(sums[j]);
                              f.get(sums[4 + j])
                                  .get(second)
                                  .get(of)
                                  .add()
                                  .greater()
                                  .set(sums[4 + j]);
                            }
                            f.advance(aAt, FLOATS);
                            f.advance(aNext, FLOATS);
                            f.advance(bAt, 4 * FLOATS);
                          });
                      for (int j = 0; j < 8; j++) {
                        f.get(t).get(sums[j]).store(j * FLOATS);
                      }
                      f.advance(t, 8 * FLOATS);
                      f.get(aNext).set(aRow);
                    });
                f.get(bAt).set(b); // the next tile follows
              });
          f.get(aBlockEnd).set(a);
        });
    return f;
  }
}
