package dear.tensor.autodiff;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parameter.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * y = Σ xₖ·Wₖ + b. Then x̄ₖ = ȳ·Wₖᵀ, W̄ₖ = xₖᵀ·ȳ, b̄ = Σ ȳ over the rows; the only product of two
 * things that move is W̄ₖ, whose tangent is ẋₖᵀ·ȳ + xₖᵀ·ȳ̇.
 */
final class LinearStep implements Step {
  private static final int NONE = -1;

  // Rows that one thread takes at a time when a team works on the graph: some 50 µs of work at
  // width 128, less where the team would be idle otherwise; a multiple of the kernels' tile.
  private static final int GRAIN = 96;
  private static final int TILE = 6;

  // Inputs whose rows of a weight gradient one thread takes at a time, again whole tiles; and the
  // rows of the graph from which on that is worth a dispatch.
  private static final int GRADIENT_GRAIN = 36;
  private static final int GRADIENT_ROWS = 48;

  private final Workspace w;
  private final Kernels kernels;
  private final Value[] parts;
  private final Parameter.Block[] blocks;
  private final PackedWeights[] packed;
  private final PackedWeights[] transposed;
  private final int bias;
  private final Value y;
  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask tangentRange = this::tangentRange;
  private final RangeTask backRange = this::backRange;
  private final RangeTask gradientRange = this::gradientRange;

  // What the tasks work on; set by the thread that starts them.
  private float[] plane = {};
  private float[] input = {};
  private float[] output = {};
  private int part;

  LinearStep(
      Workspace w,
      List<Value> parts,
      List<Parameter.Block> blocks,
      Optional<Parameter> bias,
      Value y) {
    this.w = w;
    this.kernels = w.kernels();
    this.parts = parts.toArray(Value[]::new);
    this.blocks = blocks.toArray(Parameter.Block[]::new);
    this.packed = new PackedWeights[this.blocks.length];
    this.transposed = new PackedWeights[this.blocks.length];
    for (int k = 0; k < packed.length; k++) {
      packed[k] = w.parameters().packed(this.blocks[k]);
      transposed[k] = w.parameters().packedTransposed(this.blocks[k]);
    }
    this.bias = bias.map(Parameter::offset).orElse(NONE);
    this.y = y;
  }

  @Override
  public void forward() {
    w.overRanges(w.rows(y), grain(), forwardRange);
  }

  /** Rows do not depend on each other, so the cut may follow the team. */
  private int grain() {
    return Math.min(GRAIN, Math.ceilDiv(Math.ceilDiv(w.rows(y), w.threads()), TILE) * TILE);
  }

  private void forwardRange(int worker, int from, int to) {
    float[] p = w.array(Plane.VALUE);
    int rows = to - from;
    int out = w.offset(y) + from * y.cols();
    for (int k = 0; k < parts.length; k++) {
      int cols = parts[k].cols();
      int in = w.offset(parts[k]) + from * cols;
      if (k > 0) {
        kernels.multiplyAccumulate(rows, p, in, cols, packed[k], p, out, y.cols());
      } else if (bias == NONE) {
        kernels.multiply(rows, p, in, cols, packed[k], p, out, y.cols());
      } else {
        kernels.multiplyAddBias(
            rows, p, in, cols, packed[k], w.parameters().values(), bias, p, out, y.cols());
      }
    }
  }

  @Override
  public void tangent() {
    w.overRanges(w.rows(y), grain(), tangentRange);
  }

  private void tangentRange(int worker, int from, int to) {
    float[] p = w.array(Plane.TANGENT);
    int out = w.offset(y) + from * y.cols();
    boolean first = true;
    for (int k = 0; k < parts.length; k++) {
      if (parts[k].active()) {
        int cols = parts[k].cols();
        int in = w.offset(parts[k]) + from * cols;
        if (first) {
          kernels.multiply(to - from, p, in, cols, packed[k], p, out, y.cols());
        } else {
          kernels.multiplyAccumulate(to - from, p, in, cols, packed[k], p, out, y.cols());
        }
        first = false;
      }
    }
    if (first) {
      Arrays.fill(p, out, out + (to - from) * y.cols(), 0);
    }
  }

  @Override
  public void backward() {
    float[] bar = w.array(Plane.COTANGENT);
    toInputs(bar);
    if (w.wantsGradients()) {
      for (int k = 0; k < parts.length; k++) {
        weightGradient(w.array(Plane.VALUE), bar, k);
      }
      biasGradient(bar);
    }
  }

  @Override
  public void backwardTangent() {
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    toInputs(barDot);
    for (int k = 0; k < parts.length; k++) {
      weightGradient(w.array(Plane.VALUE), barDot, k);
      if (parts[k].active()) {
        weightGradient(w.array(Plane.TANGENT), w.array(Plane.COTANGENT), k);
      }
    }
    biasGradient(barDot);
  }

  private void toInputs(float[] p) {
    plane = p;
    w.overRanges(w.rows(y), grain(), backRange);
  }

  private void backRange(int worker, int from, int to) {
    int out = w.offset(y) + from * y.cols();
    for (int k = 0; k < parts.length; k++) {
      Value x = parts[k];
      if (w.wants(x)) {
        int in = w.offset(x) + from * x.cols();
        kernels.multiplyAccumulate(
            to - from, plane, out, y.cols(), transposed[k], plane, in, x.cols());
      }
    }
  }

  /**
   * Each element of the gradient is one sum over all rows, in their order. So the work is cut by
   * the gradient's rows and not by the graph's: there is nothing to add up afterwards, and the bits
   * stay as they are.
   */
  private void weightGradient(float[] from, float[] to, int k) {
    input = from;
    output = to;
    part = k;
    if (w.rows(y) < GRADIENT_ROWS) {
      gradientRange(0, 0, parts[k].cols());
    } else {
      w.overRanges(parts[k].cols(), GRADIENT_GRAIN, gradientRange);
    }
  }

  private void gradientRange(int worker, int from, int to) {
    Value x = parts[part];
    kernels.weightGradient(
        w.rows(y),
        to - from,
        y.cols(),
        input,
        w.offset(x) + from,
        x.cols(),
        output,
        w.offset(y),
        y.cols(),
        w.gradients(),
        blocks[part].offset() + from * blocks[part].out(),
        blocks[part].out());
  }

  private void biasGradient(float[] from) {
    if (bias != NONE) {
      kernels.columnSums(w.rows(y), y.cols(), from, w.offset(y), y.cols(), w.gradients(), bias);
    }
  }
}
