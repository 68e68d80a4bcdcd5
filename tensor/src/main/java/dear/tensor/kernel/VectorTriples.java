// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.all;
import static dear.tensor.kernel.VectorLanes.load;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * {@link Triples} in the Vector API. A logit is a sum over channels in their order, so that nodes k
 * are in the lanes; α and β are transposed for that first. On the way back, channels are.
 */
final class VectorTriples implements Triples {
  private final ScalarTriples scalar = new ScalarTriples();

  @Override
  public int scratch(int nodes, int channels) {
    return Math.multiplyExact(nodes, partOf(nodes, channels));
  }

  /** Each node i has α[i,·] and β[·,i], channel by channel, and which k its edges allow. */
  private static int partOf(int nodes, int channels) {
    return Math.multiplyExact(2 * channels + 1, nodes);
  }

  @Override
  public void prepare(Triple x, int from, int to, float[] scratch) {
    float[] v = x.values();
    int n = x.nodes();
    int channels = x.channels();
    for (int i = from; i < to; i++) {
      int at = i * partOf(n, channels);
      int toBeta = at + channels * n;
      int toAllowed = at + 2 * channels * n;
      for (int k = 0; k < n; k++) {
        int alpha = x.alpha(i, k);
        int beta = x.beta(k, i);
        for (int p = 0; p < channels; p++) {
          scratch[at + p * n + k] = v[alpha + p];
          scratch[toBeta + p * n + k] = v[beta + p];
        }
        scratch[toAllowed + k] = v[x.allowed() + k * n + i];
      }
    }
  }

  @Override
  public void logits(Triple x, int from, int to, float[] scratch, int y) {
    int n = x.nodes();
    int whole = F.loopBound(n);
    for (int e = from; e < to; e++) {
      for (int k = 0; k < whole; k += LANES) {
        lanesOfLogits(x, e, k, scratch, y + e * n + k);
      }
      if (x.row(e) < whole) { // an edge may always point to its first end
        x.values()[y + e * n + x.row(e)] = logit(x, e, x.row(e));
      }
      if (whole < n) {
        ScalarTriples.logits(x, e, whole, y);
      }
    }
  }

  /** One edge and one vector of nodes. */
  private static void lanesOfLogits(Triple x, int e, int k, float[] scratch, int y) {
    float[] theta = x.theta();
    float[] v = x.values();
    int n = x.nodes();
    int channels = x.channels();
    int i = x.row(e);
    int j = x.column(e);
    int part = (2 * channels + 1) * n;
    int alpha = i * part + k;
    int beta = j * part + channels * n + k;
    int gamma = x.gamma(i, j);
    int omega = x.omega();
    FloatVector zero = FloatVector.zero(F);
    FloatVector sum = all(theta[x.bias()]);
    for (int p = 0; p < channels; p++, alpha += n, beta += n) {
      FloatVector hidden = load(scratch, alpha).add(load(scratch, beta)).add(v[gamma + p]);
      VectorMask<Float> open = hidden.compare(VectorOperators.GT, 0f);
      sum = sum.add(zero.blend(hidden.mul(theta[omega + p]), open));
    }
    VectorMask<Float> never =
        load(scratch, j * part + 2 * channels * n + k).compare(VectorOperators.EQ, 0f);
    sum.blend(Triple.NEVER, never).intoArray(v, y);
  }

  private static float logit(Triple x, int e, int k) {
    float[] v = x.values();
    float[] theta = x.theta();
    int alpha = x.alpha(x.row(e), k);
    int beta = x.beta(k, x.column(e));
    int gamma = x.gamma(x.row(e), x.column(e));
    float sum = theta[x.bias()];
    for (int p = 0; p < x.channels(); p++) {
      float hidden = v[alpha + p] + v[beta + p] + v[gamma + p];
      sum += hidden > 0 ? theta[x.omega() + p] * hidden : 0;
    }
    return sum;
  }

  @Override
  public void toInputs(Triple x, int edges, float[] plane, int y) {
    if (x.channels() % LANES != 0) {
      scalar.toInputs(x, edges, plane, y);
      return;
    }
    for (int p = 0; p < x.channels(); p += LANES) {
      for (int e = 0; e < edges; e++) {
        toInputs(x, e, p, plane, y + e * x.nodes());
      }
    }
  }

  /** One edge and one vector of channels. */
  private static void toInputs(Triple x, int e, int p, float[] plane, int y) {
    float[] v = x.values();
    int i = x.row(e);
    int j = x.column(e);
    int gamma = x.gamma(i, j) + p;
    FloatVector omega = load(x.theta(), x.omega() + p);
    FloatVector ofPair = load(v, gamma);
    FloatVector zero = FloatVector.zero(F);
    FloatVector sum = load(plane, gamma);
    for (int k = 0; k < x.nodes(); k++) {
      float g = plane[y + k];
      if (g == 0 || !x.allows(i, k, j)) {
        continue;
      }
      int alpha = x.alpha(i, k) + p;
      int beta = x.beta(k, j) + p;
      FloatVector hidden = load(v, alpha).add(load(v, beta)).add(ofPair);
      VectorMask<Float> open = hidden.compare(VectorOperators.GT, 0f);
      FloatVector share = zero.blend(omega.mul(g), open);
      load(plane, alpha).add(share).intoArray(plane, alpha);
      load(plane, beta).add(share).intoArray(plane, beta);
      sum = sum.add(share);
    }
    sum.intoArray(plane, gamma);
  }

  @Override
  public void toWeights(
      Triple x, int edges, float[] output, int y, float[] plane, float[] gradients) {
    if (x.channels() % LANES != 0) {
      scalar.toWeights(x, edges, output, y, plane, gradients);
      return;
    }
    for (int p = 0; p < x.channels(); p += LANES) {
      toWeights(x, p, edges, output, y, plane, gradients);
    }
  }

  /** One vector of channels. */
  private static void toWeights(
      Triple x, int p, int edges, float[] output, int y, float[] plane, float[] gradients) {
    float[] v = x.values();
    int n = x.nodes();
    FloatVector zero = FloatVector.zero(F);
    FloatVector sum = load(gradients, x.omega() + p);
    for (int e = 0; e < edges; e++) {
      int i = x.row(e);
      int j = x.column(e);
      int gamma = x.gamma(i, j) + p;
      for (int k = 0; k < n; k++) {
        float g = output[y + e * n + k];
        if (g == 0 || !x.allows(i, k, j)) {
          continue;
        }
        int alpha = x.alpha(i, k) + p;
        int beta = x.beta(k, j) + p;
        FloatVector hidden = load(v, alpha).add(load(v, beta)).add(load(v, gamma));
        FloatVector moved = load(plane, alpha).add(load(plane, beta)).add(load(plane, gamma));
        VectorMask<Float> open = hidden.compare(VectorOperators.GT, 0f);
        sum = sum.add(zero.blend(moved.mul(g), open));
      }
    }
    sum.intoArray(gradients, x.omega() + p);
  }
}
