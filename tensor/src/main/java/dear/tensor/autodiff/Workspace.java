// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.message.InEdges;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The state in which one thread runs a program, graph after graph.
 *
 * <p>Each {@link Plane} is one array that grows to the largest graph and then stays; a value has
 * the same place in all of them. The order of work for a graph:
 *
 * <pre>{@code
 * w.bind(size);                        // row counts; what was there before is lost
 * w.set(input, array, 0); ...          // inputs and indices
 * w.forward();
 * w.zero(Plane.COTANGENT);             // then the seeds of the outputs
 * w.fill(Plane.COTANGENT, loss, 1f / batchSize);
 * w.backward(gradients);               // adds to the flat gradients
 * }</pre>
 *
 * <p>The gradient of ‖w‖² with w = Jᵀv, J the Jacobian of output y by input h, needs three more
 * passes (the derivation is in Pearlmutter, "Fast exact multiplication by the Hessian", 1994): with
 * s = ⟨v, y⟩ we have w = ∇ₕs, hence ∇‖w‖² = 2 D_w[∇s], the directional derivative along w of the
 * gradient of s, w held constant:
 *
 * <pre>{@code
 * w.zero(Plane.COTANGENT); w.copyIn(Plane.COTANGENT, y, v, 0);
 * w.backward();                                        // w, without gradients of parameters
 * w.copyOut(Plane.COTANGENT, h, u, 0);                 // and then u = 2·weight·w
 * w.zero(Plane.TANGENT); w.copyIn(Plane.TANGENT, h, u, 0);
 * w.tangent();
 * w.zero(Plane.COTANGENT_TANGENT);
 * w.backwardTangent(gradients);                        // adds weight·∇‖w‖²
 * }</pre>
 */
public final class Workspace {
  // Values begin on a cache line, if the array does.
  private static final int ALIGNMENT = 16;

  // Operands of a step that are divided by rows at the same time.
  private static final int VIEWS = 8;

  // Numbers that one thread copies at a time, 64 KB: microseconds, but more than handing them out.
  private static final int COPY_GRAIN = 1 << 14;

  private static final float[] NOTHING = {};

  private final Program program;
  private final Parameters parameters;
  private final Optional<Workers> workers;
  private final Optional<Repetitions> repetitions;
  private final RowBlocks[] stretches;
  private final boolean[] computed;
  private final boolean[] cleared;
  private final boolean[] blockwise;
  private final boolean[][] seeded;
  private final float[][] planes = new float[Plane.COUNT][0];
  private final Matrix[][] matrices;
  private final Matrix[][] views;
  private final Places places;
  private final float[][] blocks;
  private final int[] blockOffsets;
  private final int[] blockStarts;
  private final int[] offsets;
  private final int[] rows;
  private final int[][] indices;
  private final int[] indexStarts;
  private final InEdges[] edges;
  private GraphSize size = new GraphSize(0, 0);
  private int used;
  private float[] gradients = {};
  private float[] discarded = {};
  private boolean wantsGradients;

  // The operands of a copy, and the task, which is created once.
  private final RangeTask copyRange = this::copyRange;
  private float[] copied = NOTHING;
  private int copiedAt;
  private float[] copy = NOTHING;
  private int copyAt;

  Workspace(
      Program program,
      Parameters parameters,
      Optional<Workers> workers,
      Places places,
      Optional<Repetitions> repetitions) {
    this.program = program;
    this.repetitions = repetitions;
    this.places = places;
    this.parameters = parameters;
    this.workers = workers;
    this.offsets = new int[program.values().size()];
    this.rows = new int[program.values().size()];
    this.indices = new int[program.indices().size()][0];
    this.indexStarts = new int[program.indices().size()];
    this.edges = new InEdges[program.edges().size()];
    Arrays.fill(edges, new InEdges(new int[] {0}, new int[0]));
    this.matrices = new Matrix[Plane.COUNT][offsets.length];
    for (Matrix[] plane : matrices) {
      Arrays.setAll(plane, i -> new Matrix(new float[0], 0, program.values().get(i).cols()));
    }
    this.views = new Matrix[threads()][VIEWS];
    for (Matrix[] ofThread : views) {
      Arrays.setAll(ofThread, i -> new Matrix());
    }
    this.computed = new boolean[offsets.length];
    this.cleared = new boolean[offsets.length];
    this.blockwise = new boolean[offsets.length];
    this.blockOffsets = new int[offsets.length];
    this.blockStarts = new int[threads() * ALIGNMENT];
    this.seeded = new boolean[Plane.COUNT][offsets.length];
    this.stretches = stretches(program.nodes());
    int floats = placeBlocks();
    this.blocks = new float[threads()][0];
    Arrays.setAll(blocks, i -> kernels().blocks(floats));
  }

