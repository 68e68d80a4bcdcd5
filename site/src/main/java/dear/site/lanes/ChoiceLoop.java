// SPDX-License-Identifier: Apache-2.0
package dear.site.lanes;

/**
 * y[i,j] = Σ w∘(a[i] >= b[j] ? a[i] : b[j]) for each row i of a and each row j of b, 16 of these at
 * a time. They lie in groups of 16, column by column. The scalar kernels have a fused operation
 * here: the compiled engine computes it in double precision and rounds twice, and so does this.
 */
final class ChoiceLoop {
  private static final int FLOATS = LanesModule.FLOATS;
  private static final int VECTORS = 4; // of a group
  private static final int PARAMETERS = 7;

  private final int a = 0; // row by row
  private final int rows = 1; // at least one
  private final int cols = 2; // at least one
  private final int b = 3;
  private final int groups = 4; // at least one
  private final int w = 5;
  private final int y = 6; // the groups of a row side by side

  private final WasmBody f = new WasmBody(PARAMETERS);
  private final int aRow = f.integer();
  private final int aRowEnd = f.integer();
  private final int aEnd = f.integer();
  private final int bAt = f.integer();
  private final int bEnd = f.integer();
  private final int wAt = f.integer();
  private final int own = f.vector();
  private final int other = f.vector();
  private final int chosen = f.vector();
  private final int factor = f.vector();
  private final int[] sums = f.vectors(2 * VECTORS);

  private ChoiceLoop() {}

  static void addTo(WasmModule module) {
    module.add("choose", PARAMETERS, false, new ChoiceLoop().body());
  }

  private WasmBody body() {
    int group = VECTORS * FLOATS;
    f.get(a).get(rows).get(cols).times().constant(4).times().plus().set(aEnd);
    f.get(b).get(groups).get(cols).times().constant(group).times().plus().set(bEnd);
    f.until(
        a,
        aEnd,
        () -> {
          f.get(b).set(bAt);
          f.setSum(aRowEnd, a, cols, 4);
          f.until(bAt, bEnd, this::group);
          f.get(aRowEnd).set(a);
        });
    return f;
  }

  private void group() {
    f.get(a).set(aRow).get(w).set(wAt);
    for (int sum : sums) {
      f.doubles(0).set(sum);
    }
    f.until(
        aRow,
        aRowEnd,
        () -> {
          f.get(aRow).spread(0).set(own);
          f.get(wAt).spread(0).toDoubles().set(factor);
          for (int v = 0; v < VECTORS; v++) {
            f.get(bAt).load(v * FLOATS).set(other);
            f.get(own).get(other).get(own).get(other).where().set(chosen);
            f.get(chosen);
            addProduct(sums[2 * v]);
            f.get(chosen).get(chosen).choose(2, 3, 2, 3);
            addProduct(sums[2 * v + 1]);
          }
          f.advance(aRow, 4).advance(wAt, 4).advance(bAt, VECTORS * FLOATS);
        });
    for (int v = 0; v < VECTORS; v++) {
      f.get(y).get(sums[2 * v]).toFloats().get(sums[2 * v + 1]).toFloats();
      f.choose(0, 1, 4, 5).store(v * FLOATS);
    }
    f.advance(y, VECTORS * FLOATS);
  }

  private void addProduct(int sum) {
    f.toDoubles().get(factor).multiplyDoubles().get(sum).addDoubles();
    f.toFloats().toDoubles().set(sum);
  }
}
