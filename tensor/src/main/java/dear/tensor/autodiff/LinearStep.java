// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.kernel.Products;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parameter.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * y = Σ xₖ·Wₖ + b. Then x̄ₖ = ȳ·Wₖᵀ, W̄ₖ = xₖᵀ·ȳ, b̄ = Σ ȳ over the rows; the only product of two
 * varying factors is W̄ₖ, whose tangent is ẋₖᵀ·ȳ + xₖᵀ·ȳ̇. Instead of a bias for all rows, the sum
 * may begin with a row of another value: y = v + Σ xₖ·Wₖ, and v̄ = ȳ.
 */
final class LinearStep implements RowStep {
  // Rows that one thread takes at a time when a team works on the graph: about 50 µs of work at
  // width 128, fewer where the team would otherwise be idle; a multiple of the kernels' tile.
  private static final int GRAIN = 96;
  private static final int TILE = 6;

  // Inputs whose rows of a weight gradient one thread takes at a time, again whole tiles; and the
  // number of graph rows from which that is worth a dispatch.
  private static final int GRADIENT_GRAIN = 36;
  private static final int GRADIENT_ROWS = 48;

  private final Workspace w;
  private final Products products;
  private final Value[] parts;
  private final Parameter.Block[] blocks;
  private final PackedWeights[] packed;
  private final PackedWeights[] transposed;
  private final Optional<JointInputs> joint;
  private final Optional<PendingRows> pending;
  private final Optional<Matrix> bias;
  private final Optional<Parameter> biasParameter;
  private final Optional<Value> base;
  private final Value y;
  private final Matrix biasGradient = new Matrix();
  private final Matrix zeros;
  private final Views[] views;
  private final RangeTask forwardRange = this::forward;
  private final RangeTask tangentRange = this::tangent;
  private final RangeTask backRange = this::backRange;
  private final RangeTask gradientRange = this::gradientRange;

  // The operands of the tasks; set by the thread that starts them.
  private Plane plane = Plane.VALUE;
  private int part;

  /** The rows that one thread works on. */
  private static final class Views {
    private final Matrix in = new Matrix();
    private final Matrix out = new Matrix();
    private final Matrix base = new Matrix();
    private final Matrix[] bases = {base}; // as a kernel takes it
  }

  LinearStep(
      Workspace w,
      List<Value> parts,
      List<Parameter.Block> blocks,
      Optional<Parameter> bias,
      Optional<Value> base,
      Value y) {
    this.w = w;
    this.products = w.kernels().products();
    this.parts = parts.toArray(Value[]::new);
    this.blocks = blocks.toArray(Parameter.Block[]::new);
    this.packed = new PackedWeights[this.blocks.length];
    this.transposed = new PackedWeights[this.blocks.length];
    for (int k = 0; k < packed.length; k++) {
      packed[k] = w.parameters().packed(this.blocks[k]);
      transposed[k] = w.parameters().packedTransposed(this.blocks[k]);
    }
    this.joint = JointInputs.of(w, this.parts, this.blocks);
    this.pending =
        w.repetitions()
            .map(it -> it.pending(y, () -> new PendingRows(products, this.parts, this.blocks, y)));
    this.bias = bias.map(it -> Matrix.repeated(w.parameters().values(), it.offset(), y.cols()));
    this.biasParameter = bias;
    this.base = base;
    this.y = y;
    this.zeros = Matrix.repeated(new float[y.cols()], 0, y.cols());
    this.views = new Views[w.threads()];
    Arrays.setAll(views, i -> new Views());
  }

  @Override
  public Workspace w() {
    return w;
  }

  @Override
  public Value y() {
    return y;
  }

  @Override
  public void forward() {
    w.overRanges(w.rows(y), grain(), forwardRange);
  }

  /** Rows are independent, so they may be split by the size of the team. */
  private int grain() {
    return Math.min(GRAIN, Math.ceilDiv(Math.ceilDiv(w.rows(y), w.threads()), TILE) * TILE);
  }

