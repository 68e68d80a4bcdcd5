package dear.tensor.autodiff;

/** x with one row added to each of its rows. */
record AddRow(Workspace w, Value x, Value row, Value y) implements LinearMap {
  @Override
  public void apply(float[] p) {
    int cols = y.cols();
    System.arraycopy(p, w.offset(x), p, w.offset(y), w.count(y));
    for (int r = 0; r < w.rows(y); r++) {
      w.kernels().axpy(cols, 1, p, w.offset(row), p, w.offset(y) + r * cols);
    }
  }

  @Override
  public void transpose(float[] p) {
    if (w.wants(x)) {
      w.kernels().axpy(w.count(y), 1, p, w.offset(y), p, w.offset(x));
    }
    if (w.wants(row)) {
      w.kernels().columnSums(w.rows(y), y.cols(), p, w.offset(y), y.cols(), p, w.offset(row));
    }
  }
}
