// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

/** The initial value of a parameter. */
public sealed interface Initial {
  /** Uniform in (-bound, bound). */
  record Uniform(double bound) implements Initial {
    /** Checks the bound. */
    public Uniform {
      if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("the bound must be positive, not " + bound);
      }
    }
  }

  /** The same value everywhere. */
  record Constant(float value) implements Initial {}

  /** PyTorch's default for the weight and the bias of a linear layer with this many inputs. */
  static Initial linear(int fanIn) {
    return new Uniform(1 / Math.sqrt(fanIn));
  }
}
