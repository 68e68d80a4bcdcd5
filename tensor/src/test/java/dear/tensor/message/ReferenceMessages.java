// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import java.util.Arrays;

/**
 * The message stage in double precision, edge by edge, at the point {@code (x + t·ẋ + u·dir)}.
 *
 * <p>The masks of maximum and rectifiers are those of the base point: the first evaluation finds
 * them, together with their distance from flipping, and later ones use them.
 */
final class ReferenceMessages {
  final int width;
  final InEdges edges;
  final int[] receiver;
  final int[] winners;
  double margin = Double.POSITIVE_INFINITY;
  private final boolean[] open;
  private boolean masksKnown;

  ReferenceMessages(int width, InEdges edges) {
    this.width = width;
    this.edges = edges;
    receiver = new int[edges.edges()];
    for (int i = 0; i < edges.nodes(); i++) {
      Arrays.fill(receiver, edges.start(i), edges.start(i + 1), i);
    }
    winners = new int[edges.nodes() * width];
    open = new boolean[2 * edges.edges() * width];
  }

  /** The maxima, {@code nodes × width}; {@code p} has the contiguous layout. */
  double[] maxima(double[] r, double[] s, double[] t, double[] p) {
    MessageLayout at = MessageLayout.contiguous(width, 0);
    double[][] messages = new double[edges.edges()][];
    for (int e = 0; e < messages.length; e++) {
      double[] a = new double[width];
      for (int c = 0; c < width; c++) {
        a[c] = r[receiver[e] * width + c] + s[edges.senders()[e] * width + c] + t[c];
        for (int k = 0; k < edges.terms(); k++) {
          a[c] += edges.coefficients()[e * edges.terms() + k] * t[(k + 1) * width + c];
        }
      }
      double[] h = rectifiedNorm(a, p, at.first().scale(), at.first().offset(), 2 * e);
      h = linear(h, p, at.first().weight(), at.first().bias());
      h = rectifiedNorm(h, p, at.second().scale(), at.second().offset(), 2 * e + 1);
      messages[e] = linear(h, p, at.second().weight(), at.second().bias());
    }
    double[] m = new double[edges.nodes() * width];
    for (int i = 0; i < edges.nodes(); i++) {
      for (int c = 0; c < width; c++) {
        if (!masksKnown) {
          findWinner(messages, i, c);
        }
        int winner = winners[i * width + c];
        m[i * width + c] = winner < 0 ? 0 : messages[winner][c];
      }
    }
    masksKnown = true;
    return m;
  }

  private void findWinner(double[][] messages, int i, int c) {
    int best = -1;
    for (int e = edges.start(i); e < edges.start(i + 1); e++) {
      if (best < 0 || messages[e][c] > messages[best][c]) {
        margin = best < 0 ? margin : Math.min(margin, messages[e][c] - messages[best][c]);
        best = e;
      } else {
        margin = Math.min(margin, messages[best][c] - messages[e][c]);
      }
    }
    winners[i * width + c] = best;
  }

  private double[] rectifiedNorm(double[] x, double[] p, int scale, int offset, int row) {
    double mean = Arrays.stream(x).sum() / width;
    double variance = Arrays.stream(x).map(v -> (v - mean) * (v - mean)).sum() / width;
    double[] y = new double[width];
    for (int c = 0; c < width; c++) {
      double v = (x[c] - mean) / Math.sqrt(variance + 1e-5) * p[scale + c] + p[offset + c];
      if (!masksKnown) {
        open[row * width + c] = v > 0;
        margin = Math.min(margin, Math.abs(v));
      }
      y[c] = open[row * width + c] ? v : 0;
    }
    return y;
  }

  private double[] linear(double[] x, double[] p, int weight, int bias) {
    double[] y = Arrays.copyOfRange(p, bias, bias + width);
    for (int k = 0; k < width; k++) {
      for (int c = 0; c < width; c++) {
        y[c] += x[k] * p[weight + k * width + c];
      }
    }
    return y;
  }
}
