// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.clrs.Algorithm;
import dear.clrs.Samples;
import dear.clrs.data.Instance;
import dear.clrs.dataset.Preprocessing;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/** Small batches of real problems. */
public final class Batches {
  private Batches() {}

  /** Returns the first samples of a size, preprocessed as by the authors. */
  public static List<Problem> of(Algorithm algorithm, Network network, int size, int count) {
    Samples samples = algorithm.samples(11).size(size);
    List<Problem> problems = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      Instance instance =
          Preprocessing.ALL.apply(algorithm, samples.get(k), samples.random(k).split("positions"));
      problems.add(network.problem(instance));
    }
    return problems;
  }
}
