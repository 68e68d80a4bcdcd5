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

  // Rows that one thread takes at a time when a team works on the graph: a multiple of the kernels'
  // tile of six rows, and some 50 µs of work at width 128.
  private static final int GRAIN = 96;

  private final Workspace w;
  private final Kernels kernels;
  private final Value[] parts;
  private final Parameter.Block[] blocks;
  private final PackedWeights[] packed;
  private final PackedWeights[] transposed;
  private final int bias;
  private final Value y;
  private final RangeTask forwardRange = this::forwardRange;

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
    w.overRanges(w.rows(y), GRAIN, forwardRange);
  }

  /** Rows do not depend on each other, so cutting them leaves the bits as they are. */
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
    float[] p = w.array(Plane.TANGENT);
    Arrays.fill(p, w.offset(y), w.offset(y) + w.count(y), 0);
    for (int k = 0; k < parts.length; k++) {
      if (parts[k].active()) {
        Value x = parts[k];
        kernels.multiplyAccumulate(
            w.rows(y), p, w.offset(x), x.cols(), packed[k], p, w.offset(y), y.cols());
      }
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
    for (int k = 0; k < parts.length; k++) {
      Value x = parts[k];
      if (w.wants(x)) {
        kernels.multiplyAccumulate(
            w.rows(y), p, w.offset(y), y.cols(), transposed[k], p, w.offset(x), x.cols());
      }
    }
  }

  private void weightGradient(float[] input, float[] output, int k) {
    Value x = parts[k];
    kernels.weightGradient(
        w.rows(y),
        x.cols(),
        y.cols(),
        input,
        w.offset(x),
        x.cols(),
        output,
        w.offset(y),
        y.cols(),
        w.gradients(),
        blocks[k].offset(),
        blocks[k].out());
  }

  private void biasGradient(float[] output) {
    if (bias != NONE) {
      kernels.columnSums(w.rows(y), y.cols(), output, w.offset(y), y.cols(), w.gradients(), bias);
    }
  }
}
