// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import java.util.List;

/**
 * One step of the processor whose state S lives on ordered pairs of nodes (a node is paired with
 * itself). With X_ij, the encoded inputs of a pair:
 *
 * <pre>
 * a = A[S;X]   b = B[S;X]                                    half as many channels as S each
 * T_ij = max_k (a_ik + b_kj)                                 composition, channel by channel
 * r_i = [max_k ; mean_k] ρ[S;X]_ik                           what node i sees of its row
 * q_j = [max_k ; mean_k] κ[S;X]_kj                           and of its column
 * y_ij = H₁S_ij + H₂S_ji + H₃T_ij + H₄X_ij + N₁[r_i;q_i] + N₂[r_j;q_j]
 * z_ij = relu(LN(y_ij))
 * o_ij = LN(C₁T_ij + C₂X_ij + C₃z_ij) + L₁T_ij + L₂X_ij      the candidate
 * g_ij = sigmoid(G z_ij)                                     the gate
 * P(S)_ij = g_ij ∘ o_ij + (1 - g_ij) ∘ S_ij                  held between -10 and 10
 * </pre>
 *
 * <p>Why pairs: an answer of Floyd-Warshall is about two nodes, and a node's state of fixed width
 * cannot hold its relations to sixty-four others. Why a maximum of sums: with S = -distance it is
 * the Bellman operator over paths of twice the length, over truth values it is a transitive
 * closure, over intervals it is a split; it is the step that dynamic programs share. It does not
 * expand differences in the maximum norm, and like the pools it does not depend on the number of
 * nodes.
 *
 * <p>The contribution of X to each layer is constant during the search for an equilibrium: {@link
 * PairEncoder} computes it once.
 */
final class PairProcessor implements Processor {
  /** Learned states stay far below this limit; it stops those that would grow without bound. */
  static final float LIMIT = 10;

  private final Program program;
  private final Value s;
  private final Value next;
  private final Value opening;
  private final List<Feed> feeds;

  PairProcessor(PairLayers layers, PairEncoder encoder) {
    int d = layers.width();
    int c = layers.channels();
    ProgramBuilder b = Program.builder();
    s = b.state("s", Rows.NODE_PAIRS, d);
    Value ofProjections = b.upstream("projections", Rows.NODE_PAIRS, 4 * c);
    Value ofPair = b.upstream("pair", Rows.NODE_PAIRS, layers.hidden());
    Value ofLinear = b.upstream("linear", Rows.NODE_PAIRS, d);
    Value ofCandidate = b.upstream("candidate", Rows.NODE_PAIRS, d);

    Value projections =
        b.linearOnto(ofProjections, List.of(s), List.of(layers.projections().weight().rows(0, d)));
    Value t = b.compose(projections, 0, c, c);
    Value pools = b.pairPools(projections, 2 * c, c);
    Value transposed = b.transposePairs(s); // here, so that all that follows runs block by block
    PairLayers.HiddenLayer hidden = layers.hiddenLayer();
    Value ofNodes =
        b.addToPairs(ofPair, b.linear(pools, hidden.left()), b.linear(pools, hidden.right()));
    Value y =
        b.linearOnto(
            ofNodes,
            List.of(s, transposed, t),
            List.of(
                hidden.pair().weight().rows(0, d),
                hidden.pair().weight().rows(d, d),
                hidden.pair().weight().rows(2 * d, c)));
    Value z = b.rectifiedNorm(y, hidden.norm());
    Value candidate =
        b.layerNorm(
            b.linearOnto(
                ofCandidate,
                List.of(t, z),
                List.of(
                    layers.candidate().weight().rows(0, c),
                    layers.candidate().weight().rows(c + d, layers.hidden()))),
            layers.candidateNorm());
    Value straight = b.linearOnto(ofLinear, List.of(t), List.of(layers.linear().rows(0, c)));
    opening = b.sigmoid(b.linear(z, layers.gate()));
    next = b.clamp(b.gate(opening, b.add(candidate, straight), s), LIMIT);
    program = b.build();
    feeds =
        List.of(
            new Feed(encoder.projections(), ofProjections),
            new Feed(encoder.pair(), ofPair),
            new Feed(encoder.candidate(), ofCandidate),
            new Feed(encoder.linear(), ofLinear));
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public void bind(Workspace w, Problem problem) {
    w.bind(problem.size());
  }

  @Override
  public List<Feed> feeds() {
    return feeds;
  }

  @Override
  public Value state() {
    return s;
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