  @Override
  public void forward(int worker, int from, int to) {
    for (int at = from; at < to; at += RowBlocks.ROWS) {
      forwardBlock(worker, at, Math.min(to - at, RowBlocks.ROWS));
    }
  }

  private void forwardBlock(int worker, int from, int rows) {
    Matrix out = w.rows(worker, views[worker].out, Plane.VALUE, y, from);
    Matrix first = first(worker, from, rows, out);
    if (joint.isPresent()) {
      joint.get().multiplyAdd(worker, Plane.VALUE, from, rows, first, out);
      return;
    }
    Matrix in = views[worker].in;
    for (int k = 0; k < parts.length; k++) {
      w.rows(worker, in, Plane.VALUE, parts[k], from);
      products.multiplyAdd(rows, in, packed[k], k == 0 ? first : out, out);
    }
  }

  /**
   * What the sum begins with. The rows of an input are copied to the output first, in the order of
   * memory: a product reads them panel by panel, and each of its tiles would wait for them. Those
   * that the program has computed are in the cache.
   */
  private Matrix first(int worker, int from, int rows, Matrix out) {
    if (base.isEmpty()) {
      return bias.orElse(zeros);
    }
    Matrix first = w.rows(worker, views[worker].base, Plane.VALUE, base.get(), from);
    if (w.computes(base.get())) {
      return first;
    }
    products.sideBySide(rows, views[worker].bases, out); // a block need not be a Java array
    return out;
  }

  @Override
  public void tangent() {
    w.overRanges(w.rows(y), grain(), tangentRange);
  }

  @Override
  public void tangent(int worker, int from, int to) {
    if (joint.isPresent() && joint.get().active()) {
      for (int at = from; at < to; at += JointInputs.ROWS) {
        jointTangent(joint.get(), worker, at, Math.min(to - at, JointInputs.ROWS));
      }
      return;
    }
    int rows = to - from;
    Matrix in = views[worker].in;
    Matrix out = views[worker].out.rowsOf(w.matrix(Plane.TANGENT, y), from);
    Matrix sum = views[worker].base;
    boolean empty = true;
    if (base.isPresent() && base.get().active()) {
      sum.rowsOf(w.matrix(Plane.TANGENT, base.get()), from);
      empty = false;
    }
    boolean moved = false;
    for (int k = 0; k < parts.length; k++) {
      if (parts[k].active()) {
        in.rowsOf(w.matrix(Plane.TANGENT, parts[k]), from);
        if (empty) {
          products.multiply(rows, in, packed[k], out);
        } else {
          products.multiplyAdd(rows, in, packed[k], moved ? out : sum, out);
        }
        empty = false;
        moved = true;
      }
    }
    if (!moved) {
      Arrays.fill(out.data(), out.at(), out.row(rows), 0);
      if (!empty) {
        w.kernels().elements().axpy(rows * y.cols(), 1, sum, out);
      }
    }
  }

  private void jointTangent(JointInputs inputs, int worker, int from, int rows) {
    Matrix out = w.rows(worker, views[worker].out, Plane.TANGENT, y, from);
    Matrix first = zeros;
    if (base.isPresent() && base.get().active()) {
      first = w.rows(worker, views[worker].base, Plane.TANGENT, base.get(), from);
    }
    inputs.multiplyAdd(worker, Plane.TANGENT, from, rows, first, out);
  }

  @Override
  public void backward() {
    toInputs(Plane.COTANGENT);
    if (w.wantsGradients()) {
      if (pending.isPresent()) {
        for (int from = 0; from < w.rows(y); from += RowBlocks.ROWS) {
          pending.get().take(w, from, Math.min(w.rows(y), from + RowBlocks.ROWS));
        }
      } else {
        weightGradients(Plane.COTANGENT);
      }
      biasGradient(Plane.COTANGENT, 0, w.rows(y));
    }
  }

