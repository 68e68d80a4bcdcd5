// SPDX-License-Identifier: Apache-2.0
package dear.tensor.optim;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;

/**
 * Limits the Euclidean norm of all gradients together, by PyTorch's formula: they are multiplied by
 * min(1, maximum / (norm + 1e-6)).
 *
 * @param maximum the largest norm that is not scaled down; infinite for no limit
 */
public record GradientClipping(double maximum) {
  // From torch.nn.utils.clip_grad_norm_.
  private static final double EPSILON = 1e-6;

  /** Checks the maximum. */
  public GradientClipping {
    if (!(maximum > 0)) {
      throw new IllegalArgumentException("the largest norm must be positive, not " + maximum);
    }
  }

  /** Clips gradients in place; returns their norm before clipping. */
  public double clip(float[] gradients, Kernels kernels) {
    Matrix all = Matrix.of(gradients);
    double norm = kernels.elements().norm(gradients.length, all);
    double factor = maximum / (norm + EPSILON);
    if (factor < 1) {
      kernels.elements().scale(gradients.length, (float) factor, all);
    }
    return norm;
  }
}
