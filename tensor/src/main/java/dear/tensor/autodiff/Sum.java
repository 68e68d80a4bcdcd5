package dear.tensor.autodiff;

/** The sum of all elements, accumulated in double precision. */
record Sum(Workspace w, Value x, Value y) implements LinearMap {
  @Override
  public void apply(float[] p) {
    double sum = 0;
    int at = w.offset(x);
    for (int i = 0; i < w.count(x); i++) {
      sum += p[at + i];
    }
    p[w.offset(y)] = (float) sum;
  }

  @Override
  public void transpose(float[] p) {
    float g = p[w.offset(y)];
    int at = w.offset(x);
    for (int i = 0; i < w.count(x); i++) {
      p[at + i] += g;
    }
  }
}
