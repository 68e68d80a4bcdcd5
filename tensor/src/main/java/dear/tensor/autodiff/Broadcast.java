package dear.tensor.autodiff;

/** One row, many times. */
record Broadcast(Workspace w, Value row, Value y) implements LinearMap {
  @Override
  public void apply(float[] p) {
    int cols = y.cols();
    for (int r = 0; r < w.rows(y); r++) {
      System.arraycopy(p, w.offset(row), p, w.offset(y) + r * cols, cols);
    }
  }

  @Override
  public void transpose(float[] p) {
    if (w.wants(row)) {
      w.kernels().columnSums(w.rows(y), y.cols(), p, w.offset(y), y.cols(), p, w.offset(row));
    }
  }
}
