package dear.tensor.kernel;

import java.util.Arrays;

/** The kernels in plain Java: runs everywhere, and says what the vector kernels compute. */
final class ScalarKernels implements Kernels {
  /**
   * Elements of a dot product that are summed in single precision before the double sum takes over.
   */
  static final int DOT_BLOCK = 512;

  private final Compositions compositions = new ScalarCompositions();

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public Compositions compositions() {
    return compositions;
  }

  @Override
  public PackedWeights packed(int in, int out) {
    return new PackedWeights(in, out, out);
  }

  @Override
  public void pack(float[] w, int wAt, int wStep, PackedWeights into) {
    into.fill(w, wAt, wStep);
  }

  @Override
  public void packTransposed(float[] w, int wAt, int wStep, PackedWeights into) {
    into.fillTransposed(w, wAt, wStep);
  }

  @Override
  public void multiply(
      int rows, float[] a, int aAt, int aStep, PackedWeights w, float[] c, int cAt, int cStep) {
    multiplyAddBias(rows, a, aAt, aStep, w, w.zeros, 0, c, cAt, cStep);
  }

  @Override
  public void multiplyAddBias(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      PackedWeights w,
      float[] bias,
      int biasAt,
      float[] c,
      int cAt,
      int cStep) {
    for (int r = 0; r < rows; r++) {
      System.arraycopy(bias, biasAt, c, cAt + r * cStep, w.out());
    }
    multiplyAccumulate(rows, a, aAt, aStep, w, c, cAt, cStep);
  }

