// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.NormParameters;
import dear.tensor.kernel.NormState;
import dear.tensor.kernel.Norms;
import dear.tensor.parameter.Norm;

/** Layer norm; its four passes are kernels, which document the formulas. */
final class LayerNormStep implements Step {
  private final Workspace w;
  private final Norms norms;
  private final Value x;
  private final NormParameters parameters;
  private final NormState state;
  private final Value y;

  LayerNormStep(Workspace w, Value x, Norm norm, Value y) {
    this.w = w;
    this.norms = w.kernels().norms();
    this.x = x;
    this.parameters =
        new NormParameters(
            w.parameters().values(),
            norm.scale().offset(),
            norm.offset().offset(),
            x.cols(),
            false);
    this.state = new NormState(x.cols(), x.cols());
    this.y = y;
  }

  @Override
  public void forward() {
    int rows = w.rows(x);
    if (!w.differentiates()) {
      float[] p = w.array(Plane.VALUE);
      System.arraycopy(p, w.offset(x), p, w.offset(y), w.count(y));
      norms.inPlace(rows, w.matrix(Plane.VALUE, y), parameters);
      return;
    }
    if (state.capacity() < rows) {
      state.reserve(Workspace.grown(state.capacity(), rows));
    }
    norms.forward(rows, w.matrix(Plane.VALUE, x), parameters, state, w.matrix(Plane.VALUE, y));
  }

  @Override
  public void tangent() {
    state.reserveTangents();
    norms.tangent(
        w.rows(x), w.matrix(Plane.TANGENT, x), parameters, state, w.matrix(Plane.TANGENT, y));
  }

  @Override
  public void backward() {
    back(Plane.COTANGENT);
  }

  private void back(Plane plane) {
    // The kernel always adds to the input; nobody reads the cotangent of a constant.
    norms.backward(
        w.rows(x), w.matrix(plane, y), parameters, state, w.gradients(), w.matrix(plane, x), true);
  }

  @Override
  public void backwardTangent() {
    if (!x.active()) {
      back(Plane.COTANGENT_TANGENT); // only the cotangent varies
      return;
    }
    norms.backwardTangent(
        w.rows(x),
        w.matrix(Plane.COTANGENT, y),
        w.matrix(Plane.COTANGENT_TANGENT, y),
        parameters,
        state,
        w.gradients(),
        w.matrix(Plane.COTANGENT_TANGENT, x),
        true);
  }
}
