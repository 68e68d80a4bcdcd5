// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/** The four numbers that belong to an element of a {@link Value}. */
public enum Plane {
  /** The value x itself. */
  VALUE(0),
  /** Its derivative along the direction given to the inputs, ẋ. */
  TANGENT(1),
  /** The derivative of the seeded sum of outputs by it, x̄. */
  COTANGENT(2),
  /** The derivative of the cotangent along the direction. */
  COTANGENT_TANGENT(3);

  static final int COUNT = 4;

  private final int slot;

  Plane(int slot) {
    this.slot = slot;
  }

  int slot() {
    return slot;
  }
}
