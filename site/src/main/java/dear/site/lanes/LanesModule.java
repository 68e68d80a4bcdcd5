// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

/**
 * The module of the two loops that take most of the time, on vectors of four floats, which Java
 * compiled to WebAssembly does not have. They perform the same operations in the same order as the
 * scalar kernels, so that they give the same bits. {@code dear.site.engine.Lanes} arranges the
 * operands.
 */
public final class LanesModule {
  private static final int FLOATS = 16; // bytes of a vector
  private static final int ROWS = 4;

  private LanesModule() {}

  /** The module, as a browser loads it. */
  public static byte[] bytes() {
    WasmModule module = new WasmModule();
    module.add("available", 0, true, new WasmBody(0).constant(1));
    module.add("multiply", 6, false, multiply());
    module.add("compose", 7, false, compose());
    return module.array();
  }

  /**
   * Adds a product to y, by tiles of four rows and eight columns. For each tile of rows, x has the
   * four numbers of each column side by side; w has panels of eight columns, row by row; y has the
   * columns of all panels, row by row.
   */
  private static WasmBody multiply() {
    int x = 0;
    int tiles = 1; // at least one
    int depth = 2; // columns of x, at least one
    int w = 3;
    int panels = 4; // at least one
    int y = 5;
    WasmBody f = new WasmBody(6);
    int xEnd = f.integer();
    int xTile = f.integer();
    int xTileEnd = f.integer();
    int panel = f.integer();
    int panelEnd = f.integer();
    int wAt = f.integer();
    int yRow = f.integer();
    int[] row = {f.integer(), f.integer(), f.integer(), f.integer()};
    int step = f.integer();
    int left = f.vector();
    int right = f.vector();
    int factor = f.vector();
    int[] sums = f.vectors(2 * ROWS);

    f.get(panels).constant(2 * FLOATS).times().set(step); // bytes of a row of y
    f.get(x).get(tiles).get(depth).times().constant(FLOATS).times().plus().set(xEnd);
    f.setSum(panelEnd, y, panels, 2 * FLOATS);
    f.get(y).set(panel);
    f.until(
        panel,
        panelEnd,
        () -> {
          f.get(panel).set(yRow);
          f.get(x).set(xTile);
          f.until(
              xTile,
              xEnd,
              () -> {
                for (int r = 0; r < ROWS; r++) {
                  f.get(yRow).set(row[r]).advanceBy(yRow, step);
                  f.get(row[r]).load(0).set(sums[2 * r]);
                  f.get(row[r]).load(FLOATS).set(sums[2 * r + 1]);
                }
                f.get(w).set(wAt);
                f.setSum(xTileEnd, xTile, depth, FLOATS);
                f.until(
                    xTile,
                    xTileEnd,
                    () -> {
                      f.get(wAt).load(0).set(left);
                      f.get(wAt).load(FLOATS).set(right);
                      for (int r = 0; r < ROWS; r++) {
                        f.get(xTile).spread(4 * r).set(factor);
                        f.get(sums[2 * r]).get(factor).get(left).multiply().add().set(sums[2 * r]);
                        f.get(sums[2 * r + 1])
                            .get(factor)
                            .get(right)
                            .multiply()
                            .add()
                            .set(sums[2 * r + 1]);
                      }
                      f.advance(wAt, 2 * FLOATS);
                      f.advance(xTile, FLOATS);
                    });
                for (int r = 0; r < ROWS; r++) {
                  f.get(row[r]).get(sums[2 * r]).store(0);
                  f.get(row[r]).get(sums[2 * r + 1]).store(FLOATS);
                }
              });
          f.get(wAt).set(w); // the next panel follows
          f.advance(panel, 2 * FLOATS);
        });
    return f;
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
