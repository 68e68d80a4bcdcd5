// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.message.MessageLayout;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists the inputs and operations of a {@link Program}; shapes are checked here, once. */
public final class ProgramBuilder {
  private final List<Value> values = new ArrayList<>();
  private final List<Index> indices = new ArrayList<>();
  private final List<Edges> edges = new ArrayList<>();
  private final List<Program.Node> nodes = new ArrayList<>();

  ProgramBuilder() {}

  /** Builds the program. */
  public Program build() {
    return new Program(values, indices, edges, nodes);
  }

  // ---- inputs ----

  /** An input that is data: no derivative with respect to it is ever needed. */
  public Value constant(String name, Rows rows, int cols) {
    return value(name, rows, cols, false, false);
  }

  /** An input that has a cotangent, but no direction: the result of another program. */
  public Value upstream(String name, Rows rows, int cols) {
    return value(name, rows, cols, true, false);
  }

  /** An input that has a cotangent and can be given a direction: the state. */
  public Value state(String name, Rows rows, int cols) {
    return value(name, rows, cols, true, true);
  }

  /** An array of row numbers. */
  public Index index(String name, Rows rows, Rows into) {
    return index(name, rows, into, false);
  }

  /** An array of row numbers in which -1 means none. */
  public Index optionalIndex(String name, Rows rows, Rows into) {
    return index(name, rows, into, true);
  }

  /** The edges of the graph by receiver, each with this many scalars. */
  public Edges edges(String name, int terms) {
    Edges input = new Edges(edges.size(), name, terms);
    edges.add(input);
    return input;
  }

  // ---- operations with parameters ----

  /**
   * The fused message stage, see {@link dear.tensor.message.MessageStage}: for each node the
   * maximum over its in-edges of second(relu(norm2(first(relu(norm1(a)))))), a being the receiver's
   * row plus the sender's row plus {@code terms[0] + Σ scalar_k · terms[k]}.
   *
   * @param terms {@code edges.terms() + 1} rows, which must not depend on a state
   */
  public Value messages(
      Edges graph,
      Value receivers,
      Value senders,
      Value terms,
      Norm norm1,
      Linear first,
      Norm norm2,
      Linear second) {
    int width = receivers.cols();
    sameShape("messages", receivers, senders);
    boolean fits = terms.cols() == width && receivers.rows().equals(Rows.NODES);
    for (Linear layer : List.of(first, second)) {
      fits &= layer.weight().in() == width && layer.weight().out() == width;
    }
    fits &= norm1.scale().out() == width && norm2.scale().out() == width;
    fits &=
        terms.rows().equals(new Rows.Fixed(graph.terms() + 1))
            || (graph.terms() == 0 && terms.rows().equals(Rows.GRAPH));
    if (!fits || terms.active()) {
      throw mismatch("messages with " + graph, List.of(receivers, senders, terms));
    }
    MessageLayout layout = new MessageLayout(width, layer(norm1, first), layer(norm2, second));
    return step(
        "messages",
        List.of(receivers, senders, terms),
        Rows.NODES,
        width,
        true,
        (w, y) -> new MessageStep(w, graph, receivers, senders, terms, layout, y));
  }

  /**
   * The maximum over each node's in-edges of the sender's row plus {@code terms[0] + Σ scalar_k ·
   * terms[k]}: what messages are before any layer, so sums keep their scale.
   *
   * @param terms {@code edges.terms() + 1} rows, which must not depend on a state
   */
  public Value maxOverInEdges(Edges graph, Value senders, Value terms) {
    boolean fits =
        senders.rows().equals(Rows.NODES)
            && terms.cols() == senders.cols()
            && (terms.rows().equals(new Rows.Fixed(graph.terms() + 1))
                || (graph.terms() == 0 && terms.rows().equals(Rows.GRAPH)));
    if (!fits || terms.active()) {
      throw mismatch("maxOverInEdges with " + graph, List.of(senders, terms));
    }
    return step(
        "maxOverInEdges",
        List.of(senders, terms),
        Rows.NODES,
        senders.cols(),
        false,
        (w, y) -> new InEdgeMaxStep(w, graph, senders, terms, y));
  }

