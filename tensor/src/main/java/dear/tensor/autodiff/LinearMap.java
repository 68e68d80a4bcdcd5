// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * A step that is linear in its inputs, with coefficients that do not depend on them: its tangent is
 * itself, and its way back is its transpose, in both orders. Since a value has the same place in
 * every plane, it is enough to say how it acts on one.
 */
interface LinearMap {
  /** Overwrites the output with A·input, in this plane. */
  void apply(Plane plane);

  /** Adds Aᵀ·output to the inputs, in this plane. */
  void transpose(Plane plane);

  /** The four passes. */
  static Step step(LinearMap map) {
    return new Step() {
      @Override
      public void forward() {
        map.apply(Plane.VALUE);
      }

      @Override
      public void tangent() {
        map.apply(Plane.TANGENT);
      }

      @Override
      public void backward() {
        map.transpose(Plane.COTANGENT);
      }

      @Override
      public void backwardTangent() {
        map.transpose(Plane.COTANGENT_TANGENT);
      }
    };
  }
}
