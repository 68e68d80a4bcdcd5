// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.gradient;

import dear.reasoner.problem.Problem;
import java.util.List;

/**
 * Factors that turn the sums of single graphs into means over a batch. The loss of an output is
 * averaged over all its targets in the batch, so large graphs count for more; the Jacobian term is
 * averaged over graphs.
 *
 * @param outputs the factor for the sum of each output; 0 if no graph has a target
 * @param perGraph the factor for terms that occur once per graph
 */
@SuppressWarnings("ArrayRecordComponent") // bulk numbers to read, never to compare
public record LossWeights(float[] outputs, double perGraph) {
  /** Returns the weights for a batch. */
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

  /** Returns the weights for each of several decoded states that share the loss of a graph. */
  LossWeights sharedBy(int states) {
    if (states == 1) {
      return this;
    }
    float[] shares = outputs.clone();
    for (int k = 0; k < shares.length; k++) {
      shares[k] /= states;
    }
    return new LossWeights(shares, perGraph);
  }
}