  private static MessageLayout.Layer layer(Norm norm, Linear linear) {
    return new MessageLayout.Layer(
        norm.scale().offset(),
        norm.offset().offset(),
        linear.weight().offset(),
        linear.bias().offset());
  }

  /** x·W + b. */
  public Value linear(Value x, Linear layer) {
    return linear(List.of(x), layer);
  }

  /** [x₁ … xₖ]·W + b; the concatenation is never built. */
  public Value linear(List<Value> parts, Linear layer) {
    List<Parameter.Block> blocks = new ArrayList<>();
    int from = 0;
    for (Value part : parts) {
      blocks.add(layer.weight().rows(from, part.cols()));
      from += part.cols();
    }
    if (from != layer.weight().in()) {
      throw mismatch(layer.weight().name() + " takes " + layer.weight().in() + " columns", parts);
    }
    return linear(parts, blocks, Optional.of(layer.bias()));
  }

  /** x₁·W₁ + … + xₖ·Wₖ (+ b), each with any block of any matrix. */
  public Value linear(List<Value> parts, List<Parameter.Block> blocks, Optional<Parameter> bias) {
    int out = columns(parts, blocks);
    if (bias.isPresent() && bias.get().out() != out) {
      throw mismatch("linear with bias " + bias.get().name(), parts);
    }
    return step(
        "linear",
        parts,
        parts.getFirst().rows(),
        out,
        true,
        (w, y) -> new LinearStep(w, parts, blocks, bias, Optional.empty(), y));
  }

  /** base + Σ partsₖ·blocksₖ, in one pass. */
  public Value linearOnto(Value base, List<Value> parts, List<Parameter.Block> blocks) {
    int out = columns(parts, blocks);
    List<Value> inputs = new ArrayList<>(parts);
    inputs.add(base);
    sameRows("linear onto", inputs);
    if (base.cols() != out) {
      throw mismatch("linear with blocks " + blocks + " onto " + base, parts);
    }
    return step(
        "linear onto",
        inputs,
        base.rows(),
        out,
        true,
        (w, y) -> new LinearStep(w, parts, blocks, Optional.empty(), Optional.of(base), y));
  }

  private static int columns(List<Value> parts, List<Parameter.Block> blocks) {
    sameRows("linear", parts);
    int out = blocks.getFirst().out();
    for (int i = 0; i < parts.size(); i++) {
      if (blocks.size() != parts.size()
          || blocks.get(i).in() != parts.get(i).cols()
          || blocks.get(i).out() != out) {
        throw mismatch("linear with blocks " + blocks, parts);
      }
    }
    return out;
  }

  /** Layer norm over the columns. */
  public Value layerNorm(Value x, Norm norm) {
    return norm(x, norm, false);
  }

  /** {@link #layerNorm} and then {@link #relu} in one step. */
  public Value rectifiedNorm(Value x, Norm norm) {
    return norm(x, norm, true);
  }

  private Value norm(Value x, Norm norm, boolean rectify) {
    if (norm.scale().out() != x.cols()) {
      throw mismatch("layer norm " + norm.scale().name(), List.of(x));
    }
    return step(
        rectify ? "rectifiedNorm" : "layerNorm",
        List.of(x),
        x.rows(),
        x.cols(),
        true,
        (w, y) -> new LayerNormStep(w, x, norm, rectify, y));
  }

  /**
   * For each row a of {@code left} and row b of {@code right}: max(a, b)·W + c, one number, in the
   * order of {@link Rows#EDGE_NODES} or {@link Rows#NODE_PAIRS}. The pairs × columns matrix is
   * never built.
   */
  public Value pairwiseMax(Value left, Value right, Linear layer) {
    if (left.cols() != right.cols()
        || layer.weight().in() != left.cols()
        || layer.weight().out() != 1
        || !right.rows().equals(Rows.NODES)
        || (!left.rows().equals(Rows.EDGES) && !left.rows().equals(Rows.NODES))) {
      throw mismatch("pairwiseMax with " + layer.weight().name(), List.of(left, right));
    }
    return step(
        "pairwiseMax",
        List.of(left, right),
        left.rows().equals(Rows.EDGES) ? Rows.EDGE_NODES : Rows.NODE_PAIRS,
        1,
        true,
        (w, y) -> new PairwiseMaxStep(w, left, right, layer, y));
  }

