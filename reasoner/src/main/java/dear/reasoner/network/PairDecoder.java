// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Location;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Features;
import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parameter.Linear;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps a state on pairs to answers and losses.
 *
 * <pre>
 * node i              n_i = relu(node [S_ii ; X_ii ; pools of row i and column i])
 * at a node           out n_i
 * at a pair           out relu(pair [S_ij ; S_ji ; X_ij] + left n_i + right n_j)
 * node pointer i → j  the same;  softmax over the edges of i
 * edge pointer        node k:  out relu(α_ik + β_kj + γ_ij);  softmax over k = i and the k with an edge to j
 * graph               out max_i n_i;  a pointer is something at each node
 * </pre>
 *
 * <p>For the use of the logits, see {@link Losses}.
 */
final class PairDecoder implements Decoder {
  private final ProgramBuilder b = Program.builder();
  private final Program program;
  private final Losses losses;
  private final PairLayers layers;
  private final Value s;
  private final Value x;
  private final Value transposed;
  private final Value allowed;
  private final Index row;
  private final Index column;
  private final Index cell;
  private final List<Feed> feeds;
  private final List<Head> heads = new ArrayList<>();

  PairDecoder(
      List<PairDecoderLayers> outputs,
      PairLayers layers,
      PairEncoder encoder,
      Permutations permutations) {
    this.losses = new Losses(b, permutations);
    this.layers = layers;
    int d = layers.width();
    s = b.upstream("s", Rows.NODE_PAIRS, d);
    x = b.upstream("x", Rows.NODE_PAIRS, d);
    transposed = b.transposePairs(s);
    allowed = b.constant("allowed", Rows.NODE_PAIRS, 1);
    row = b.index("row", Rows.EDGES, Rows.NODES);
    column = b.index("column", Rows.EDGES, Rows.NODES);
    cell = b.index("cell", Rows.EDGES, Rows.NODE_PAIRS);
    for (PairDecoderLayers it : outputs) {
      heads.add(head(it));
    }
    program = b.build();
    feeds = List.of(new Feed(encoder.x(), x));
  }

  private Head head(PairDecoderLayers output) {
    FeatureSpec spec = output.spec();
    return switch (output) {
      case PairDecoderLayers.OfNode(_, PairDecoderLayers.Nodes nodes, Linear out) -> {
        Value logits = b.linear(ofNodes(nodes), out);
        yield spec.location() == Location.GRAPH
            ? losses.toOneNode(spec, logits)
            : losses.plain(spec, logits);
      }
      case PairDecoderLayers.OfPair pair -> {
        Value logits = b.gather(ofPairs(pair), cell);
        yield Features.isPointer(spec)
            ? losses.alongEdges(spec, logits, row, column)
            : losses.plain(spec, logits);
      }
      case PairDecoderLayers.Between(_, Linear triple, Linear out) ->
          losses.ofEdges(
              spec, b.triples(b.linear(List.of(s, x), triple), allowed, row, column, out));
      case PairDecoderLayers.OfGraph(_, PairDecoderLayers.Nodes nodes, Linear out) ->
          losses.plain(spec, b.linear(b.maxOverRows(ofNodes(nodes)), out));
    };
  }

  private Value ofNodes(PairDecoderLayers.Nodes nodes) {
    Value pools = b.pairPools(b.linear(List.of(s, x), nodes.pools()), 0, layers.channels());
    return b.relu(b.linear(List.of(b.diagonal(s), b.diagonal(x), pools), nodes.node()));
  }

  private Value ofPairs(PairDecoderLayers.OfPair pair) {
    Value nodes = ofNodes(pair.nodes());
    Value hidden =
        b.addToPairs(
            b.linear(List.of(s, transposed, x), pair.pair()),
            b.linear(nodes, pair.left()),
            b.linear(nodes, pair.right()));
    return b.linear(b.relu(hidden), pair.out());
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public void bind(Workspace w, Problem problem) {
    EdgeList answers = problem.answers();
    int n = problem.nodes();
    w.bind(problem.answerSize());
    w.fill(Plane.VALUE, allowed, 0);
    EdgeList edges = problem.edges();
    for (int e = 0; e < edges.count(); e++) {
      w.array(Plane.VALUE)[w.offset(allowed) + edges.rows()[e] * n + edges.columns()[e]] = 1;
    }
    int[] cells = new int[answers.count()];
    for (int e = 0; e < cells.length; e++) {
      cells[e] = answers.rows()[e] * n + answers.columns()[e];
    }
    w.set(row, answers.rows(), 0);
    w.set(column, answers.columns(), 0);
    w.set(cell, cells, 0);
    for (int k = 0; k < heads.size(); k++) {
      heads.get(k).bind(w, problem.targets().get(k));
    }
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
  public List<Head> heads() {
    return heads;
  }
}
