// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Edges;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parameter.Linear;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One step of the processor, the function f whose equilibrium is the answer: a gated message
 * passing network ("PGN", Veličković et al. 2020; the gate is Ibarz et al. 2022), as in section 3
 * of the paper with the layer norms and biases of its authors' code.
 *
 * <p>Node i has encoded inputs u_i, a state h_i and both together, z_i = [u_i ; h_i]. For every
 * edge j → i with encoding e_ji (each node has an edge to itself) and the graph's encoding g:
 *
 * <pre>
 * a_ji = W_i z_i + W_j z_j + W_e e_ji + W_g g                 each with a bias
 * m_ji = L₂ relu(LN₂(L₁ relu(LN₁(a_ji))))                     the message
 * m_i  = max over the edges j → i of m_ji                     channel by channel
 * o_i  = LN₃(U₁ z_i + U₂ m_i)                                 the candidate
 * q_i  = sigmoid(G₃ relu(G₁ z_i + G₂ m_i))                    the gate
 * f(h)_i = q_i ∘ o_i + (1 - q_i) ∘ h_i
 * </pre>
 *
 * <p>An option that the paper does not have adds a <i>linear path</i> of a few channels, a maximum
 * of sums without layer norms, which would turn a distance into a direction. With h = -distance in
 * one channel it is the step of Bellman and Ford:
 *
 * <pre>
 * l_i  = max over the edges j → i of V_j z_j + V_e e_ji       each with a bias
 * o_i  = LN₃(U₁ z_i + U₂ m_i) + P l_i                         P is zero at first
 * f(h)_i as above, held between -10 and 10
 * </pre>
 *
 * <p>The paper calls the message function P_m, the candidate's P_r and the gate's P_g, says "linear
 * projection" of the last two, and prints the candidate of the step before where the state belongs
 * (its last equation); the code and the gate's source have the form above.
 *
 * <p>This class computes the same without repeated work. A product with [u ; h] is one with u plus
 * one with h; the former, all biases, W_e e and W_g g are constant during the search for an
 * equilibrium, and {@link NodeEncoder} computes them once. W_i and W_j are applied to nodes, not to
 * edges. So an evaluation costs two products per edge, inside the fused {@linkplain
 * ProgramBuilder#messages message stage}, and seven per node.
 *
 * <p>The gate can make residuals deceptive: f(h) - h = q ∘ (o - h), so a nearly closed gate looks
 * like an equilibrium.
 */
final class NodeProcessor implements Processor {
  /** Learned states stay far below this limit; it stops sums that would grow without bound. */
  private static final float LIMIT = 10;

  private final Program program;
  private final Edges edges;
  private final Value h;
  private final Value next;
  private final Value opening;
  private final List<Feed> feeds;

  NodeProcessor(NodeLayers layers, NodeEncoder encoder, int scalars, int width) {
    ProgramBuilder b = Program.builder();
    h = b.state("h", Rows.NODES, width);
    Value receivers = b.upstream("receivers", Rows.NODES, width);
    Value senders = b.upstream("senders", Rows.NODES, width);
    Value terms = b.upstream("terms", new Rows.Fixed(scalars + 1), width);
    Value readout = b.upstream("readout", Rows.NODES, width);
    Value gate = b.upstream("gate", Rows.NODES, width);
    edges = b.edges("edges", scalars);

    NodeLayers.Message ofMessage = layers.message();
    Value message =
        b.messages(
            edges,
            b.add(receivers, moving(b, ofMessage.receiver())),
            b.add(senders, moving(b, ofMessage.sender())),
            terms,
            ofMessage.norm1(),
            ofMessage.linear1(),
            ofMessage.norm2(),
            ofMessage.linear2());
    Value candidate =
        b.layerNorm(
            b.add(
                readout, moving(b, layers.readout().state(), message, layers.readout().message())),
            layers.readout().norm());
    opening =
        b.sigmoid(
            b.linear(
                b.relu(
                    b.add(
                        gate, moving(b, layers.gate().state(), message, layers.gate().message()))),
                layers.gate().out()));
    List<Feed> fed =
        new ArrayList<>(
            List.of(
                new Feed(encoder.receivers(), receivers),
                new Feed(encoder.senders(), senders),
                new Feed(encoder.terms(), terms),
                new Feed(encoder.readout(), readout),
                new Feed(encoder.gate(), gate)));
    next =
        layers.path().isEmpty()
            ? b.gate(opening, candidate, h)
            : b.clamp(
                b.gate(
                    opening,
                    b.add(
                        candidate,
                        straight(b, layers.path().get(), encoder.path().orElseThrow(), fed)),
                    h),
                LIMIT);
    program = b.build();
    feeds = List.copyOf(fed);
  }

  /** Returns P l, the linear path, and adds what it takes from the encoder to the feeds. */
  private Value straight(
      ProgramBuilder b, NodeLayers.LinearPath layers, NodeEncoder.Path encoded, List<Feed> fed) {
    int channels = layers.out().in();
    Value senders = b.upstream("path senders", Rows.NODES, channels);
    Value terms = b.upstream("path terms", new Rows.Fixed(edges.terms() + 1), channels);
    fed.add(new Feed(encoded.senders(), senders));
    fed.add(new Feed(encoded.terms(), terms));
    Value l = b.maxOverInEdges(edges, b.add(senders, moving(b, layers.sender())), terms);
    return b.linear(List.of(l), List.of(layers.out().block()), Optional.empty());
  }

  /** Returns the h part of a layer of [u ; h]. */
  private Value moving(ProgramBuilder b, Linear layer) {
    return b.linear(List.of(h), List.of(layer.weight().rows(h.cols(), h.cols())), Optional.empty());
  }

  /** Returns the h part of a layer of [u ; h] plus another layer of the message. */
  private Value moving(ProgramBuilder b, Linear layer, Value message, Linear ofMessage) {
    return b.linear(
        List.of(h, message),
        List.of(layer.weight().rows(h.cols(), h.cols()), ofMessage.weight().block()),
        Optional.empty());
  }

  @Override
  public void bind(Workspace w, Problem problem) {
    w.bind(problem.size());
    w.set(edges, problem.inEdges());
  }

  @Override
  public List<Feed> feeds() {
    return feeds;
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public Value state() {
    return h;
  }

  @Override
  public Value next() {
    return next;
  }

  @Override
  public Value opening() {
    return opening;
  }
}