  /**
   * Places the blocks of values that only their own stretch reads. Without derivatives, these are
   * needed for one block of rows at a time: each thread has memory for a block, which stays in its
   * cache, and their places among all the others stay unused.
   *
   * @return how many numbers a thread needs for its blocks
   */
  private int placeBlocks() {
    int next = Matrix.LINE_START;
    for (int i = 0; i < offsets.length; i++) {
      if (blockwise[i]) {
        blockOffsets[i] = next;
        int count = RowBlocks.ROWS * program.values().get(i).cols();
        next = Math.addExact(next, Math.ceilDiv(count, ALIGNMENT) * ALIGNMENT);
      }
    }
    return next;
  }

  /** Creates the steps, and joins those that can run together. */
  private RowBlocks[] stretches(List<Program.Node> nodes) {
    Step[] steps = new Step[nodes.size()];
    Value[] outputs = new Value[steps.length];
    int[] stretch = new int[steps.length];
    int count = 0;
    for (int i = 0; i < steps.length; i++) {
      outputs[i] = nodes.get(i).output();
      computed[outputs[i].id()] = true;
      steps[i] = nodes.get(i).factory().in(this, outputs[i]);
      boolean joins =
          i > 0
              && steps[i] instanceof RowStep
              && steps[i - 1] instanceof RowStep
              && outputs[i].rows().equals(outputs[i - 1].rows());
      stretch[i] = joins ? stretch[i - 1] : count++;
    }
    boolean[] inner = inner(nodes, stretch);
    RowBlocks[] blocks = new RowBlocks[count];
    for (int from = 0, to; from < steps.length; from = to) {
      for (to = from + 1; to < steps.length && stretch[to] == stretch[from]; to++) {}
      RowBlocks block =
          new RowBlocks(
              this,
              Arrays.copyOfRange(steps, from, to),
              Arrays.copyOfRange(outputs, from, to),
              Arrays.copyOfRange(inner, from, to));
      for (int i = from; i < to; i++) {
        cleared[outputs[i].id()] = block.clears(i - from);
        blockwise[outputs[i].id()] = inner[i] && !differentiates();
      }
      blocks[stretch[from]] = block;
    }
    return blocks;
  }

  /** Which outputs are read, but only by steps of the same stretch. */
  private static boolean[] inner(List<Program.Node> nodes, int[] stretch) {
    boolean[] inner = new boolean[nodes.size()];
    for (int i = 0; i < inner.length; i++) {
      boolean read = false;
      boolean elsewhere = false;
      for (int k = i + 1; k < inner.length; k++) {
        boolean reads = nodes.get(k).inputs().contains(nodes.get(i).output());
        read |= reads;
        elsewhere |= reads && stretch[k] != stretch[i];
      }
      inner[i] = read && !elsewhere;
    }
    return inner;
  }

  // ---- a graph's sizes and inputs ----

  /** Binds the row counts. Values of the previous graph are lost. */
  public void bind(GraphSize newSize) {
    size = newSize;
    int next = Matrix.LINE_START;
    for (int i = 0; i < offsets.length; i++) {
      Value value = program.values().get(i);
      rows[i] = program.rows(value, newSize);
      int owner = places.owner(i);
      if (owner < i) {
        offsets[i] = offsets[owner]; // of the same shape, and no longer needed by then
        continue;
      }
      offsets[i] = next;
      int count = Math.multiplyExact(rows[i], value.cols());
      next = Math.addExact(next, Math.ceilDiv(count, ALIGNMENT) * ALIGNMENT);
    }
    used = next;
    for (int i = 0; i < planes.length; i++) {
      show(i);
    }
  }

