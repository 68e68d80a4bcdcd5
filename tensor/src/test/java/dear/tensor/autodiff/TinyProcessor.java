// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.message.InEdges;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.List;
import java.util.Optional;

/** A gated message-passing step with a pointer decoder: all kinds of steps in one program. */
final class TinyProcessor {
  final ParameterLayout layout;
  final Program program;
  final Value key;
  private final Value one;
  final Value h;
  final Value next;
  final Value loss;
  final Index senders;
  final Index receivers;
  final Index target;
  final Edges edges;

  TinyProcessor(int width) {
    ParameterLayout.Builder p = ParameterLayout.builder();
    Linear encode = p.linear("encode", 1, width);
    Linear in = p.linear("receiver", 2 * width, width);
    Parameter out = p.linear("sender", 2 * width, width).weight();
    Linear constant = p.linear("constant", 1, width);
    Norm norm1 = p.norm("norm1", width);
    Linear first = p.linear("first", width, width);
    Norm norm2 = p.norm("norm2", width);
    Linear second = p.linear("second", width, width);
    Linear update = p.linear("update", 3 * width, width);
    Norm norm3 = p.norm("norm3", width);
    Linear gate1 = p.linear("gate1", 3 * width, width);
    Linear gate2 = p.linear("gate2", width, width);
    Linear source = p.linear("source", width, width);
    Linear sink = p.linear("sink", width, width);
    Linear score = p.linear("score", width, 1);
    layout = p.build();

    ProgramBuilder b = Program.builder();
    key = b.constant("key", Rows.NODES, 1);
    one = b.constant("one", Rows.GRAPH, 1);
    h = b.state("h", Rows.NODES, width);
    senders = b.index("senders", Rows.EDGES, Rows.NODES);
    receivers = b.index("receivers", Rows.EDGES, Rows.NODES);
    target = b.optionalIndex("target", Rows.NODES, Rows.EDGES);
    edges = b.edges("edges", 0);
    Value u = b.linear(key, encode);
    Value r = b.linear(List.of(u, h), in);
    Value s =
        b.linear(
            List.of(u, h), List.of(out.rows(0, width), out.rows(width, width)), Optional.empty());
    Value m = b.messages(edges, r, s, b.linear(one, constant), norm1, first, norm2, second);
    Value o = b.layerNorm(b.linear(List.of(u, h, m), update), norm3);
    Value q = b.sigmoid(b.linear(b.relu(b.linear(List.of(u, h, m), gate1)), gate2));
    next = b.gate(q, o, h);
    Value from = b.gather(b.linear(next, source), senders);
    Value to = b.gather(b.linear(next, sink), receivers);
    Value logits = b.linear(b.relu(b.add(from, to)), score);
    loss = b.crossEntropy(b.logSoftmax(logits, senders), target);
    program = b.build();
  }

  /** A complete graph of some size, edges by receiver. */
  static final class Graph {
    final GraphSize size;
    final int[] senders;
    final int[] receivers;
    final int[] target;
    final InEdges edges;
    final float[] key;
    final float[] h;

    Graph(int nodes, int width, long seed) {
      RandomStream random = new RandomStream(seed);
      size = new GraphSize(nodes, nodes * nodes);
      senders = new int[nodes * nodes];
      receivers = new int[nodes * nodes];
      int[] start = new int[nodes + 1];
      for (int e = 0; e < senders.length; e++) {
        receivers[e] = e / nodes;
        senders[e] = e % nodes;
      }
      target = new int[nodes];
      key = new float[nodes];
      h = new float[nodes * width];
      for (int i = 0; i < nodes; i++) {
        start[i + 1] = (i + 1) * nodes;
        target[i] = i == 0 ? -1 : ((int) (random.nextDouble() * nodes)) * nodes + i;
        key[i] = (float) random.nextDouble();
      }
      for (int i = 0; i < h.length; i++) {
        h[i] = (float) random.nextGaussian();
      }
      edges = new InEdges(start, senders);
    }
  }

  /** A bound workspace whose inputs are set, with the forward pass done. */
  void forward(Workspace w, Graph g) {
    w.bind(g.size);
    w.fill(Plane.VALUE, one, 1);
    w.set(key, g.key, 0);
    w.set(h, g.h, 0);
    w.set(senders, g.senders, 0);
    w.set(receivers, g.receivers, 0);
    w.set(target, g.target, 0);
    w.set(edges, g.edges);
    w.forward();
  }

  /** Adds the gradients of loss + weight·‖Jᵀv‖² with v = direction, J = ∂next/∂h. */
  void gradients(Workspace w, float[] v, float weight, float[] gradients) {
    w.zero(Plane.COTANGENT);
    w.fill(Plane.COTANGENT, loss, 1);
    w.backward(gradients);
    w.zero(Plane.COTANGENT);
    w.copyIn(Plane.COTANGENT, next, v, 0);
    w.backward();
    w.zero(Plane.TANGENT);
    float[] cotangents = w.array(Plane.COTANGENT);
    float[] tangents = w.array(Plane.TANGENT);
    int at = w.offset(h); // a value stands at the same place in every plane
    for (int i = at; i < at + w.count(h); i++) {
      tangents[i] = 2 * weight * cotangents[i];
    }
    w.tangent();
    w.zero(Plane.COTANGENT_TANGENT);
    w.backwardTangent(gradients);
  }

  Parameters initial(long seed) {
    return Parameters.initial(layout, new RandomStream(seed));
  }
}
