// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.reasoner.problem.EdgeList;
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
import java.util.Optional;

/**
 * Maps the state to answers and losses. With y_i = [u_i ; h_i] and the edges of the answer:
 *
 * <pre>
 * node                out y_i
 * node pointer        edge r → c:  out max(target y_c, source y_r + edge e_rc);  softmax over the edges of r
 * edge                source y_r + target y_c + edge e_rc
 * edge pointer        node k:  out max(source y_r + target y_c + edge e_rc, node y_k);  softmax over k
 * graph               out max_i y_i + graph g;  a pointer adds node y_i
 * </pre>
 *
 * <p>For the use of the logits, see {@link Losses}.
 */
final class NodeDecoder implements Decoder {
  private final ProgramBuilder b = Program.builder();
  private final Program program;
  private final Losses losses;
  private final Value u;
  private final Value h;
  private final Optional<Value> g;
  private final Value one;
  private final EdgeTerms edgeTerms;
  private final Index row;
  private final Index column;
  private final Optional<Value> scalars;
  private final List<Head> heads = new ArrayList<>();
  private final List<Feed> feeds = new ArrayList<>();

  NodeDecoder(
      List<DecoderLayers> outputs,
      NodeEncoder encoder,
      int scalarCount,
      int width,
      Permutations permutations) {
    losses = new Losses(b, permutations);
    u = b.upstream("u", Rows.NODES, width);
    h = b.upstream("h", Rows.NODES, width);
    g = encoder.g().map(it -> b.upstream("g", Rows.GRAPH, width));
    one = b.constant("one", Rows.GRAPH, 1);
    edgeTerms =
        new EdgeTerms(
            EdgeTerms.firstRow(b, scalarCount),
            encoder.basis().map(it -> b.upstream("basis", it.rows(), width)));
    row = b.index("row", Rows.EDGES, Rows.NODES);
    column = b.index("column", Rows.EDGES, Rows.NODES);
    scalars =
        scalarCount == 0
            ? Optional.empty()
            : Optional.of(b.constant("scalars", Rows.EDGES, scalarCount));
    for (DecoderLayers layers : outputs) {
      heads.add(head(layers));
    }
    program = b.build();
    feeds.add(new Feed(encoder.u(), u));
    encoder.g().ifPresent(it -> feeds.add(new Feed(it, g.orElseThrow())));
    encoder.basis().ifPresent(it -> feeds.add(new Feed(it, edgeTerms.basis().orElseThrow())));
  }

  private Head head(DecoderLayers layers) {
    FeatureSpec spec = layers.spec();
    return switch (layers) {
      case DecoderLayers.OfNode(_, Linear out) -> losses.plain(spec, ofNode(out));
      case DecoderLayers.OfEdge(_, Linear source, Linear target, Linear edge) ->
          losses.plain(spec, ofEdge(source, target, edge));
      case DecoderLayers.OfGraph(_, Linear out, Linear graph) ->
          losses.plain(spec, ofGraph(out, graph));
      case DecoderLayers.NodePointer pointer ->
          losses.alongEdges(spec, ofPointer(pointer), row, column);
      case DecoderLayers.EdgePointer(_, Linear s, Linear t, Linear e, Linear node, Linear out) ->
          losses.ofEdges(spec, b.pairwiseMax(ofEdge(s, t, e), ofNode(node), out));
      case DecoderLayers.GraphPointer(_, Linear out, Linear graph, Linear node) ->
          losses.toOneNode(spec, b.addRow(ofNode(node), ofGraph(out, graph)));
    };
  }

  private Value ofPointer(DecoderLayers.NodePointer layers) {
    Value source = ofNode(layers.source());
    Value target = ofNode(layers.target());
    Value edge = edgeTerms.project(b, layers.edge());
    EdgeEnds ends = new EdgeEnds(source, target, edge, row, column, scalars.orElse(edge));
    return b.step(
        "pointer " + layers.spec().name(),
        List.of(source, target, edge),
        Rows.EDGES,
        1,
        true,
        (w, y) -> new EdgeMaxStep(w, ends, layers.out(), y));
  }

  private Value ofNode(Linear layer) {
    return b.linear(List.of(u, h), layer);
  }

  private Value ofEdge(Linear source, Linear target, Linear edge) {
    Value from = ofNode(source);
    Value to = ofNode(target);
    Value terms = edgeTerms.project(b, edge);
    EdgeEnds ends = new EdgeEnds(from, to, terms, row, column, scalars.orElse(terms));
    return b.step(
        "edges",
        List.of(from, to, terms),
        Rows.EDGES,
        from.cols(),
        false,
        (w, y) -> new EdgeSumStep(w, ends, y));
  }

  private Value ofGraph(Linear out, Linear graph) {
    Value ofNodes = b.linear(List.of(b.maxOverRows(u), b.maxOverRows(h)), out);
    Value ofGraph =
        g.map(it -> b.linear(it, graph))
            .orElseGet(
                () -> b.linear(List.of(one), List.of(graph.bias().block()), Optional.empty()));
    return b.add(ofNodes, ofGraph);
  }

  @Override
  public void bind(Workspace w, Problem problem) {
    EdgeList answers = problem.answers();
    w.bind(problem.answerSize());
    w.fill(Plane.VALUE, one, 1);
    edgeTerms.bind(w);
    w.set(row, answers.rows(), 0);
    w.set(column, answers.columns(), 0);
    scalars.ifPresent(it -> w.set(it, answers.values(), 0));
    for (int k = 0; k < heads.size(); k++) {
      heads.get(k).bind(w, problem.targets().get(k));
    }
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
  public List<Head> heads() {
    return heads;
  }
}
