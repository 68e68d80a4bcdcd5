package dear.tensor.autodiff;

import dear.tensor.parameter.Norm;

/** Layer norm; its four passes are kernels, the formulas stand there. */
final class LayerNormStep implements Step {
  private final Workspace w;
  private final Value x;
  private final int scale;
  private final int offset;
  private final Value y;
  private float[] normal = {};
  private float[] inverse = {};
  private float[] normalDot = {};
  private float[] inverseDot = {};

  LayerNormStep(Workspace w, Value x, Norm norm, Value y) {
    this.w = w;
    this.x = x;
    this.scale = norm.scale().offset();
    this.offset = norm.offset().offset();
    this.y = y;
  }

  @Override
  public void forward() {
    float[] p = w.array(Plane.VALUE);
    int cols = x.cols();
    if (!w.differentiates()) {
      float[] theta = w.parameters().values();
      System.arraycopy(p, w.offset(x), p, w.offset(y), w.count(y));
      w.kernels()
          .layerNormInPlace(w.rows(y), cols, p, w.offset(y), cols, theta, scale, offset, false);
      return;
    }
    if (normal.length < w.count(x)) {
      normal = new float[Workspace.grown(normal.length, w.count(x))];
      inverse = new float[Workspace.grown(inverse.length, w.rows(x))];
    }
    w.kernels()
        .layerNorm(
            w.rows(x),
            cols,
            p,
            w.offset(x),
            cols,
            w.parameters().values(),
            scale,
            offset,
            false,
            normal,
            0,
            cols,
            inverse,
            0,
            p,
            w.offset(y),
            cols);
  }

  @Override
  public void tangent() {
    float[] p = w.array(Plane.TANGENT);
    int cols = x.cols();
    growTangents();
    w.kernels()
        .layerNormTangent(
            w.rows(x),
            cols,
            p,
            w.offset(x),
            cols,
            w.parameters().values(),
            scale,
            offset,
            false,
            normal,
            0,
            cols,
            inverse,
            0,
            normalDot,
            0,
            cols,
            inverseDot,
            0,
            p,
            w.offset(y),
            cols);
  }

  @Override
  public void backward() {
    back(Plane.COTANGENT);
  }

  private void back(Plane plane) {
    float[] p = w.array(plane);
    int cols = x.cols();
    // The kernel always adds to the input; nobody reads the cotangent of a constant.
    w.kernels()
        .layerNormBackward(
            w.rows(x),
            cols,
            p,
            w.offset(y),
            cols,
            w.parameters().values(),
            scale,
            offset,
            false,
            normal,
            0,
            cols,
            inverse,
            0,
            w.gradients(),
            p,
            w.offset(x),
            cols,
            true);
  }

  @Override
  public void backwardTangent() {
    if (!x.active()) {
      back(Plane.COTANGENT_TANGENT); // nothing moves but the cotangent
      return;
    }
    float[] p = w.array(Plane.COTANGENT_TANGENT);
    int cols = x.cols();
    w.kernels()
        .layerNormBackwardTangent(
            w.rows(x),
            cols,
            w.array(Plane.COTANGENT),
            w.offset(y),
            cols,
            p,
            w.offset(y),
            cols,
            w.parameters().values(),
            scale,
            offset,
            false,
            normal,
            0,
            cols,
            inverse,
            0,
            normalDot,
            0,
            cols,
            inverseDot,
            0,
            w.gradients(),
            p,
            w.offset(x),
            cols,
            true);
  }

  private void growTangents() {
    if (normalDot.length < normal.length) {
      normalDot = new float[normal.length];
      inverseDot = new float[inverse.length];
    }
  }
}