  @Override
  public void backwardTangent() {
    toInputs(Plane.COTANGENT_TANGENT);
    weightGradients(Plane.COTANGENT_TANGENT);
    biasGradient(Plane.COTANGENT_TANGENT, 0, w.rows(y));
  }

  @Override
  public void backward(int from, int to) {
    plane = Plane.COTANGENT;
    backRange(0, from, to);
    if (w.wantsGradients()) {
      if (pending.isPresent()) {
        pending.get().take(w, from, to);
      } else {
        weightGradients(from, to);
      }
      biasGradient(Plane.COTANGENT, from, to);
    }
  }

  @Override
  public void backwardTangent(int from, int to) {
    plane = Plane.COTANGENT_TANGENT;
    backRange(0, from, to);
    weightGradients(from, to);
    biasGradient(Plane.COTANGENT_TANGENT, from, to);
  }

  private void weightGradients(int from, int to) {
    for (int k = 0; k < parts.length; k++) {
      part = k;
      weightGradient(0, 0, parts[k].cols(), from, to);
    }
  }

  private void toInputs(Plane which) {
    plane = which;
    w.overRanges(w.rows(y), grain(), backRange);
  }

  private void backRange(int worker, int from, int to) {
    Matrix in = views[worker].in;
    Matrix out = views[worker].out.rowsOf(w.matrix(plane, y), from);
    for (int k = 0; k < parts.length; k++) {
      if (w.wants(parts[k])) {
        in.rowsOf(w.matrix(plane, parts[k]), from);
        products.multiplyAdd(to - from, out, transposed[k], in, in);
      }
    }
    if (base.isPresent() && w.wants(base.get())) {
      Matrix first = views[worker].base.rowsOf(w.matrix(plane, base.get()), from);
      w.kernels().elements().axpy((to - from) * y.cols(), 1, out, first);
    }
  }

  /**
   * Each element of the gradient is one sum over all rows, in their order. So the work is split by
   * the gradient's rows rather than the graph's: there is nothing to sum afterwards, and the bits
   * stay the same.
   */
  private void weightGradients(Plane outputs) {
    plane = outputs;
    for (int k = 0; k < parts.length; k++) {
      part = k;
      if (w.rows(y) < GRADIENT_ROWS) {
        gradientRange(0, 0, parts[k].cols());
      } else {
        w.overRanges(parts[k].cols(), GRADIENT_GRAIN, gradientRange);
      }
    }
  }

  /** All rows of the graph, in the blocks of {@link RowBlocks}, which give the order of sums. */
  private void gradientRange(int worker, int first, int last) {
    int rows = w.rows(y);
    for (int from = 0; from < rows; from += RowBlocks.ROWS) {
      weightGradient(worker, first, last, from, Math.min(rows, from + RowBlocks.ROWS));
    }
  }

  /** What some rows of the graph add to some rows of a gradient, or to those of its tangent. */
  private void weightGradient(int worker, int first, int last, int from, int to) {
    addGradient(worker, Plane.VALUE, plane, first, last, from, to);
    if (plane == Plane.COTANGENT_TANGENT && parts[part].active()) {
      addGradient(worker, Plane.TANGENT, Plane.COTANGENT, first, last, from, to);
    }
  }

  private void addGradient(
      int worker, Plane input, Plane output, int first, int last, int from, int to) {
    Value x = parts[part];
    Parameter.Block block = blocks[part];
    Matrix columns =
        views[worker].in.set(
            w.array(input), w.offset(x) + from * x.cols() + first, x.cols(), last - first);
    Matrix gradients =
        views[worker].out.set(w.gradients(), block.offset() + first * block.out(), block.out());
    products.weightGradient(to - from, columns, w.rows(worker, 0, output, y, from), gradients);
  }

  private void biasGradient(Plane outputs, int from, int to) {
    if (biasParameter.isPresent()) {
      biasGradient.set(w.gradients(), biasParameter.get().offset(), y.cols());
      products.columnSums(to - from, w.rows(0, 0, outputs, y, from), biasGradient);
    }
  }
}
