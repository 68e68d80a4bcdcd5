// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Compositions in plain Java: the definition. */
final class ScalarCompositions implements Compositions {
  @Override
  public int scratch(int nodes) {
    return 0;
  }

  @Override
  public void compose(Composition x, int from, int to, float[] scratch) {
    for (int i = from; i < to; i++) {
      for (int j = 0; j < x.nodes(); j++) {
        compose(x, i, j, 0);
      }
    }
  }

  /** One pair, from a channel on. */
  static void compose(Composition x, int i, int j, int firstChannel) {
    float[] a = x.a().data();
    float[] b = x.b().data();
    for (int c = firstChannel; c < x.channels(); c++) {
      float best = a[x.ofA(i, 0) + c] + b[x.ofB(0, j) + c];
      for (int k = 1; k < x.nodes(); k++) {
        float sum = a[x.ofA(i, k) + c] + b[x.ofB(k, j) + c];
        best = sum > best ? sum : best;
      }
      x.t().data()[x.ofT(i, j) + c] = best;
    }
  }

  @Override
  public void winners(Composition x, int from, int to, int[] winners) {
    for (int i = from; i < to; i++) {
      for (int j = 0; j < x.nodes(); j++) {
        winners(x, i, j, 0, winners);
      }
    }
  }

  /** One pair, from a channel on. If the result is NaN, the first node wins. */
  static void winners(Composition x, int i, int j, int firstChannel, int[] winners) {
    float[] a = x.a().data();
    float[] b = x.b().data();
    int to = (i * x.nodes() + j) * x.channels();
    for (int c = firstChannel; c < x.channels(); c++) {
      float best = x.t().data()[x.ofT(i, j) + c];
      int winner = 0;
      for (int k = x.nodes() - 1; k >= 0; k--) {
        winner = a[x.ofA(i, k) + c] + b[x.ofB(k, j) + c] == best ? k : winner;
      }
      winners[to + c] = winner;
    }
  }

  @Override
  public void pool(Pool x) {
    pool(x, 0);
  }

  /** From a channel on. */
  static void pool(Pool x, int firstChannel) {
    float[] v = x.array();
    for (int c = firstChannel; c < x.channels(); c++) {
      float best = v[x.at() + c];
      float sum = best;
      for (int k = 1; k < x.rows(); k++) {
        float number = v[x.at() + k * x.step() + c];
        best = number > best ? number : best;
        sum += number;
      }
      v[x.max() + c] = best;
      v[x.mean() + c] = sum * (1f / x.rows());
    }
  }

  @Override
  public void poolWinners(Pool x, int[] winners, int winnersAt) {
    poolWinners(x, winners, winnersAt, 0);
  }

  static void poolWinners(Pool x, int[] winners, int winnersAt, int firstChannel) {
    float[] v = x.array();
    for (int c = firstChannel; c < x.channels(); c++) {
      int winner = 0;
      for (int k = x.rows() - 1; k >= 0; k--) {
        winner = v[x.at() + k * x.step() + c] == v[x.max() + c] ? k : winner;
      }
      winners[winnersAt + c] = winner;
    }
  }
}
