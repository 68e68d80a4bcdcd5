// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** {@link Triples} in plain Java. */
final class ScalarTriples implements Triples {
  @Override
  public int scratch(int nodes, int channels) {
    return 0;
  }

  @Override
  public void prepare(Triple x, int from, int to, float[] scratch) {
    // The values are read as they are.
  }

  @Override
  public void logits(Triple x, int from, int to, float[] scratch, int y) {
    for (int e = from; e < to; e++) {
      logits(x, e, 0, y);
    }
  }

  /** The logits of one edge for the nodes from one on. */
  static void logits(Triple x, int e, int first, int y) {
    float[] v = x.values();
    float[] theta = x.theta();
    int omega = x.omega();
    int channels = x.channels();
    int n = x.nodes();
    int i = x.row(e);
    int j = x.column(e);
    int gamma = x.gamma(i, j);
    for (int k = first; k < n; k++) {
      float sum = Triple.NEVER;
      if (x.allows(i, k, j)) {
        int alpha = x.alpha(i, k);
        int beta = x.beta(k, j);
        sum = theta[x.bias()];
        for (int p = 0; p < channels; p++) {
          float hidden = v[alpha + p] + v[beta + p] + v[gamma + p];
          sum += hidden > 0 ? theta[omega + p] * hidden : 0;
        }
      }
      v[y + e * n + k] = sum;
    }
  }

  @Override
  public void toInputs(Triple x, int edges, float[] plane, int y) {
    float[] v = x.values();
    float[] theta = x.theta();
    int omega = x.omega();
    int n = x.nodes();
    for (int e = 0; e < edges; e++) {
      int i = x.row(e);
      int j = x.column(e);
      int gamma = x.gamma(i, j);
      for (int k = 0; k < n; k++) {
        float g = plane[y + e * n + k];
        if (g == 0 || !x.allows(i, k, j)) {
          continue;
        }
        int alpha = x.alpha(i, k);
        int beta = x.beta(k, j);
        for (int p = 0; p < x.channels(); p++) {
          boolean open = v[alpha + p] + v[beta + p] + v[gamma + p] > 0;
          float share = open ? g * theta[omega + p] : 0;
          plane[alpha + p] += share;
          plane[beta + p] += share;
          plane[gamma + p] += share;
        }
      }
    }
  }

  @Override
  public void toWeights(
      Triple x, int edges, float[] output, int y, float[] plane, float[] gradients) {
    float[] v = x.values();
    int omega = x.omega();
    int n = x.nodes();
    for (int e = 0; e < edges; e++) {
      int i = x.row(e);
      int j = x.column(e);
      int gamma = x.gamma(i, j);
      for (int k = 0; k < n; k++) {
        float g = output[y + e * n + k];
        if (g == 0 || !x.allows(i, k, j)) {
          continue;
        }
        int alpha = x.alpha(i, k);
        int beta = x.beta(k, j);
        for (int p = 0; p < x.channels(); p++) {
          boolean open = v[alpha + p] + v[beta + p] + v[gamma + p] > 0;
          float moved = plane[alpha + p] + plane[beta + p] + plane[gamma + p];
          gradients[omega + p] += open ? g * moved : 0;
        }
      }
    }
  }
}
