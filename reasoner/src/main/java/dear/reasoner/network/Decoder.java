package dear.reasoner.network;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
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
 * From the state to answers and losses. With y_i = [u_i ; h_i], and edges that answers lie on:
 *
 * <pre>
 * node                out y_i
 * node pointer        edge r → c:  out max(target y_c, source y_r + edge e_rc);  softmax over the edges of r
 * edge                source y_r + target y_c + edge e_rc
 * edge pointer        node k:  out max(source y_r + target y_c + edge e_rc, node y_k);  softmax over k
 * graph               out max_i y_i + graph g;  a pointer adds node y_i
 * </pre>
 *
 * <p>Losses are sums over the places of a graph: cross-entropy for pointers, classes and masks of
 * one, binary cross-entropy for masks, squares for scalars. The caller divides them by counting
 * targets. A target that no edge leads to is left out.
 *
 * <p>Pointers that should be a permutation pass through Sinkhorn's normalisation first; what comes
 * out is bounded below by a soft floor and goes into the same softmax over edges.
 */
final class Decoder {
  /** The soft floor under the logarithms of a permutation: that of the authors' code. */
  private static final float FLOOR = -6;

  private static final float FLOOR_SLOPE = 0.01f;

  private final ProgramBuilder b = Program.builder();
  private final Program program;
  private final Permutations permutations;
  private final Value u;
  private final Value h;
  private final Optional<Value> g;
  private final Value one;
  private final EdgeTerms edgeTerms;
  private final Index row;
  private final Index column;
  private final Optional<Value> scalars;
  private final List<Head> heads = new ArrayList<>();

  Decoder(
      List<DecoderLayers> outputs,
      Encoder encoder,
      int scalarCount,
      int width,
      Permutations permutations) {
    this.permutations = permutations;
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
  }

  private Head head(DecoderLayers layers) {
    FeatureSpec spec = layers.spec();
    return switch (layers) {
      case DecoderLayers.OfNode(_, Linear out) -> plain(spec, Rows.NODES, ofNode(out));
      case DecoderLayers.OfEdge(_, Linear source, Linear target, Linear edge) ->
          plain(spec, Rows.EDGES, ofEdge(source, target, edge));
      case DecoderLayers.OfGraph(_, Linear out, Linear graph) ->
          plain(spec, Rows.GRAPH, ofGraph(out, graph));
      case DecoderLayers.NodePointer pointer -> nodePointer(spec, pointer);
      case DecoderLayers.EdgePointer(_, Linear s, Linear t, Linear e, Linear node, Linear out) -> {
        Value logits = b.pairwiseMax(ofEdge(s, t, e), ofNode(node), out);
        yield chosen(spec, logits, b.logSoftmaxOverNodes(logits), Rows.EDGES, Rows.NODES);
      }
      case DecoderLayers.GraphPointer(_, Linear out, Linear graph, Linear node) -> {
        Value logits = b.addRow(ofNode(node), ofGraph(out, graph));
        yield chosen(spec, logits, b.logSoftmaxOverRows(logits), Rows.GRAPH, Rows.NODES);
      }
    };
  }

  /** Scalars, masks and classes, wherever they are. */
  private Head plain(FeatureSpec spec, Rows rows, Value logits) {
    return switch (spec.type()) {
      case SCALAR -> {
        Head.Truth.Amount truth = amount(spec, rows);
        Value loss = b.squaredError(logits, truth.amounts(), truth.weights());
        yield new Head(spec, logits, logits, loss, truth, Optional.empty());
      }
      case MASK -> {
        Head.Truth.Amount truth = amount(spec, rows);
        Value loss = b.binaryCrossEntropy(logits, truth.amounts(), truth.weights());
        yield new Head(spec, logits, logits, loss, truth, Optional.empty());
      }
      case MASK_ONE -> chosen(spec, logits, b.logSoftmaxOverRows(logits), Rows.GRAPH, Rows.NODES);
      case CATEGORICAL ->
          chosen(
              spec, logits, b.logSoftmaxOverColumns(logits), rows, new Rows.Fixed(spec.classes()));
      case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER ->
          throw new IllegalArgumentException(spec.name() + " is a pointer");
    };
  }

