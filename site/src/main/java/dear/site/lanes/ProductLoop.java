// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

/**
 * y = b + x·w by tiles of four rows and eight columns. Matrices lie row by row, a number of bytes
 * from one row to the next (none repeats a row of b). Weights begin with a line of memory that
 * holds their rows and panels; then come the panels of eight columns, row by row. Rows beyond the
 * last one up to a whole tile are read and written, too.
 */
final class ProductLoop {
  private static final int FLOATS = LanesModule.FLOATS;
  private static final int ROWS = 4;
  private static final int UNROLLED = 4;
  private static final int PARAMETERS = 8;
  private static final int HEADER = 64;

  private final int x = 0;
  private final int xStep = 1;
  private final int tiles = 2; // at least one
  private final int w = 3;
  private final int b = 4;
  private final int bStep = 5;
  private final int y = 6;
  private final int yStep = 7;

  private final WasmBody f = new WasmBody(PARAMETERS);
  private final int depth = f.integer(); // columns of x, at least one
  private final int panels = f.integer(); // at least one
  private final int[] row = {f.integer(), f.integer(), f.integer(), f.integer()};
  private final int foursEnd = f.integer();
  private final int rowEnd = f.integer();
  private final int wAt = f.integer();
  private final int wEnd = f.integer();
  private final int xTile = f.integer();
  private final int xEnd = f.integer();
  private final int bAt = f.integer();
  private final int yAt = f.integer();
  private final int left = f.vector();
  private final int right = f.vector();
  private final int factor = f.vector();
  private final int[] sums = f.vectors(2 * ROWS);

  private ProductLoop() {}

  static void addTo(WasmModule module) {
    module.add("multiply", PARAMETERS, false, new ProductLoop().body());
  }

  private WasmBody body() {
    f.get(w).loadInteger(0).set(depth);
    f.get(w).loadInteger(4).set(panels);
    f.advance(w, HEADER);
    f.get(w).get(panels).get(depth).times().constant(2 * FLOATS).times().plus().set(wEnd);
    f.get(x).get(tiles).get(xStep).times().constant(ROWS).times().plus().set(xEnd);
    f.until(w, wEnd, this::panel);
    return f;
  }

  private void panel() {
    f.get(x).set(xTile);
    f.get(b).set(bAt);
    f.get(y).set(yAt);
    f.until(xTile, xEnd, this::tile);
    f.get(wAt).set(w); // the next panel follows
    f.advance(b, 2 * FLOATS);
    f.advance(y, 2 * FLOATS);
  }

  private void tile() {
    for (int r = 0; r < ROWS; r++) {
      f.get(xTile).set(row[r]).advanceBy(xTile, xStep);
      f.get(bAt).load(0).set(sums[2 * r]);
      f.get(bAt).load(FLOATS).set(sums[2 * r + 1]);
      f.advanceBy(bAt, bStep);
    }
    f.get(w).set(wAt);
    f.get(row[0]).get(depth).constant(-UNROLLED).and().constant(4).times().plus().set(foursEnd);
    f.setSum(rowEnd, row[0], depth, 4);
    f.whileBelow(row[0], foursEnd, () -> addProducts(UNROLLED));
    f.whileBelow(row[0], rowEnd, () -> addProducts(1));
    for (int r = 0; r < ROWS; r++) {
      f.get(yAt).get(sums[2 * r]).store(0);
      f.get(yAt).get(sums[2 * r + 1]).store(FLOATS);
      f.advanceBy(yAt, yStep);
    }
  }

  private void addProducts(int count) {
    for (int k = 0; k < count; k++) {
      f.get(wAt).load(2 * FLOATS * k).set(left);
      f.get(wAt).load(2 * FLOATS * k + FLOATS).set(right);
      for (int r = 0; r < ROWS; r++) {
        f.get(row[r]).spread(4 * k).set(factor);
        addProduct(sums[2 * r], left);
        addProduct(sums[2 * r + 1], right);
      }
    }
    f.advance(wAt, 2 * FLOATS * count);
    for (int r = 0; r < ROWS; r++) {
      f.advance(row[r], 4 * count);
    }
  }

  private void addProduct(int sum, int weights) {
    f.get(sum).get(factor).get(weights).multiply().add().set(sum);
  }
}