  /** Moves the views of a plane to the current place of its values. */
  private void show(int plane) {
    for (int i = 0; i < offsets.length; i++) {
      matrices[plane][i].move(planes[plane], offsets[i]);
    }
  }

  /** Sets an input. */
  public void set(Value input, float[] source, int at) {
    copyIn(Plane.VALUE, input, source, at);
  }

  /**
   * Sets an index; the array is kept, not copied, and must stay as it is until the graph is done.
   */
  public void set(Index index, int[] source, int at) {
    int count = index.rows().count(size);
    int bound = index.into().count(size);
    int lowest = index.optional() ? -1 : 0;
    if (at < 0 || source.length - at < count) {
      throw new IllegalArgumentException(
          "index %s needs %d entries, but the array has %d from %d on"
              .formatted(index.name(), count, source.length - at, at));
    }
    for (int i = 0; i < count; i++) {
      int entry = source[at + i];
      if (entry < lowest || entry >= bound) {
        throw new IllegalArgumentException(
            "index %s[%d] = %d is outside %d..%d"
                .formatted(index.name(), i, entry, lowest, bound - 1));
      }
    }
    indices[index.id()] = source;
    indexStarts[index.id()] = at;
  }

  /** Sets the edges; they are kept, not copied. */
  public void set(Edges input, InEdges graph) {
    if (graph.nodes() != size.nodes()
        || graph.edges() != size.edges()
        || graph.terms() != input.terms()) {
      throw new IllegalArgumentException(
          "edges %s need %d nodes, %d edges, %d scalars per edge, not %d, %d, %d"
              .formatted(
                  input.name(),
                  size.nodes(),
                  size.edges(),
                  input.terms(),
                  graph.nodes(),
                  graph.edges(),
                  graph.terms()));
    }
    edges[input.id()] = graph;
  }

  /** Fills a value with one number, in a plane. */
  public void fill(Plane plane, Value value, float number) {
    float[] array = array(plane);
    int at = offset(value);
    Arrays.fill(array, at, at + count(value), number);
    seeded[plane.slot()][value.id()] = true;
  }

  /** Copies numbers into a value, in a plane. */
  public void copyIn(Plane plane, Value value, float[] source, int at) {
    copy(source, at, array(plane), offset(value), count(value));
    seeded[plane.slot()][value.id()] = true;
  }

  /**
   * Adds numbers to a value, in a plane that was set to zero before: a seed that comes from several
   * sides, or on top of what a pass will add.
   */
  public void addIn(Plane plane, Value value, Matrix numbers) {
    if (cleared[value.id()] && !seeded(plane, value)) {
      clear(plane, value, 0, rows(value)); // zero has left this to the pass, which keeps seeds
    }
    kernels().elements().axpy(count(value), 1, numbers, matrix(plane, value));
    seeded[plane.slot()][value.id()] = true;
  }

  /** Copies the numbers of a value, in a plane. */
  public void copyOut(Plane plane, Value value, float[] target, int at) {
    if (!keeps(value)) {
      throw new IllegalStateException(
          value + " is not kept after a pass in a workspace without derivatives");
    }
    copy(array(plane), offset(value), target, at, count(value));
  }

  /** Copies between two arrays; long copies are shared by the team, which would wait otherwise. */
  private void copy(float[] from, int fromAt, float[] to, int toAt, int count) {
    copied = from;
    copiedAt = fromAt;
    copy = to;
    copyAt = toAt;
    overRanges(count, COPY_GRAIN, copyRange);
    copied = NOTHING; // a caller's array is not kept alive
    copy = NOTHING;
  }

  private void copyRange(int worker, int from, int to) {
    System.arraycopy(copied, copiedAt + from, copy, copyAt + from, to - from);
  }