  // ---- element by element ----

  /** a + b. */
  public Value add(Value a, Value b) {
    sameShape("add", a, b);
    return like(a, "add", List.of(a, b), (w, y) -> RowMap.step(new Add(w, a, b, y)));
  }

  /** max(x, 0). */
  public Value relu(Value x) {
    return like(x, "relu", List.of(x), (w, y) -> new ReluStep(w, x, y));
  }

  /** x above the floor; below it, falling only with the slope. */
  public Value softFloor(Value x, float floor, float slope) {
    return like(x, "softFloor", List.of(x), (w, y) -> new SoftFloorStep(w, x, floor, slope, y));
  }

  /** 1 / (1 + exp(-x)). */
  public Value sigmoid(Value x) {
    return like(x, "sigmoid", List.of(x), (w, y) -> new SigmoidStep(w, x, y));
  }

  /** q∘o + (1 - q)∘h. */
  public Value gate(Value q, Value o, Value h) {
    sameShape("gate", q, o);
    sameShape("gate", q, h);
    return like(q, "gate", List.of(q, o, h), (w, y) -> new GateStep(w, q, o, h, y));
  }

  /** x, clamped to [-limit, limit]. */
  public Value clamp(Value x, float limit) {
    return like(x, "clamp", List.of(x), (w, y) -> new ClampStep(w, x, limit, y));
  }

  // ---- pairs of nodes ----

  /**
   * For each pair (i, j) the maximum over k of a[i,k] + b[k,j], channel by channel: a are the
   * columns of x from {@code firstA} on, b those from {@code firstB} on.
   */
  public Value compose(Value x, int firstA, int firstB, int channels) {
    if (!x.rows().equals(Rows.NODE_PAIRS)
        || Math.min(firstA, firstB) < 0
        || Math.max(firstA, firstB) + channels > x.cols()) {
      throw mismatch("compose of %d channels".formatted(channels), List.of(x));
    }
    return step(
        "compose",
        List.of(x),
        Rows.NODE_PAIRS,
        channels,
        false,
        (w, y) -> new ComposeStep(w, x, firstA, firstB, y));
  }

  /**
   * For each node i four blocks of columns: maximum and mean over k of ρ[i,k], maximum and mean
   * over k of κ[k,i]. ρ are the columns of x from {@code first} on, κ those that follow them.
   */
  public Value pairPools(Value x, int first, int channels) {
    if (!x.rows().equals(Rows.NODE_PAIRS) || first < 0 || first + 2 * channels > x.cols()) {
      throw mismatch("pairPools of %d channels".formatted(channels), List.of(x));
    }
    return step(
        "pairPools",
        List.of(x),
        Rows.NODES,
        4 * channels,
        false,
        (w, y) -> new PairPoolsStep(w, x, first, y));
  }

  /** x[j,i] for each pair (i, j). */
  public Value transposePairs(Value x) {
    if (!x.rows().equals(Rows.NODE_PAIRS)) {
      throw mismatch("transposePairs", List.of(x));
    }
    return like(
        x, "transposePairs", List.of(x), (w, y) -> LinearMap.step(new PairTranspose(w, x, y)));
  }

  /** x[i,j] + left[i] + right[j] for each pair (i, j). */
  public Value addToPairs(Value x, Value left, Value right) {
    sameShape("addToPairs", left, right);
    if (!x.rows().equals(Rows.NODE_PAIRS)
        || !left.rows().equals(Rows.NODES)
        || left.cols() != x.cols()) {
      throw mismatch("addToPairs", List.of(x, left, right));
    }
    return like(
        x,
        "addToPairs",
        List.of(x, left, right),
        (w, y) -> RowMap.step(new PairSum(w, x, left, right, y)));
  }

  /** x[i,i] for each node i. */
  public Value diagonal(Value x) {
    if (!x.rows().equals(Rows.NODE_PAIRS)) {
      throw mismatch("diagonal", List.of(x));
    }
    return step(
        "diagonal",
        List.of(x),
        Rows.NODES,
        x.cols(),
        false,
        (w, y) -> LinearMap.step(new Diagonal(w, x, y)));
  }

