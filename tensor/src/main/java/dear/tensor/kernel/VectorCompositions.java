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
 * loads serve eight sums. In the operands, what a tile reads for one k and for the next lies
 * kilobytes apart, at the powers of two of the usual widths even in the same few sets of the first
 * cache, so that nothing would stay there. It is therefore copied to one place first: all of b for
 * one vector of channels, and the two rows of a. At 64 nodes a tile then reads 16 kB of b and 8 kB
 * of a, in order.
 *
 * <p>The maximum is a comparison and a choice: the machine's own maximum would need three more
 * instructions to treat NaN and signed zeros as Java does. NaN never wins, except at k = 0.
 */
final class VectorCompositions implements Compositions {
  private static final int ROWS = 2;
  private static final int COLUMNS = 4;

  @Override
  public int scratch(int nodes) {
    int vectors = nodes * (ROWS + Math.ceilDiv(nodes, COLUMNS) * COLUMNS);
    return Math.addExact(Matrix.LINE_START, Math.multiplyExact(vectors, LANES));
  }

  @Override
  public void compose(Composition x, int from, int to, float[] scratch) {
    int n = x.nodes();
    int whole = F.loopBound(x.channels());
    for (int c = 0; c < whole; c += LANES) {
      packColumns(x, c, scratch);
      for (int i = from; i < to; i += ROWS) {
        int second = Math.min(i + 1, to - 1);
        packRows(x, i, second, c, scratch);
        for (int j = 0; j < n; j += COLUMNS) {
          tile(x, i, second, j, c, scratch);
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

  /** Where the columns from j on, a multiple of four, begin in the scratch: after two rows of a. */
  private static int columns(int n, int j) {
    return Matrix.LINE_START + (ROWS + j) * n * LANES;
  }

  /** Copies b: four columns by k, then the next four; an incomplete group repeats its last one. */
  private static void packColumns(Composition x, int c, float[] scratch) {
    float[] b = x.b().data();
    int n = x.nodes();
    for (int j = 0; j < n; j += COLUMNS) {
      int at = columns(n, j);
      int j1 = Math.min(j + 1, n - 1);
      int j2 = Math.min(j + 2, n - 1);
      int j3 = Math.min(j + 3, n - 1);
      for (int k = 0; k < n; k++, at += COLUMNS * LANES) {
        load(b, x.ofB(k, j) + c).intoArray(scratch, at);
        load(b, x.ofB(k, j1) + c).intoArray(scratch, at + LANES);
        load(b, x.ofB(k, j2) + c).intoArray(scratch, at + 2 * LANES);
        load(b, x.ofB(k, j3) + c).intoArray(scratch, at + 3 * LANES);
      }
    }
  }

  /** Copies two rows of a, by k. */
  private static void packRows(Composition x, int first, int second, int c, float[] scratch) {
    float[] a = x.a().data();
    int at = Matrix.LINE_START;
    for (int k = 0; k < x.nodes(); k++, at += ROWS * LANES) {
      load(a, x.ofA(first, k) + c).intoArray(scratch, at);
      load(a, x.ofA(second, k) + c).intoArray(scratch, at + LANES);
    }
  }

  /** Two rows and four columns; where fewer are left, the last one is computed repeatedly. */
  private static void tile(Composition x, int first, int second, int j, int c, float[] scratch) {
    int n = x.nodes();
    int a = Matrix.LINE_START;
    int b = columns(n, j);
    FloatVector left = load(scratch, a);
    FloatVector below = load(scratch, a + LANES);
    FloatVector right = load(scratch, b);
    FloatVector t00 = left.add(right);
    FloatVector t10 = below.add(right);
    right = load(scratch, b + LANES);
    FloatVector t01 = left.add(right);
    FloatVector t11 = below.add(right);
    right = load(scratch, b + 2 * LANES);
    FloatVector t02 = left.add(right);
    FloatVector t12 = below.add(right);
    right = load(scratch, b + 3 * LANES);
    FloatVector t03 = left.add(right);
    FloatVector t13 = below.add(right);
    for (int k = 1; k < n; k++) {
      a += ROWS * LANES;
      b += COLUMNS * LANES;
      left = load(scratch, a);
      below = load(scratch, a + LANES);
      right = load(scratch, b);
      t00 = greater(left.add(right), t00);
      t10 = greater(below.add(right), t10);
      right = load(scratch, b + LANES);
      t01 = greater(left.add(right), t01);
      t11 = greater(below.add(right), t11);
      right = load(scratch, b + 2 * LANES);
      t02 = greater(left.add(right), t02);
      t12 = greater(below.add(right), t12);
      right = load(scratch, b + 3 * LANES);
      t03 = greater(left.add(right), t03);
      t13 = greater(below.add(right), t13);
    }
    float[] t = x.t().data();
    int j1 = Math.min(j + 1, n - 1);
    int j2 = Math.min(j + 2, n - 1);
    int j3 = Math.min(j + 3, n - 1);
    t00.intoArray(t, x.ofT(first, j) + c);
    t01.intoArray(t, x.ofT(first, j1) + c);
    t02.intoArray(t, x.ofT(first, j2) + c);
    t03.intoArray(t, x.ofT(first, j3) + c);
    t10.intoArray(t, x.ofT(second, j) + c);
    t11.intoArray(t, x.ofT(second, j1) + c);
    t12.intoArray(t, x.ofT(second, j2) + c);
    t13.intoArray(t, x.ofT(second, j3) + c);
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
  public void tangent(Composition x, int[] winners, int from, int to) {
    VectorCompositionDerivatives.tangent(x, winners, from, to);
  }

  @Override
  public void backToA(Composition x, int[] winners, int from, int to) {
    VectorCompositionDerivatives.backToA(x, winners, from, to);
  }

  @Override
  public void backToB(Composition x, int[] winners, int from, int to) {
    VectorCompositionDerivatives.backToB(x, winners, from, to);
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
