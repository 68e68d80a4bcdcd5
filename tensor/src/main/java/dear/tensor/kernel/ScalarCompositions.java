package dear.tensor.kernel;

/** Compositions in plain Java: the definition. */
final class ScalarCompositions implements Compositions {
  @Override
  public void compose(Composition x, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int j = 0; j < x.nodes(); j++) {
        compose(x, i, j, 0);
      }
    }
  }

  /** One pair, from a channel on. */
  static void compose(Composition x, int i, int j, int firstChannel) {
    float[] a = x.a().array();
    float[] b = x.b().array();
    for (int c = firstChannel; c < x.channels(); c++) {
      float best = a[x.ofA(i, 0) + c] + b[x.ofB(0, j) + c];
      for (int k = 1; k < x.nodes(); k++) {
        float sum = a[x.ofA(i, k) + c] + b[x.ofB(k, j) + c];
        best = sum > best ? sum : best;
      }
      x.t().array()[x.ofT(i, j) + c] = best;
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

  /** One pair, from a channel on. Where the result is not a number, the first node wins. */
  static void winners(Composition x, int i, int j, int firstChannel, int[] winners) {
    float[] a = x.a().array();
    float[] b = x.b().array();
    int to = (i * x.nodes() + j) * x.channels();
    for (int c = firstChannel; c < x.channels(); c++) {
      float best = x.t().array()[x.ofT(i, j) + c];
      int winner = 0;
      for (int k = x.nodes() - 1; k >= 0; k--) {
        winner = a[x.ofA(i, k) + c] + b[x.ofB(k, j) + c] == best ? k : winner;
      }
      winners[to + c] = winner;
    }
  }
}