  /**
   * Sets a plane to zero before seeds are set and a pass is run: all values except those that the
   * pass overwrites, or sets to zero itself while they are in the cache.
   */
  public void zero(Plane plane) {
    float[] array = array(plane);
    Arrays.fill(seeded[plane.slot()], false);
    for (int i = 0; i < offsets.length; i++) {
      Value value = program.values().get(i);
      boolean later =
          switch (plane) {
            case VALUE -> false;
            case TANGENT -> computed[i] && value.active();
            case COTANGENT, COTANGENT_TANGENT -> cleared[i];
          };
      if (!later) {
        Arrays.fill(array, offsets[i], offsets[i] + count(value), 0);
      }
    }
  }

  /** Whether a value was set since its plane was set to zero. */
  boolean seeded(Plane plane, Value value) {
    return seeded[plane.slot()][value.id()];
  }

  /** Sets some rows of a value to zero, in a plane. */
  void clear(Plane plane, Value value, int from, int to) {
    int at = offset(value);
    Arrays.fill(array(plane), at + from * value.cols(), at + to * value.cols(), 0);
  }

  /** The only element of a value of one row and one column, in a plane. */
  public float scalar(Plane plane, Value value) {
    if (count(value) != 1) {
      throw new IllegalArgumentException(value + " is not a scalar");
    }
    return array(plane)[offset(value)];
  }

  // ---- passes ----

  /** Computes all values. */
  public void forward() {
    for (RowBlocks stretch : stretches) {
      stretch.forward();
    }
  }

  /** Computes all tangents from those of the inputs; those of other values must be zero. */
  public void tangent() {
    for (RowBlocks stretch : stretches) {
      stretch.tangent();
    }
  }

  /**
   * Computes the cotangents of the states and of what depends on them; neither gradients of
   * parameters nor the cotangents of other inputs, which lead to parameters elsewhere.
   */
  public void backward() {
    wantsGradients = false;
    if (discarded.length == 0) {
      discarded = new float[parameters.layout().size()];
    }
    gradients = discarded;
    runBackward();
  }

  /** Computes all cotangents from the seeds, and adds to the gradients of the parameters. */
  public void backward(float[] parameterGradients) {
    want(parameterGradients);
    runBackward();
  }

  /** Computes the tangents of all cotangents, and adds those of the gradients to the array. */
  public void backwardTangent(float[] parameterGradients) {
    want(parameterGradients);
    for (int i = stretches.length - 1; i >= 0; i--) {
      stretches[i].backwardTangent();
    }
  }

  private void runBackward() {
    for (int i = stretches.length - 1; i >= 0; i--) {
      stretches[i].backward();
    }
  }

  private void want(float[] parameterGradients) {
    if (parameterGradients.length != parameters.layout().size()) {
      throw new IllegalArgumentException(
          "gradients need %d floats, not %d"
              .formatted(parameters.layout().size(), parameterGradients.length));
    }
    wantsGradients = true;
    gradients = parameterGradients;
  }

  // ---- what steps see ----

  /** The graph's size. */
  public GraphSize size() {
    return size;
  }

  /** The array of a plane; it may be another one after {@link #bind}. */
  public float[] array(Plane plane) {
    int i = plane.slot();
    if (planes[i].length < used) {
      if (plane != Plane.VALUE && !differentiates()) {
        throw new IllegalStateException("a workspace without derivatives has no plane " + plane);
      }
      int length = grown(planes[i].length, used);
      planes[i] = new float[0]; // the content is lost; it need not be in memory twice
      planes[i] = new float[length];
      show(i);
    }
    return planes[i];
  }

  /** A value in a plane. The view follows the graph, and must not be moved by callers. */
  public Matrix matrix(Plane plane, Value value) {
    array(plane); // allocates it if necessary
    return matrices[plane.slot()][value.id()];
  }

  /**
   * The rows of a value from one on, in a plane: a view of the thread's own, which the next call
   * for the same slot moves.
   */
  Matrix rows(int worker, int slot, Plane plane, Value value, int from) {
    return rows(worker, views[worker][slot], plane, value, from);
  }