  private Head.Truth.Amount amount(FeatureSpec spec, Rows rows) {
    return new Head.Truth.Amount(
        b.constant("target " + spec.name(), rows, 1), b.constant("weight " + spec.name(), rows, 1));
  }

  private Head chosen(FeatureSpec spec, Value logits, Value logP, Rows rows, Rows into) {
    Index target = b.optionalIndex("target " + spec.name(), rows, into);
    return new Head(
        spec,
        logits,
        logits,
        b.crossEntropy(logP, target),
        new Head.Truth.Choice(target),
        Optional.empty());
  }

  private Head nodePointer(FeatureSpec spec, DecoderLayers.NodePointer layers) {
    Value source = ofNode(layers.source());
    Value target = ofNode(layers.target());
    Value edge = edgeTerms.project(b, layers.edge());
    Value scalarsOrNone = scalars.orElse(edge); // never read where edges have no scalars
    Value logits =
        b.step(
            "pointer " + spec.name(),
            List.of(source, target, edge),
            Rows.EDGES,
            1,
            true,
            (w, y) ->
                new EdgeMaxStep(
                    w, source, target, edge, row, column, scalarsOrNone, layers.out(), y));
    Optional<Value> noise = Optional.empty();
    Value scores = logits;
    if (spec.type() == Type.PERMUTATION_POINTER
        && permutations instanceof Permutations.Sinkhorn(var rounds, var tau, var noisy)) {
      Value x = logits;
      if (noisy) {
        noise = Optional.of(b.constant("noise " + spec.name(), Rows.EDGES, 1));
        x = b.add(logits, noise.get());
      }
      scores = b.softFloor(b.logSinkhorn(x, row, column, (float) tau, rounds), FLOOR, FLOOR_SLOPE);
    }
    Index choice = b.optionalIndex("target " + spec.name(), Rows.NODES, Rows.EDGES);
    Value loss = b.crossEntropy(b.logSoftmax(scores, row), choice);
    return new Head(spec, logits, scores, loss, new Head.Truth.Choice(choice), noise);
  }

  private Value ofNode(Linear layer) {
    return b.linear(List.of(u, h), layer);
  }

  private Value ofEdge(Linear source, Linear target, Linear edge) {
    Value from = ofNode(source);
    Value to = ofNode(target);
    Value terms = edgeTerms.project(b, edge);
    Value scalarsOrNone = scalars.orElse(terms); // never read where edges have no scalars
    return b.step(
        "edges",
        List.of(from, to, terms),
        Rows.EDGES,
        from.cols(),
        false,
        (w, y) -> new EdgeSumStep(w, from, to, terms, row, column, scalarsOrNone, y));
  }

  private Value ofGraph(Linear out, Linear graph) {
    Value ofNodes = b.linear(List.of(b.maxOverRows(u), b.maxOverRows(h)), out);
    Value ofGraph =
        g.map(it -> b.linear(it, graph))
            .orElseGet(
                () -> b.linear(List.of(one), List.of(graph.bias().block()), Optional.empty()));
    return b.add(ofNodes, ofGraph);
  }

  /** Prepares a workspace for a problem; u, h, g and the basis are still to be linked in. */
  void bind(Workspace w, Problem problem) {
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

  /** Connects a workspace of this program with one of the encoder. */
  List<Link> links(Encoder encoder, Workspace from, Workspace to) {
    List<Link> links = new ArrayList<>();
    links.add(new Link(from, encoder.u(), to, u));
    encoder.g().ifPresent(it -> links.add(new Link(from, it, to, g.orElseThrow())));
    encoder
        .basis()
        .ifPresent(it -> links.add(new Link(from, it, to, edgeTerms.basis().orElseThrow())));
    return List.copyOf(links);
  }

  Program program() {
    return program;
  }

  /** The state. */
  Value h() {
    return h;
  }

  /** By output. */
  List<Head> heads() {
    return heads;
  }
}