  /**
   * For each edge (i, j) and node k: ω·relu(α[i,k] + β[k,j] + γ[i,j]) + b, one number, in the order
   * of {@link Rows#EDGE_NODES}; α, β and γ are thirds of the columns of x. A very low number where
   * k is neither i nor {@code allowed[k,j]}.
   */
  public Value triples(Value x, Value allowed, Index row, Index column, Linear layer) {
    if (!x.rows().equals(Rows.NODE_PAIRS)
        || x.cols() != 3 * layer.weight().in()
        || layer.weight().out() != 1
        || !allowed.rows().equals(Rows.NODE_PAIRS)
        || allowed.cols() != 1
        || allowed.trainable()) {
      throw mismatch("triples with " + layer.weight().name(), List.of(x, allowed));
    }
    return step(
        "triples",
        List.of(x, allowed),
        Rows.EDGE_NODES,
        1,
        true,
        (w, y) -> new TripleStep(w, x, allowed, row, column, layer, y));
  }

  // ---- rows ----

  /** Row index[r] of x as row r. */
  public Value gather(Value x, Index index) {
    if (!index.into().equals(x.rows()) || index.optional()) {
      throw mismatch("gather by " + index.name() + " into " + index.into(), List.of(x));
    }
    return step(
        "gather",
        List.of(x),
        index.rows(),
        x.cols(),
        false,
        (w, y) -> LinearMap.step(new Gather(w, x, index, y)));
  }

  /** x with the graph's row added to each of its rows. */
  public Value addRow(Value x, Value row) {
    if (!row.rows().equals(Rows.GRAPH) || row.cols() != x.cols()) {
      throw mismatch("addRow", List.of(x, row));
    }
    return like(x, "addRow", List.of(x, row), (w, y) -> LinearMap.step(new AddRow(w, x, row, y)));
  }

  /** The maximum over all rows. */
  public Value maxOverRows(Value x) {
    return step(
        "maxOverRows",
        List.of(x),
        Rows.GRAPH,
        x.cols(),
        false,
        (w, y) -> new MaxOverRowsStep(w, x, y));
  }

  // ---- probabilities ----

  /** Log-softmax over the rows r that share index[r]: a node's outgoing edges. */
  public Value logSoftmax(Value x, Index index) {
    if (!index.rows().equals(x.rows()) || index.optional() || x.cols() != 1) {
      throw mismatch("logSoftmax by " + index.name(), List.of(x));
    }
    return logSoftmax(x, new Groups.ByIndex(index));
  }

  /** Log-softmax over all rows of a column: the nodes of a graph. */
  public Value logSoftmaxOverRows(Value x) {
    if (x.cols() != 1) {
      throw mismatch("logSoftmaxOverRows", List.of(x));
    }
    return logSoftmax(x, new Groups.All(x));
  }

  /** Log-softmax over the columns of each row: classes. */
  public Value logSoftmaxOverColumns(Value x) {
    return logSoftmax(x, new Groups.Columns(x));
  }

  /** Log-softmax over the nodes of each edge (or first node) of a matrix of pairs. */
  public Value logSoftmaxOverNodes(Value x) {
    if (x.cols() != 1 || (!x.rows().equals(Rows.EDGE_NODES) && !x.rows().equals(Rows.NODE_PAIRS))) {
      throw mismatch("logSoftmaxOverNodes", List.of(x));
    }
    return logSoftmax(x, new Groups.NodesOfPairs(x));
  }

  /**
   * Sinkhorn's normalisation in logarithms: x / temperature with entries of equal row and column
   * masked, then alternately a log-softmax over the rows' groups and one over the columns', this
   * many times each.
   */
  public Value logSinkhorn(Value x, Index row, Index column, float temperature, int iterations) {
    if (!row.rows().equals(x.rows()) || !column.rows().equals(x.rows()) || x.cols() != 1) {
      throw mismatch("logSinkhorn by " + row.name() + ", " + column.name(), List.of(x));
    }
    if (!(temperature > 0) || iterations < 1) {
      throw new IllegalArgumentException(
          "logSinkhorn needs a positive temperature and at least one iteration, not %s and %d"
              .formatted(temperature, iterations));
    }
    return like(
        x,
        "logSinkhorn",
        List.of(x),
        (w, y) -> new SinkhornStep(w, x, row, column, temperature, iterations, y));
  }

