// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** Layer norm and its derivatives, row by row. */
final class ScalarNorms implements Norms {
  @Override
  public void inPlace(int rows, Matrix x, NormParameters p) {
    for (int r = 0; r < rows; r++) {
      normalize(x, x, r);
      apply(x, p, x, r);
    }
  }

  @Override
  public void forward(int rows, Matrix x, NormParameters p, NormState state, Matrix y) {
    for (int r = 0; r < rows; r++) {
      state.inv[state.at + r] = normalize(x, state.n, r);
      apply(state.n, p, y, r);
    }
  }

  private static float normalize(Matrix x, Matrix n, int r) {
    float[] from = x.data();
    float[] to = n.data();
    int xr = x.row(r);
    int nr = n.row(r);
    int cols = x.cols();
    float sum = 0;
    for (int c = 0; c < cols; c++) {
      sum += from[xr + c];
    }
    float mean = sum / cols;
    float squares = 0;
    for (int c = 0; c < cols; c++) {
      float d = from[xr + c] - mean;
      squares += d * d;
    }
    float inv = (float) (1 / Math.sqrt(squares / cols + EPSILON));
    for (int c = 0; c < cols; c++) {
      to[nr + c] = (from[xr + c] - mean) * inv;
    }
    return inv;
  }

  private static void apply(Matrix n, NormParameters p, Matrix y, int r) {
    for (int c = 0; c < p.cols(); c++) {
      float v = affine(n.data()[n.row(r) + c], p, c);
      y.data()[y.row(r) + c] = p.rectify() && v < 0 ? 0 : v;
    }
  }

  private static float affine(float n, NormParameters p, int c) {
    return n * p.values()[p.scale() + c] + p.values()[p.offset() + c];
  }

  /** Whether a gradient passes the rectifier above the normalised value. */
  private static boolean open(float n, NormParameters p, int c) {
    return !p.rectify() || affine(n, p, c) > 0;
  }

  @Override
  public void tangent(int rows, Matrix xDot, NormParameters p, NormState state, Matrix yDot) {
    int cols = p.cols();
    float[] x = xDot.data();
    float[] n = state.n.data();
    for (int r = 0; r < rows; r++) {
      int xr = xDot.row(r);
      int nr = state.n.row(r);
      float s = 0;
      float t = 0;
      for (int c = 0; c < cols; c++) {
        s += x[xr + c];
        t += x[xr + c] * n[nr + c];
      }
      float mean = s / cols;
      float along = t / cols;
      float inv = state.inv[state.at + r];
      state.invDot[state.at + r] = -inv * inv * along;
      for (int c = 0; c < cols; c++) {
        float d = inv * (x[xr + c] - mean - n[nr + c] * along);
        state.nDot.data()[state.nDot.row(r) + c] = d;
        yDot.data()[yDot.row(r) + c] = open(n[nr + c], p, c) ? p.values()[p.scale() + c] * d : 0;
      }
    }
  }

  @Override
  public void backward(
      int rows,
      Matrix gy,
      NormParameters p,
      NormState state,
      float[] dp,
      Matrix gx,
      boolean accumulate) {
    int cols = p.cols();
    float[] n = state.n.data();
    for (int r = 0; r < rows; r++) {
      int gr = gy.row(r);
      int nr = state.n.row(r);
      int xr = gx.row(r);
      float s = 0;
      float t = 0;
      for (int c = 0; c < cols; c++) {
        float nc = n[nr + c];
        float scale = p.values()[p.scale() + c];
        float g = open(nc, p, c) ? gy.data()[gr + c] : 0;
        dp[p.scale() + c] += g * nc;
        dp[p.offset() + c] += g;
        s += g * scale;
        t += g * scale * nc;
      }
      float mean = s / cols;
      float along = t / cols;
      float inv = state.inv[state.at + r];
      for (int c = 0; c < cols; c++) {
        float nc = n[nr + c];
        float g = open(nc, p, c) ? gy.data()[gr + c] : 0;
        float d = inv * (g * p.values()[p.scale() + c] - mean - nc * along);
        gx.data()[xr + c] = accumulate ? gx.data()[xr + c] + d : d;
      }
    }
  }

  @Override
  public void backwardTangent(
      int rows,
      Matrix gy,
      Matrix gyDot,
      NormParameters p,
      NormState state,
      float[] dpDot,
      Matrix gxDot,
      boolean accumulate) {
    int cols = p.cols();
    float[] n = state.n.data();
    float[] nDot = state.nDot.data();
    for (int r = 0; r < rows; r++) {
      int gr = gy.row(r);
      int gd = gyDot.row(r);
      int nr = state.n.row(r);
      int nd = state.nDot.row(r);
      int xr = gxDot.row(r);
      float s = 0;
      float t = 0;
      float sDot = 0;
      float tDot = 0;
      for (int c = 0; c < cols; c++) {
        float nc = n[nr + c];
        float ndc = nDot[nd + c];
        boolean open = open(nc, p, c);
        float g = open ? gy.data()[gr + c] : 0;
        float d = open ? gyDot.data()[gd + c] : 0;
        dpDot[p.scale() + c] += d * nc + g * ndc;
        dpDot[p.offset() + c] += d;
        float gn = g * p.values()[p.scale() + c];
        float dn = d * p.values()[p.scale() + c];
        s += gn;
        t += gn * nc;
        sDot += dn;
        tDot += dn * nc + gn * ndc;
      }
      float mean = s / cols;
      float along = t / cols;
      float meanDot = sDot / cols;
      float alongDot = tDot / cols;
      float inv = state.inv[state.at + r];
      float invDot = state.invDot[state.at + r];
      for (int c = 0; c < cols; c++) {
        float nc = n[nr + c];
        boolean open = open(nc, p, c);
        float gn = open ? gy.data()[gr + c] * p.values()[p.scale() + c] : 0;
        float dn = open ? gyDot.data()[gd + c] * p.values()[p.scale() + c] : 0;
        float d =
            invDot * (gn - mean - nc * along)
                + inv * (dn - meanDot - nDot[nd + c] * along - nc * alongDot);
        gxDot.data()[xr + c] = accumulate ? gxDot.data()[xr + c] + d : d;
      }
    }
  }
}
