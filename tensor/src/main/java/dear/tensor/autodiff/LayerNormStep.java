// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.NormParameters;
import dear.tensor.kernel.NormState;
import dear.tensor.kernel.Norms;
import dear.tensor.parameter.Norm;
import java.util.Arrays;

/** Layer norm, with or without a rectifier; its four passes are kernels, with the formulas. */
final class LayerNormStep implements RowStep {
  private final Workspace w;
  private final Norms norms;
  private final Value x;
  private final NormParameters parameters;
  private final NormState state;
  private final NormState[] views;
  private final Value y;

  LayerNormStep(Workspace w, Value x, Norm norm, boolean rectify, Value y) {
    this.w = w;
    this.norms = w.kernels().norms();
    this.x = x;
    this.parameters =
        new NormParameters(
            w.parameters().values(),
            norm.scale().offset(),
            norm.offset().offset(),
            x.cols(),
            rectify);
    this.state = new NormState(x.cols(), x.cols());
    this.views = new NormState[w.threads()];
    Arrays.setAll(views, i -> new NormState(x.cols(), x.cols()));
    this.y = y;
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
  public void prepareForward() {
    int rows = w.rows(x);
    if (w.differentiates() && state.capacity() < rows) {
      state.reserve(Workspace.grown(state.capacity(), rows));
    }
  }

  @Override
  public void forward(int worker, int from, int to) {
    Matrix in = w.rows(worker, 0, Plane.VALUE, x, from);
    Matrix out = w.rows(worker, 1, Plane.VALUE, y, from);
    if (w.differentiates()) {
      norms.forward(to - from, in, parameters, state(worker, from), out);
    } else {
      norms.apply(to - from, in, parameters, out);
    }
  }

  private NormState state(int worker, int from) {
    return views[worker].rowsOf(state, from);
  }

  @Override
  public void prepareTangent() {
    state.reserveTangents();
  }

  @Override
  public void tangent(int worker, int from, int to) {
    norms.tangent(
        to - from,
        w.rows(worker, 0, Plane.TANGENT, x, from),
        parameters,
        state(worker, from),
        w.rows(worker, 1, Plane.TANGENT, y, from));
  }

  @Override
  public void backward(int from, int to) {
    back(Plane.COTANGENT, from, to);
  }

  private void back(Plane plane, int from, int to) {
    // The kernel always adds to the input; nobody reads the cotangent of a constant.
    norms.backward(
        to - from,
        w.rows(0, 0, plane, y, from),
        parameters,
        state(0, from),
        w.gradients(),
        w.rows(0, 1, plane, x, from),
        true);
  }

  @Override
  public void backwardTangent(int from, int to) {
    if (!x.active()) {
      back(Plane.COTANGENT_TANGENT, from, to); // only the cotangent varies
      return;
    }
    norms.backwardTangent(
        to - from,
        w.rows(0, 0, Plane.COTANGENT, y, from),
        w.rows(0, 1, Plane.COTANGENT_TANGENT, y, from),
        parameters,
        state(0, from),
        w.gradients(),
        w.rows(0, 2, Plane.COTANGENT_TANGENT, x, from),
        true);
  }
}