  // ---- losses: sums over the graph, to be divided by the seed of the backward pass ----

  /**
   * The sum of -logP at the targets. The target counts rows of {@code logP} if it points into them,
   * otherwise columns, or nodes in a matrix of pairs; -1 skips a term.
   */
  public Value crossEntropy(Value logP, Index target) {
    if (!Pick.fits(logP, target)) {
      throw mismatch("crossEntropy at " + target.name(), List.of(logP));
    }
    return loss(
        "crossEntropy", List.of(logP), (w, y) -> LinearMap.step(new Pick(w, logP, target, y)));
  }

  /** The sum of weight · (-t·log σ(x) - (1-t)·log(1-σ(x))); a weight of 0 masks an element. */
  public Value binaryCrossEntropy(Value logits, Value targets, Value weights) {
    sameShape("binaryCrossEntropy", logits, targets);
    sameShape("binaryCrossEntropy", logits, weights);
    if (targets.trainable() || weights.trainable()) {
      throw mismatch(
          "binaryCrossEntropy needs constant targets and weights", List.of(targets, weights));
    }
    return loss(
        "binaryCrossEntropy",
        List.of(logits),
        (w, y) -> new BinaryCrossEntropyStep(w, logits, targets, weights, y));
  }

  // ---- any other operation ----

  /**
   * Adds an operation.
   *
   * @param name the name of its output in messages
   * @param inputs what it reads
   * @param rows row count of its output
   * @param cols column count of its output
   * @param hasParameters whether it has parameters of its own
   * @param factory makes the step of each workspace
   */
  public Value step(
      String name,
      List<Value> inputs,
      Rows rows,
      int cols,
      boolean hasParameters,
      Step.Factory factory) {
    boolean trainable = hasParameters;
    boolean active = false;
    for (Value input : inputs) {
      if (input.id() >= values.size() || !values.get(input.id()).equals(input)) {
        throw new IllegalArgumentException(name + ": " + input + " belongs to another program");
      }
      trainable |= input.trainable();
      active |= input.active();
    }
    Value output = value(name + "#" + values.size(), rows, cols, trainable, active);
    nodes.add(new Program.Node(output, List.copyOf(inputs), factory));
    return output;
  }

  // ---- checks ----

  private Value value(String name, Rows rows, int cols, boolean trainable, boolean active) {
    if (cols < 1) {
      throw new IllegalArgumentException(name + " needs at least one column, not " + cols);
    }
    Value value = new Value(values.size(), name, rows, cols, trainable, active);
    values.add(value);
    return value;
  }

  private Index index(String name, Rows rows, Rows into, boolean optional) {
    Index index = new Index(indices.size(), name, rows, into, optional);
    indices.add(index);
    return index;
  }

  private Value like(Value x, String name, List<Value> inputs, Step.Factory factory) {
    return step(name, inputs, x.rows(), x.cols(), false, factory);
  }

  private Value loss(String name, List<Value> inputs, Step.Factory factory) {
    return step(name, inputs, Rows.GRAPH, 1, false, factory);
  }

  private Value logSoftmax(Value x, Groups groups) {
    return like(x, "logSoftmax", List.of(x), (w, y) -> new LogSoftmaxStep(w, x, groups.in(w), y));
  }

  private static void sameShape(String name, Value a, Value b) {
    if (!a.rows().equals(b.rows()) || a.cols() != b.cols()) {
      throw mismatch(name, List.of(a, b));
    }
  }

  private static void sameRows(String name, List<Value> parts) {
    for (Value part : parts) {
      if (!part.rows().equals(parts.getFirst().rows())) {
        throw mismatch(name, parts);
      }
    }
  }

  private static IllegalArgumentException mismatch(String what, List<Value> inputs) {
    return new IllegalArgumentException(what + " does not fit " + inputs);
  }
}