  /** The same with another view, which belongs to the thread. */
  Matrix rows(int worker, Matrix view, Plane plane, Value value, int from) {
    if (blockwise[value.id()]) {
      int row = from - blockStarts[worker * ALIGNMENT];
      int at = blockOffsets[value.id()] + row * value.cols();
      return view.set(blocks[worker], at, value.cols());
    }
    return view.rowsOf(matrix(plane, value), from);
  }

  /** Says that a thread begins with a block of rows. */
  void beginBlock(int worker, int row) {
    blockStarts[worker * ALIGNMENT] = row; // each thread's on its own cache line
  }

  /** Adds some rows of a value to another one of the same shape if its cotangent is needed. */
  void addRows(Plane plane, Value source, Value target, int from, int to) {
    if (wants(target)) {
      int count = (to - from) * source.cols();
      Matrix rows = rows(0, 0, plane, source, from);
      kernels().elements().axpy(count, 1, rows, rows(0, 1, plane, target, from));
    }
  }

  /** Whether derivatives are supported; if not, steps need not keep anything for them. */
  public boolean differentiates() {
    return !places.shared();
  }

  /** Whether the program computes a value, which is not one of its inputs then. */
  boolean computes(Value value) {
    return computed[value.id()];
  }

  /** Whether a value can be read after a forward pass; with derivatives, all can. */
  public boolean keeps(Value value) {
    return places.kept(value.id());
  }

  /** Releases all memory for numbers; bind the next graph afterwards. */
  public void release() {
    Arrays.fill(planes, new float[0]);
    bind(new GraphSize(0, 0));
  }

  /** The number of floats in all planes. */
  public long footprint() {
    long sum = 0;
    for (float[] plane : planes) {
      sum += plane.length;
    }
    return sum;
  }

  /** The number of floats that a plane needs for the current graph. */
  public int planeSize() {
    return used;
  }

  /** Where a value begins, in every plane. */
  public int offset(Value value) {
    return offsets[value.id()];
  }

  /** The row count of a value. */
  public int rows(Value value) {
    return rows[value.id()];
  }

  /** The number of elements of a value. */
  public int count(Value value) {
    return rows[value.id()] * value.cols();
  }

  /** The array that holds an index. */
  public int[] array(Index index) {
    return indices[index.id()];
  }

  /** Where the index begins in its array. */
  public int start(Index index) {
    return indexStarts[index.id()];
  }

  /** The edges of the graph. */
  public InEdges edges(Edges input) {
    return edges[input.id()];
  }

  /** The runs that this one belongs to, if the program is run several times in a row. */
  Optional<Repetitions> repetitions() {
    return repetitions;
  }

  /** Whether a team works on the graph, be it of one. */
  boolean hasTeam() {
    return workers.isPresent();
  }

  /** The number of threads that work on the graph. */
  public int threads() {
    return workers.map(Workers::threads).orElse(1);
  }

  /**
   * Runs a task on ranges of at most {@code grain} indices if a team works on the graph, else on
   * all at once. Only for work that does not depend on how it is split.
   */
  public void overRanges(int indices, int grain, RangeTask task) {
    if (workers.isPresent()) {
      workers.get().forRanges(indices, grain, task);
    } else if (indices > 0) {
      task.run(0, 0, indices);
    }
  }

  /** The parameters. */
  public Parameters parameters() {
    return parameters;
  }

  /** The kernels. */
  public Kernels kernels() {
    return parameters.kernels();
  }

  /** Whether this backward pass needs the gradients of the parameters. */
  public boolean wantsGradients() {
    return wantsGradients;
  }

  /** Whether this backward pass needs the cotangent of a value. */
  public boolean wants(Value value) {
    return wantsGradients ? value.trainable() : value.active();
  }

  /** The target for gradients of parameters; a sink if they are not needed. */
  public float[] gradients() {
    return gradients;
  }

  /**
   * A length for this many numbers: exact for the first graph, which may be the only one, and with
   * some slack after that, so that growing is rare.
   */
  public static int grown(int present, int needed) {
    return present == 0 ? needed : Math.addExact(needed, needed / 4);
  }
}
