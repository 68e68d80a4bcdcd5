// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.Matrix;
import java.util.Random;

/** A random problem for the message stage, in the layouts of the stage and of the reference. */
final class MessageCase {
  final int width;
  final InEdges edges;
  final MessageLayout layout;
  final float[] p;
  final float[] r;
  final float[] s;
  final float[] t;
  final float[] rDot;
  final float[] sDot;
  final float[] gM;
  final float[] gMDot;

  MessageCase(int width, InEdges edges, long seed) {
    this.width = width;
    this.edges = edges;
    Random random = new Random(seed);
    layout = MessageLayout.contiguous(width, 0);
    p = uniform(random, layout.size(), (float) (1 / Math.sqrt(width)));
    for (int c = 0; c < width; c++) {
      p[layout.first().scale() + c] = random.nextFloat(0.5f, 1.5f);
      p[layout.second().scale() + c] = random.nextFloat(0.5f, 1.5f);
    }
    int nodes = edges.nodes() * width;
    r = uniform(random, nodes, 1);
    s = uniform(random, nodes, 1);
    t = uniform(random, (edges.terms() + 1) * width, 1);
    rDot = uniform(random, nodes, 1);
    sDot = uniform(random, nodes, 1);
    gM = uniform(random, nodes, 1);
    gMDot = uniform(random, nodes, 1);
  }

  /** Receivers with no, one, a few and many edges. */
  static InEdges graph(int terms, long seed, int... degrees) {
    Random random = new Random(seed);
    int[] start = new int[degrees.length + 1];
    for (int i = 0; i < degrees.length; i++) {
      start[i + 1] = start[i] + degrees[i];
    }
    int count = start[degrees.length];
    int[] sender = new int[count];
    for (int i = 0; i < degrees.length; i++) {
      for (int e = start[i]; e < start[i + 1]; e++) {
        sender[e] = (i + e) % degrees.length;
      }
    }
    return new InEdges(start, sender, terms, uniform(random, count * terms, 1));
  }

  static float[] uniform(Random random, int count, float bound) {
    float[] x = new float[count];
    for (int i = 0; i < count; i++) {
      x[i] = random.nextFloat(-bound, bound);
    }
    return x;
  }

  static double[] doubles(float[] x) {
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i];
    }
    return y;
  }

  Matrix rows(float[] data) {
    return new Matrix(data, 0, width);
  }

  /** The winners by the reference, which the case shares. */
  ReferenceMessages reference() {
    ReferenceMessages reference = new ReferenceMessages(width, edges);
    reference.maxima(doubles(r), doubles(s), doubles(t), doubles(p));
    return reference;
  }

  /** A case in which no rectifier and no maximum is near a tie. */
  static MessageCase awayFromTies(int width, InEdges edges, double margin) {
    for (long seed = 1; seed < 1000; seed++) {
      MessageCase candidate = new MessageCase(width, edges, seed);
      if (candidate.reference().margin > margin) {
        return candidate;
      }
    }
    throw new IllegalStateException("no case away from ties in 1000 draws");
  }
}
