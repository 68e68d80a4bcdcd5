package dear.tensor.autodiff;

/** Linear combinations, element by element. */
final class Elementwise {
  private Elementwise() {}

  static Step scale(Workspace w, Value x, float alpha, Value y) {
    return LinearMap.step(
        w,
        new LinearMap() {
          @Override
          public void apply(float[] p) {
            int out = w.offset(y);
            int in = w.offset(x);
            for (int i = 0; i < w.count(y); i++) {
              p[out + i] = alpha * p[in + i];
            }
          }

          @Override
          public void transpose(float[] p) {
            addTo(w, x, alpha, y, p);
          }
        });
  }

  static Step combine(Workspace w, Value a, float alpha, Value b, float beta, Value y) {
    return LinearMap.step(
        w,
        new LinearMap() {
          @Override
          public void apply(float[] p) {
            w.kernels()
                .combine(w.count(y), alpha, p, w.offset(a), beta, p, w.offset(b), p, w.offset(y));
          }

          @Override
          public void transpose(float[] p) {
            addTo(w, a, alpha, y, p);
            addTo(w, b, beta, y, p);
          }
        });
  }

  private static void addTo(Workspace w, Value x, float alpha, Value y, float[] p) {
    if (w.wants(x)) {
      w.kernels().axpy(w.count(y), alpha, p, w.offset(y), p, w.offset(x));
    }
  }
}
