// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** A {@link LinearMap} whose rows are independent, as those of a {@link RowStep} are. */
interface RowMap {
  /** The workspace. */
  Workspace w();

  /** The output. */
  Value y();

  /** Overwrites some rows of the output with A·input, in this plane. */
  void apply(int worker, Plane plane, int from, int to);

  /** Adds Aᵀ·output to the inputs for some rows of the output, in this plane. */
  void transpose(Plane plane, int from, int to);

  /** The four passes. */
  static RowStep step(RowMap map) {
    return new RowStep() {
      @Override
      public Workspace w() {
        return map.w();
      }

      @Override
      public Value y() {
        return map.y();
      }

      @Override
      public void forward(int worker, int from, int to) {
        map.apply(worker, Plane.VALUE, from, to);
      }

      @Override
      public void tangent(int worker, int from, int to) {
        map.apply(worker, Plane.TANGENT, from, to);
      }

      @Override
      public void backward(int from, int to) {
        map.transpose(Plane.COTANGENT, from, to);
      }

      @Override
      public void backwardTangent(int from, int to) {
        map.transpose(Plane.COTANGENT_TANGENT, from, to);
      }
    };
  }
}
