// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Matrix;
import java.util.Arrays;

/**
 * Sinkhorn's normalisation in logarithms (Mena et al., "Learning latent permutations with
 * Gumbel-Sinkhorn networks", ICLR 2018; without noise here: add it to the input).
 *
 * <p>The input is divided by the temperature and masked where row and column are the same, since no
 * element of a cyclic permutation points to itself; then log-softmax over rows and over columns
 * alternate.
 *
 * <p>The value needs no logarithms in between: every round multiplies rows and columns of the
 * exponentials by factors, so it is enough to track these ({@link MatrixScaling}), which takes one
 * exponential per entry instead of one per entry and round. If they leave the range of doubles, and
 * for derivatives, the rounds are computed literally. Then all 2k intermediate matrices are kept,
 * because each backward pass of a log-softmax reads its result; at 64 nodes and 60 rounds that is 2
 * MB.
 */
final class SinkhornStep implements Step {
  /** The value that CLRS-30 puts on the diagonal. */
  private static final float MASKED = -1e6f;

  private final Workspace w;
  private final Value x;
  private final Index row;
  private final Index column;
  private final float temperature;
  private final int layers;
  private final Value y;
  private final Segments[] segments;
  private final LogSoftmax[] softmax;
  private final MatrixScaling scaling = new MatrixScaling();
  private boolean layered;

  // Layer k of each starts at k·count; layer 0 is the masked input, layer 2k the result.
  private float[] values = {};
  private float[] tangents = {};
  private float[] cotangents = {};
  private float[] cotangentTangents = {};

  // Views of a layer of each.
  private final Matrix value = new Matrix();
  private final Matrix tangent = new Matrix();
  private final Matrix cotangent = new Matrix();
  private final Matrix bar = new Matrix();
  private final Matrix next = new Matrix();

  SinkhornStep(
      Workspace w, Value x, Index row, Index column, float temperature, int iterations, Value y) {
    this.w = w;
    this.x = x;
    this.row = row;
    this.column = column;
    this.temperature = temperature;
    this.layers = 2 * iterations;
    this.y = y;
    this.segments =
        new Segments[] {new Groups.ByIndex(row).in(w), new Groups.ByIndex(column).in(w)};
    this.softmax =
        new LogSoftmax[] {
          new LogSoftmax(w.kernels().logSoftmax(), segments[0]),
          new LogSoftmax(w.kernels().logSoftmax(), segments[1])
        };
  }

  @Override
  public void forward() {
    segments[0].refresh();
    segments[1].refresh();
    float[] v = w.array(Plane.VALUE);
    layered = false;
    int count = w.count(x);
    if (values.length < count) {
      values = new float[Workspace.grown(values.length, count)];
    }
    enterMasked();
    if (!scaling.run(values, segments[0], segments[1], layers / 2, v, w.offset(y))) {
      layer();
      System.arraycopy(values, layers * count, v, w.offset(y), count);
    }
  }

  /** Computes the rounds one by one, if not yet done for this graph. */
  private void layer() {
    if (layered) {
      return;
    }
    layered = true;
    values = sized(values);
    enterMasked();
    for (int k = 0; k < layers; k++) {
      softmax[k % 2].forward(layer(value, values, k), layer(next, values, k + 1));
    }
  }

  @Override
  public void tangent() {
    layer();
    int count = w.count(x);
    tangents = sized(tangents);
    float[] dot = w.array(Plane.TANGENT);
    enter(dot, tangents);
    for (int k = 0; k < layers; k++) {
      softmax[k % 2].tangent(
          layer(value, values, k + 1), layer(tangent, tangents, k), layer(next, tangents, k + 1));
    }
    System.arraycopy(tangents, layers * count, dot, w.offset(y), count);
  }

  @Override
  public void backward() {
    layer();
    cotangents = sized(cotangents);
    back(w.array(Plane.COTANGENT), cotangents, false);
  }

  @Override
  public void backwardTangent() {
    cotangentTangents = sized(cotangentTangents);
    back(w.array(Plane.COTANGENT_TANGENT), cotangentTangents, x.active());
  }

  private void back(float[] plane, float[] bars, boolean moving) {
    int count = w.count(x);
    Arrays.fill(bars, 0, layers * count, 0);
    System.arraycopy(plane, w.offset(y), bars, layers * count, count);
    for (int k = layers - 1; k >= 0; k--) {
      Matrix y = layer(value, values, k + 1);
      Matrix into = layer(bar, bars, k);
      softmax[k % 2].backward(y, layer(next, bars, k + 1), into);
      if (moving) {
        Matrix yDot = layer(tangent, tangents, k + 1);
        softmax[k % 2].backwardMoving(y, yDot, layer(cotangent, cotangents, k + 1), into);
      }
    }
    for (int i = 0; i < count; i++) {
      if (!isMasked(i)) {
        plane[w.offset(x) + i] += bars[i] / temperature;
      }
    }
  }

  private Matrix layer(Matrix view, float[] layersOf, int k) {
    return view.set(layersOf, k * w.count(x), w.count(x));
  }

  private void enterMasked() {
    enter(w.array(Plane.VALUE), values);
    for (int i = 0; i < w.count(x); i++) {
      if (isMasked(i)) {
        values[i] = MASKED;
      }
    }
  }

  /** Layer 0, with zeros where it is masked. */
  private void enter(float[] plane, float[] layer) {
    for (int i = 0; i < w.count(x); i++) {
      layer[i] = isMasked(i) ? 0 : plane[w.offset(x) + i] / temperature;
    }
  }

  private boolean isMasked(int i) {
    return w.array(row)[w.start(row) + i] == w.array(column)[w.start(column) + i];
  }

  private float[] sized(float[] array) {
    int needed = (layers + 1) * w.count(x);
    return array.length >= needed ? array : new float[Workspace.grown(array.length, needed)];
  }
}
