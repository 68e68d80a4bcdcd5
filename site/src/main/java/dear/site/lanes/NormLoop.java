// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

import java.util.function.IntConsumer;

/**
 * Layer norm, four rows at a time, each in a lane of its own while sums are computed: so the
 * numbers of a row are added one after the other. Rows beyond the last one up to a whole tile are
 * read and written, too. In place if y is x.
 */
final class NormLoop {
  private static final int FLOATS = LanesModule.FLOATS;
  private static final int ROWS = 4;
  private static final int PARAMETERS = 8;
  private static final float EPSILON = 1e-5f;

  private final int x = 0;
  private final int xStep = 1; // bytes from row to row
  private final int y = 2;
  private final int yStep = 3;
  private final int tiles = 4; // at least one
  private final int cols = 5; // at least one
  private final int scale = 6; // offsets follow
  private final int floor = 7; // the bits of a float: results are no less

  private final WasmBody f = new WasmBody(PARAMETERS);
  private final int[] row = {f.integer(), f.integer(), f.integer(), f.integer()};
  private final int[] to = {f.integer(), f.integer(), f.integer(), f.integer()};
  private final int xEnd = f.integer();
  private final int foursEnd = f.integer();
  private final int rowEnd = f.integer();
  private final int scaleAt = f.integer();
  private final int offsetAt = f.integer();
  private final int count = f.vector(); // of columns
  private final int least = f.vector();
  private final int sum = f.vector();
  private final int mean = f.vector();
  private final int inv = f.vector();
  private final int factors = f.vector();
  private final int offsets = f.vector();
  private final int column = f.vector();
  private final int difference = f.vector();
  private final int upper = f.vector(); // two columns of the first two rows
  private final int lower = f.vector();
  private final int[] loaded = f.vectors(ROWS);
  private final int[] means = f.vectors(ROWS);
  private final int[] invs = f.vectors(ROWS);

  private NormLoop() {}

  static void addTo(WasmModule module) {
    module.add("norm", PARAMETERS, false, new NormLoop().body());
  }

  private WasmBody body() {
    f.get(cols).spreadAsFloat().set(count);
    f.get(floor).spreadBits().set(least);
    f.get(x).get(tiles).get(xStep).times().constant(ROWS).times().plus().set(xEnd);
    f.until(x, xEnd, this::tile);
    return f;
  }

  private void tile() {
    begin();
    f.floats(0).set(sum);
    overColumns(it -> f.get(sum).get(it).add().set(sum));
    f.get(sum).get(count).divide().set(mean);
    begin();
    f.floats(0).set(sum);
    overColumns(it -> {
      f.get(it).get(mean).subtract().set(difference);
      f.get(sum).get(difference).get(difference).multiply().add().set(sum);
    });
    f.get(sum).get(count).divide().floats(EPSILON).add().set(sum);
    inverseRoots();
    begin();
    for (int r = 0; r < ROWS; r++) {
      f.get(y).set(to[r]).advanceBy(y, yStep);
      f.get(mean).get(mean).choose(r, r, r, r).set(means[r]);
      f.get(inv).get(inv).choose(r, r, r, r).set(invs[r]);
    }
    f.get(scale).set(scaleAt).setSum(offsetAt, scale, cols, 4);
    f.whileBelow(row[0], foursEnd, this::writeFour);
    f.whileBelow(row[0], rowEnd, this::writeOne);
    for (int r = 0; r < ROWS; r++) {
      f.advanceBy(x, xStep);
    }
  }

  /** To the first column of the four rows. */
  private void begin() {
    f.get(x).set(row[0]);
    for (int r = 1; r < ROWS; r++) {
      f.get(row[r - 1]).get(xStep).plus().set(row[r]);
    }
    f.get(x).get(cols).constant(-4).and().constant(4).times().plus().set(foursEnd);
    f.setSum(rowEnd, x, cols, 4);
  }

  /** Each column of the four rows, one after the other. */
  private void overColumns(IntConsumer action) {
    f.whileBelow(
        row[0],
        foursEnd,
        () -> {
          for (int r = 0; r < ROWS; r++) {
            f.get(row[r]).load(0).set(loaded[r]);
          }
          for (int c = 0; c < 4; c += 2) {
            f.get(loaded[0]).get(loaded[1]).choose(c, c + 4, c + 1, c + 5).set(upper);
            f.get(loaded[2]).get(loaded[3]).choose(c, c + 4, c + 1, c + 5).set(lower);
            f.get(upper).get(lower).choose(0, 1, 4, 5).set(column);
            action.accept(column);
            f.get(upper).get(lower).choose(2, 3, 6, 7).set(column);
            action.accept(column);
          }
          advance(row, FLOATS);
        });
    f.whileBelow(
        row[0],
        rowEnd,
        () -> {
          loadColumn();
          action.accept(column);
          advance(row, 4);
        });
  }

  private void loadColumn() {
    f.get(row[3]).get(row[2]).get(row[1]).get(row[0]).spread(0);
    f.loadOne(0, 1).loadOne(0, 2).loadOne(0, 3).set(column);
  }

  private void advance(int[] pointers, int bytes) {
    for (int it : pointers) {
      f.advance(it, bytes);
    }
  }

  /** One over the roots, in double precision. */
  private void inverseRoots() {
    f.doubles(1).get(sum).toDoubles().rootsOfDoubles().divideDoubles().toFloats();
    f.doubles(1).get(sum).get(sum).choose(2, 3, 2, 3).toDoubles().rootsOfDoubles();
    f.divideDoubles().toFloats().choose(0, 1, 4, 5).set(inv);
  }

  private void writeFour() {
    f.get(scaleAt).load(0).set(factors);
    f.get(offsetAt).load(0).set(offsets);
    for (int r = 0; r < ROWS; r++) {
      f.get(to[r]).get(row[r]).load(0).get(means[r]).subtract().get(invs[r]).multiply();
      f.get(factors).multiply().get(offsets).add().get(least).greater().store(0);
    }
    advance(row, FLOATS);
    advance(to, FLOATS);
    f.advance(scaleAt, FLOATS);
    f.advance(offsetAt, FLOATS);
  }

  private void writeOne() {
    loadColumn();
    f.get(column).get(mean).subtract().get(inv).multiply().get(scaleAt).spread(0).multiply();
    f.get(offsetAt).spread(0).add().get(least).greater().set(column);
    for (int r = 0; r < ROWS; r++) {
      f.get(to[r]).get(column).storeOne(0, r);
    }
    advance(row, 4);
    advance(to, 4);
    f.advance(scaleAt, 4);
    f.advance(offsetAt, 4);
  }
}
