package dear.tensor.autodiff;

/** Row index[r] of x as row r. */
record Gather(Workspace w, Value x, Index index, Value y) implements LinearMap {
  @Override
  public void apply(float[] p) {
    int cols = y.cols();
    int[] of = w.array(index);
    int at = w.start(index);
    for (int r = 0; r < w.rows(y); r++) {
      System.arraycopy(p, w.offset(x) + of[at + r] * cols, p, w.offset(y) + r * cols, cols);
    }
  }

  @Override
  public void transpose(float[] p) {
    int cols = y.cols();
    if (w.wants(x)) {
      w.kernels()
          .scatterAdd(
              w.rows(y),
              cols,
              w.array(index),
              w.start(index),
              p,
              w.offset(y),
              cols,
              p,
              w.offset(x),
              cols);
    }
  }
}
