// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import dear.reasoner.problem.Problem;
import java.util.List;

/**
 * What turns the sums of single graphs into the means of a batch: the loss of an output is averaged
 * over all its targets in the batch, so that large graphs count for more; the Jacobian term over
 * graphs.
 *
 * @param outputs factor of each output's sum; 0 where no graph has a target
 * @param perGraph factor of what each graph has once
 */
@SuppressWarnings("ArrayRecordComponent") // bulk numbers to read, never to compare
public record LossWeights(float[] outputs, double perGraph) {
  /** The weights for a batch. */
  public static LossWeights of(List<Problem> batch) {
    if (batch.isEmpty()) {
      throw new IllegalArgumentException("a batch needs at least one graph");
    }
    float[] weights = new float[batch.getFirst().targets().size()];
    for (int k = 0; k < weights.length; k++) {
      long count = 0;
      for (Problem problem : batch) {
        count += problem.targets().get(k).count();
      }
      weights[k] = count == 0 ? 0 : 1f / count;
    }
    return new LossWeights(weights, 1.0 / batch.size());
  }
}