  @Override
  public void multiplyAccumulate(
      int rows, float[] a, int aAt, int aStep, PackedWeights w, float[] c, int cAt, int cStep) {
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < w.in(); k++) {
        axpy(w.out(), a[aAt + r * aStep + k], w.data, k * w.panel, c, cAt + r * cStep);
      }
    }
  }

  @Override
  public SparseRows sparseRows() {
    return new SparseRows(0, 0);
  }

  @Override
  public void multiplySparse(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      PackedWeights w,
      float[] bias,
      int biasAt,
      SparseRows room,
      float[] c,
      int cAt,
      int cStep) {
    for (int r = 0; r < rows; r++) {
      int cr = cAt + r * cStep;
      System.arraycopy(bias, biasAt, c, cr, w.out());
      for (int k = 0; k < w.in(); k++) {
        float x = a[aAt + r * aStep + k];
        if (x != 0) {
          axpy(w.out(), x, w.data, k * w.panel, c, cr);
        }
      }
    }
  }

  @Override
  public void combineChosen(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    Arrays.fill(y, yAt, yAt + cols, 0);
    for (int k = 0; k < count; k++) {
      int row = chosen[chosenAt + k];
      axpy(cols, x[xAt + row], w, wAt + row * cols, y, yAt);
    }
  }

  @Override
  public void dotChosen(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    for (int k = 0; k < count; k++) {
      int row = chosen[chosenAt + k];
      y[yAt + row] = (float) dot(cols, x, xAt, w, wAt + row * cols);
    }
  }

  @Override
  public void weightGradient(
      int rows,
      int in,
      int out,
      float[] a,
      int aAt,
      int aStep,
      float[] g,
      int gAt,
      int gStep,
      float[] dw,
      int dwAt,
      int dwStep) {
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < in; k++) {
        axpy(out, a[aAt + r * aStep + k], g, gAt + r * gStep, dw, dwAt + k * dwStep);
      }
    }
  }

  @Override
  public long exerciseRegisters(int rounds) {
    float x = 0.999999f;
    float y = 1e-9f;
    float c0 = x;
    float c1 = x;
    float c2 = x;
    float c3 = x;
    float c4 = x;
    float c5 = x;
    float c6 = x;
    float c7 = x;
    float c8 = x;
    float c9 = x;
    for (int i = 0; i < rounds; i++) {
      c0 = c0 * x + y;
      c1 = c1 * x + y;
      c2 = c2 * x + y;
      c3 = c3 * x + y;
      c4 = c4 * x + y;
      c5 = c5 * x + y;
      c6 = c6 * x + y;
      c7 = c7 * x + y;
      c8 = c8 * x + y;
      c9 = c9 * x + y;
    }
    float sum = c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9;
    int lanes = 1;
    // The result decides, so that the work cannot be optimised away.
    return Float.isNaN(sum) ? 0 : 2L * 10 * lanes * rounds;
  }

  @Override
  public void columnSums(
      int rows, int cols, float[] x, int xAt, int xStep, float[] sums, int sumsAt) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        sums[sumsAt + c] += x[xAt + r * xStep + c];
      }
    }
  }

  @Override
  public void layerNormInPlace(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify) {
    for (int r = 0; r < rows; r++) {
      int xr = xAt + r * xStep;
      normalize(cols, x, xr, x, xr);
      for (int c = 0; c < cols; c++) {
        x[xr + c] = affine(x[xr + c], p[scale + c], p[offset + c], rectify);
      }
    }
  }

  @Override
  public void layerNorm(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      int nr = nAt + r * nStep;
      inv[invAt + r] = normalize(cols, x, xAt + r * xStep, n, nr);
      for (int c = 0; c < cols; c++) {
        y[yAt + r * yStep + c] = affine(n[nr + c], p[scale + c], p[offset + c], rectify);
      }
    }
  }

  private static float affine(float n, float scale, float offset, boolean rectify) {
    float y = n * scale + offset;
    return rectify && y < 0 ? 0 : y;
  }

  /** Whether a gradient passes the rectifier above the normalised value. */
  private static boolean open(float n, float scale, float offset, boolean rectify) {
    return !rectify || n * scale + offset > 0;
  }

  private static float normalize(int cols, float[] x, int xr, float[] n, int nr) {
    float sum = 0;
    for (int c = 0; c < cols; c++) {
      sum += x[xr + c];
    }
    float mean = sum / cols;
    float squares = 0;
    for (int c = 0; c < cols; c++) {
      float d = x[xr + c] - mean;
      squares += d * d;
    }
    float inv = (float) (1 / Math.sqrt(squares / cols + LAYER_NORM_EPSILON));
    for (int c = 0; c < cols; c++) {
      n[nr + c] = (x[xr + c] - mean) * inv;
    }
    return inv;
  }

  @Override
  public void layerNormTangent(
      int rows,
      int cols,
      float[] xDot,
      int xDotAt,
      int xDotStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] nDot,
      int nDotAt,
      int nDotStep,
      float[] invDot,
      int invDotAt,
      float[] yDot,
      int yDotAt,
      int yDotStep) {
    for (int r = 0; r < rows; r++) {
      int xr = xDotAt + r * xDotStep;
      int nr = nAt + r * nStep;
      int nd = nDotAt + r * nDotStep;
      int yr = yDotAt + r * yDotStep;
      float s = 0;
      float t = 0;
      for (int c = 0; c < cols; c++) {
        s += xDot[xr + c];
        t += xDot[xr + c] * n[nr + c];
      }
      float mean = s / cols;
      float along = t / cols;
      float i = inv[invAt + r];
      invDot[invDotAt + r] = -i * i * along;
      for (int c = 0; c < cols; c++) {
        float d = i * (xDot[xr + c] - mean - n[nr + c] * along);
        nDot[nd + c] = d;
        yDot[yr + c] = open(n[nr + c], p[scale + c], p[offset + c], rectify) ? p[scale + c] * d : 0;
      }
    }
  }

  @Override
  public void layerNormBackward(
      int rows,
      int cols,
      float[] gy,
      int gyAt,
      int gyStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] dp,
      float[] gx,
      int gxAt,
      int gxStep,
      boolean accumulate) {
    for (int r = 0; r < rows; r++) {
      int gr = gyAt + r * gyStep;
      int nr = nAt + r * nStep;
      int xr = gxAt + r * gxStep;
      float s = 0;
      float t = 0;
      for (int c = 0; c < cols; c++) {
        float nc = n[nr + c];
        float g = open(nc, p[scale + c], p[offset + c], rectify) ? gy[gr + c] : 0;
        dp[scale + c] += g * nc;
        dp[offset + c] += g;
        s += g * p[scale + c];
        t += g * p[scale + c] * nc;
      }
      float mean = s / cols;
      float along = t / cols;
      for (int c = 0; c < cols; c++) {
        float nc = n[nr + c];
        float g = open(nc, p[scale + c], p[offset + c], rectify) ? gy[gr + c] : 0;
        float d = inv[invAt + r] * (g * p[scale + c] - mean - nc * along);
        gx[xr + c] = accumulate ? gx[xr + c] + d : d;
      }
    }
  }

  @Override
  public void layerNormBackwardTangent(
      int rows,
      int cols,
      float[] gy,
      int gyAt,
      int gyStep,
      float[] gyDot,
      int gyDotAt,
      int gyDotStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] nDot,
      int nDotAt,
      int nDotStep,
      float[] invDot,
      int invDotAt,
      float[] dpDot,
      float[] gxDot,
      int gxDotAt,
      int gxDotStep,
      boolean accumulate) {
    for (int r = 0; r < rows; r++) {
      int gr = gyAt + r * gyStep;
      int gd = gyDotAt + r * gyDotStep;
      int nr = nAt + r * nStep;
      int nd = nDotAt + r * nDotStep;
      int xr = gxDotAt + r * gxDotStep;
      float s = 0;
      float t = 0;
      float sDot = 0;
      float tDot = 0;
      for (int c = 0; c < cols; c++) {
        float nc = n[nr + c];
        float ndc = nDot[nd + c];
        boolean open = open(nc, p[scale + c], p[offset + c], rectify);
        float g = open ? gy[gr + c] : 0;
        float d = open ? gyDot[gd + c] : 0;
        dpDot[scale + c] += d * nc + g * ndc;
        dpDot[offset + c] += d;
        float gn = g * p[scale + c];
        float dn = d * p[scale + c];
        s += gn;
        t += gn * nc;
        sDot += dn;
        tDot += dn * nc + gn * ndc;
      }
      float mean = s / cols;
      float along = t / cols;
      float meanDot = sDot / cols;
      float alongDot = tDot / cols;
      for (int c = 0; c < cols; c++) {
        float nc = n[nr + c];
        boolean open = open(nc, p[scale + c], p[offset + c], rectify);
        float gn = open ? gy[gr + c] * p[scale + c] : 0;
        float dn = open ? gyDot[gd + c] * p[scale + c] : 0;
        float d =
            invDot[invDotAt + r] * (gn - mean - nc * along)
                + inv[invAt + r] * (dn - meanDot - nDot[nd + c] * along - nc * alongDot);
        gxDot[xr + c] = accumulate ? gxDot[xr + c] + d : d;
      }
    }
  }

  @Override
  public void relu(int count, float[] x, int xAt, float[] y, int yAt) {
    for (int i = 0; i < count; i++) {
      float v = x[xAt + i];
      y[yAt + i] = v < 0 ? 0 : v;
    }
  }

  @Override
  public void reluBackward(
      int count, float[] x, int xAt, float[] gy, int gyAt, float[] gx, int gxAt) {
    for (int i = 0; i < count; i++) {
      gx[gxAt + i] += x[xAt + i] > 0 ? gy[gyAt + i] : 0;
    }
  }

  @Override
  public void sigmoid(int count, float[] x, int xAt, float[] y, int yAt) {
    for (int i = 0; i < count; i++) {
      y[yAt + i] = FastExp.sigmoid(x[xAt + i]);
    }
  }

  @Override
  public void sigmoidBackward(
      int count, float[] y, int yAt, float[] gy, int gyAt, float[] gx, int gxAt) {
    for (int i = 0; i < count; i++) {
      float v = y[yAt + i];
      gx[gxAt + i] += gy[gyAt + i] * (v * (1 - v));
    }
  }

  @Override
  public void axpy(int count, float alpha, float[] x, int xAt, float[] y, int yAt) {
    for (int i = 0; i < count; i++) {
      y[yAt + i] += alpha * x[xAt + i];
    }
  }

  @Override
  public void combine(
      int count,
      float alpha,
      float[] a,
      int aAt,
      float beta,
      float[] b,
      int bAt,
      float[] y,
      int yAt) {
    for (int i = 0; i < count; i++) {
      y[yAt + i] = alpha * a[aAt + i] + beta * b[bAt + i];
    }
  }

  @Override
  public void mix(
      int count, float[] q, int qAt, float[] a, int aAt, float[] b, int bAt, float[] y, int yAt) {
    for (int i = 0; i < count; i++) {
      y[yAt + i] = q[qAt + i] * a[aAt + i] + (1 - q[qAt + i]) * b[bAt + i];
    }
  }

  @Override
  public void axpyTwice(
      int count,
      float alpha,
      float[] x,
      int xAt,
      float beta,
      float[] z,
      int zAt,
      float[] y,
      int yAt) {
    for (int i = 0; i < count; i++) {
      y[yAt + i] += alpha * x[xAt + i] + beta * z[zAt + i];
    }
  }

  @Override
  public void choose(
      int count,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float[] x,
      int xAt,
      float[] z,
      int zAt,
      float[] y,
      int yAt) {
    for (int i = 0; i < count; i++) {
      y[yAt + i] = a[aAt + i] >= b[bAt + i] ? x[xAt + i] : z[zAt + i];
    }
  }

  @Override
  public void chooseBackward(
      int count,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float alpha,
      float[] g,
      int gAt,
      float[] gx,
      int gxAt,
      float[] gz,
      int gzAt) {
    for (int i = 0; i < count; i++) {
      boolean first = a[aAt + i] >= b[bAt + i];
      float share = alpha * g[gAt + i];
      gx[gxAt + i] = first ? share : 0;
      gz[gzAt + i] += first ? 0 : share;
    }
  }

  @Override
  public void chooseDots(
      int rows,
      int cols,
      float[] v,
      float[] x,
      int aAt,
      int bAt,
      int bStep,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    for (int r = 0; r < rows; r++) {
      int b = bAt + r * bStep;
      float sum = 0;
      for (int c = 0; c < cols; c++) {
        sum = Math.fma(w[wAt + c], v[aAt + c] >= v[b + c] ? x[aAt + c] : x[b + c], sum);
      }
      y[yAt + r] = sum;
    }
  }

  @Override
  public void scale(int count, float alpha, float[] x, int xAt) {
    for (int i = 0; i < count; i++) {
      x[xAt + i] *= alpha;
    }
  }

  @Override
  public void multiplyAdd(int count, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt) {
    for (int i = 0; i < count; i++) {
      z[zAt + i] += x[xAt + i] * y[yAt + i];
    }
  }

  @Override
  public double dot(int count, float[] x, int xAt, float[] y, int yAt) {
    double total = 0;
    for (int from = 0; from < count; from += DOT_BLOCK) {
      int to = Math.min(count, from + DOT_BLOCK);
      float sum = 0;
      for (int i = from; i < to; i++) {
        sum += x[xAt + i] * y[yAt + i];
      }
      total += sum;
    }
    return total;
  }

  @Override
  public void adam(
      int count,
      float[] p,
      int pAt,
      float[] g,
      int gAt,
      float[] m,
      int mAt,
      float[] v,
      int vAt,
      AdamRates rates,
      int step) {
    float keep = rates.keep();
    float size = rates.stepSize(step);
    float root = rates.rootCorrection(step);
    float b1 = rates.beta1();
    float b2 = rates.beta2();
    for (int i = 0; i < count; i++) {
      float gi = g[gAt + i];
      float mi = b1 * m[mAt + i] + (1 - b1) * gi;
      float vi = b2 * v[vAt + i] + (1 - b2) * gi * gi;
      m[mAt + i] = mi;
      v[vAt + i] = vi;
      float denominator = (float) Math.sqrt(vi) * root + rates.epsilon();
      p[pAt + i] = p[pAt + i] * keep - size * mi / denominator;
    }
  }

  @Override
  public void gatherAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      axpy(cols, 1, x, xAt + index[indexAt + r] * xStep, y, yAt + r * yStep);
    }
  }

  @Override
  public void scatterAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      axpy(cols, 1, x, xAt + r * xStep, y, yAt + index[indexAt + r] * yStep);
    }
  }

  @Override
  public void gatherAffine(
      int rows,
      int cols,
      float[] base,
      int baseAt,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      int terms,
      float[] coefficients,
      int coefficientsAt,
      float[] vectors,
      int vectorsAt,
      int vectorsStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      int xr = xAt + index[indexAt + r] * xStep;
      int yr = yAt + r * yStep;
      for (int c = 0; c < cols; c++) {
        y[yr + c] = base[baseAt + c] + x[xr + c];
      }
      for (int k = 0; k < terms; k++) {
        float coefficient = coefficients[coefficientsAt + r * terms + k];
        axpy(cols, coefficient, vectors, vectorsAt + k * vectorsStep, y, yr);
      }
    }
  }

  @Override
  public void raiseMax(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      int first,
      float[] max,
      int maxAt,
      int[] arg,
      int argAt) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        float v = x[xAt + r * xStep + c];
        if (v > max[maxAt + c] || Float.isNaN(v)) {
          max[maxAt + c] = v;
          arg[argAt + c] = first + r;
        }
      }
    }
  }
}
