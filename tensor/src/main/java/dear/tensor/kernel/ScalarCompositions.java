// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Compositions in plain Java: the definition. */
final class ScalarCompositions implements Compositions {
  private static final int FOUR = 4;

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
  public void tangent(Composition x, int[] winners, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int j = 0; j < x.nodes(); j++) {
        tangent(x, i, j, 0, winners);
      }
    }
  }

  /** One pair, from a channel on. */
  static void tangent(Composition x, int i, int j, int firstChannel, int[] winners) {
    float[] a = x.a().data();
    float[] b = x.b().data();
    float[] t = x.t().data();
    int channels = x.channels();
    int cell = (i * x.nodes() + j) * channels;
    int row = x.ofA(i, 0);
    int stepOfA = x.a().step();
    int column = x.ofB(0, j);
    int stepOfB = x.nodes() * x.b().step();
    int to = x.ofT(i, j);
    for (int c = firstChannel; c < channels; c++) {
      int k = winners[cell + c];
      t[to + c] = a[row + k * stepOfA + c] + b[column + k * stepOfB + c];
    }
  }

  @Override
  public void backToA(Composition x, int[] winners, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int j = 0; j < x.nodes(); j++) {
        backToA(x, i, j, 0, winners);
      }
    }
  }

  /** One pair, from a channel on. */
  static void backToA(Composition x, int i, int j, int firstChannel, int[] winners) {
    float[] a = x.a().data();
    float[] t = x.t().data();
    int channels = x.channels();
    int cell = (i * x.nodes() + j) * channels;
    int row = x.ofA(i, 0);
    int step = x.a().step();
    int of = x.ofT(i, j);
    for (int c = firstChannel; c < channels; c++) {
      a[row + winners[cell + c] * step + c] += t[of + c];
    }
  }

  @Override
  public void backToB(Composition x, int[] winners, int from, int to) {
    for (int i = 0; i < x.nodes(); i++) {
      for (int j = from; j < to; j++) {
        backToB(x, i, j, 0, winners);
      }
    }
  }

  /** One pair, from a channel on. */
  static void backToB(Composition x, int i, int j, int firstChannel, int[] winners) {
    float[] b = x.b().data();
    float[] t = x.t().data();
    int channels = x.channels();
    int cell = (i * x.nodes() + j) * channels;
    int column = x.ofB(0, j);
    int step = x.nodes() * x.b().step();
    int of = x.ofT(i, j);
    for (int c = firstChannel; c < channels; c++) {
      b[column + winners[cell + c] * step + c] += t[of + c];
    }
  }

  @Override
  public void pool(Pool x) {
    pool(x, 0);
  }

  /** From a channel on. */
  static void pool(Pool x, int firstChannel) {
    int fours = x.channels() - (x.channels() - firstChannel) % FOUR;
    for (int c = firstChannel; c < fours; c += FOUR) {
      poolFour(x, c);
    }
    float[] v = x.array();
    for (int c = fours; c < x.channels(); c++) {
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

  /** Neighbouring channels at once: rows may lie so far apart that each is another cache line. */
  private static void poolFour(Pool x, int c) {
    float[] v = x.array();
    int step = x.step();
    int at = x.at() + c;
    int end = at + x.rows() * step;
    float best0 = v[at];
    float best1 = v[at + 1];
    float best2 = v[at + 2];
    float best3 = v[at + 3];
    float sum0 = best0;
    float sum1 = best1;
    float sum2 = best2;
    float sum3 = best3;
    for (int row = at + step; row < end; row += step) {
      float number0 = v[row];
      float number1 = v[row + 1];
      float number2 = v[row + 2];
      float number3 = v[row + 3];
      best0 = number0 > best0 ? number0 : best0;
      best1 = number1 > best1 ? number1 : best1;
      best2 = number2 > best2 ? number2 : best2;
      best3 = number3 > best3 ? number3 : best3;
      sum0 += number0;
      sum1 += number1;
      sum2 += number2;
      sum3 += number3;
    }
    float share = 1f / x.rows();
    int max = x.max() + c;
    v[max] = best0;
    v[max + 1] = best1;
    v[max + 2] = best2;
    v[max + 3] = best3;
    int mean = x.mean() + c;
    v[mean] = sum0 * share;
    v[mean + 1] = sum1 * share;
    v[mean + 2] = sum2 * share;
    v[mean + 3] = sum3 * share;
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
