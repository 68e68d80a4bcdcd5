// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.I;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.load;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Compositions in the Vector API: channels in lanes.
 *
 * <p>A tile of two rows i and four columns j stays in eight registers while k runs, so that six
 * loads serve eight sums. The four columns of b that a tile reads for all k are read again by the
 * next pair of rows, from the first cache: 16 kB for 64 nodes.
 *
 * <p>The maximum is a comparison and a choice: the machine's own maximum would need three more
 * instructions to treat NaN and signed zeros as Java does. NaN never wins, except at k = 0.
 */
final class VectorCompositions implements Compositions {
  private static final int COLUMNS = 4;

  @Override
  public void compose(Composition x, int from, int to) {
    int n = x.nodes();
    int whole = F.loopBound(x.channels());
    for (int c = 0; c < whole; c += LANES) {
      int j = 0;
      for (; j + COLUMNS <= n; j += COLUMNS) {
        int i = from;
        for (; i + 2 <= to; i += 2) {
          twoRows(x, i, j, c);
        }
        if (i < to) {
          oneRow(x, i, j, c);
        }
      }
      for (; j < n; j++) {
        for (int i = from; i < to; i++) {
          cell(x, i, j, c);
        }
      }
    }
    if (whole < x.channels()) {
      for (int i = from; i < to; i++) {
        for (int j = 0; j < n; j++) {
          ScalarCompositions.compose(x, i, j, whole);
        }
      }
    }
  }

  private static void twoRows(Composition x, int i, int j, int c) {
    float[] a = x.a().data();
    float[] b = x.b().data();
    int n = x.nodes();
    int aStep = x.a().step();
    int bStep = x.b().step();
    int bRow = n * bStep;
    int a0 = x.ofA(i, 0) + c;
    int a1 = x.ofA(i + 1, 0) + c;
    int b0 = x.ofB(0, j) + c;
    FloatVector left = load(a, a0);
    FloatVector below = load(a, a1);
    FloatVector t00 = left.add(load(b, b0));
    FloatVector t10 = below.add(load(b, b0));
    FloatVector t01 = left.add(load(b, b0 + bStep));
    FloatVector t11 = below.add(load(b, b0 + bStep));
    FloatVector t02 = left.add(load(b, b0 + 2 * bStep));
    FloatVector t12 = below.add(load(b, b0 + 2 * bStep));
    FloatVector t03 = left.add(load(b, b0 + 3 * bStep));
    FloatVector t13 = below.add(load(b, b0 + 3 * bStep));
    for (int k = 1; k < n; k++) {
      a0 += aStep;
      a1 += aStep;
      b0 += bRow;
      left = load(a, a0);
      below = load(a, a1);
      FloatVector right = load(b, b0);
      t00 = greater(left.add(right), t00);
      t10 = greater(below.add(right), t10);
      right = load(b, b0 + bStep);
      t01 = greater(left.add(right), t01);
      t11 = greater(below.add(right), t11);
      right = load(b, b0 + 2 * bStep);
      t02 = greater(left.add(right), t02);
      t12 = greater(below.add(right), t12);
      right = load(b, b0 + 3 * bStep);
      t03 = greater(left.add(right), t03);
      t13 = greater(below.add(right), t13);
    }
    float[] t = x.t().data();
    int step = x.t().step();
    int t0 = x.ofT(i, j) + c;
    int t1 = x.ofT(i + 1, j) + c;
    t00.intoArray(t, t0);
    t01.intoArray(t, t0 + step);
    t02.intoArray(t, t0 + 2 * step);
    t03.intoArray(t, t0 + 3 * step);
    t10.intoArray(t, t1);
    t11.intoArray(t, t1 + step);
    t12.intoArray(t, t1 + 2 * step);
    t13.intoArray(t, t1 + 3 * step);
  }

  private static void oneRow(Composition x, int i, int j, int c) {
    for (int column = j; column < j + COLUMNS; column++) {
      cell(x, i, column, c);
    }
  }

  private static void cell(Composition x, int i, int j, int c) {
    float[] a = x.a().data();
    float[] b = x.b().data();
    FloatVector best = load(a, x.ofA(i, 0) + c).add(load(b, x.ofB(0, j) + c));
    for (int k = 1; k < x.nodes(); k++) {
      best = greater(load(a, x.ofA(i, k) + c).add(load(b, x.ofB(k, j) + c)), best);
    }
    best.intoArray(x.t().data(), x.ofT(i, j) + c);
  }

  static FloatVector greater(FloatVector sum, FloatVector best) {
    return best.blend(sum, sum.compare(VectorOperators.GT, best));
  }

  @Override
  public void winners(Composition x, int from, int to, int[] winners) {
    int whole = F.loopBound(x.channels());
    for (int i = from; i < to; i++) {
      for (int j = 0; j < x.nodes(); j++) {
        for (int c = 0; c < whole; c += LANES) {
          winners(x, i, j, c, winners);
        }
        if (whole < x.channels()) {
          ScalarCompositions.winners(x, i, j, whole, winners);
        }
      }
    }
  }

  /** Down from the last k, so that the first one wins. */
  private static void winners(Composition x, int i, int j, int c, int[] winners) {
    float[] a = x.a().data();
    float[] b = x.b().data();
    FloatVector best = load(x.t().data(), x.ofT(i, j) + c);
    IntVector winner = IntVector.zero(I);
    for (int k = x.nodes() - 1; k >= 0; k--) {
      FloatVector sum = load(a, x.ofA(i, k) + c).add(load(b, x.ofB(k, j) + c));
      winner = winner.blend(k, sum.compare(VectorOperators.EQ, best).cast(I));
    }
    winner.intoArray(winners, (i * x.nodes() + j) * x.channels() + c);
  }

  @Override
  public void pool(Pool x) {
    float[] v = x.array();
    int whole = F.loopBound(x.channels());
    for (int c = 0; c < whole; c += LANES) {
      FloatVector best = load(v, x.at() + c);
      FloatVector sum = best;
      for (int k = 1; k < x.rows(); k++) {
        FloatVector number = load(v, x.at() + k * x.step() + c);
        best = greater(number, best);
        sum = sum.add(number);
      }
      best.intoArray(v, x.max() + c);
      sum.mul(1f / x.rows()).intoArray(v, x.mean() + c);
    }
    ScalarCompositions.pool(x, whole);
  }

  @Override
  public void poolWinners(Pool x, int[] winners, int winnersAt) {
    float[] v = x.array();
    int whole = F.loopBound(x.channels());
    for (int c = 0; c < whole; c += LANES) {
      FloatVector best = load(v, x.max() + c);
      IntVector winner = IntVector.zero(I);
      for (int k = x.rows() - 1; k >= 0; k--) {
        FloatVector number = load(v, x.at() + k * x.step() + c);
        winner = winner.blend(k, number.compare(VectorOperators.EQ, best).cast(I));
      }
      winner.intoArray(winners, winnersAt + c);
    }
    ScalarCompositions.poolWinners(x, winners, winnersAt, whole);
  }
}
