// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import dear.equilibrium.FixedPointMap;
import java.util.List;

/** A function on a batch of states of one length, which lie one after the other. */
public interface BatchMap {
  /** The number of states. */
  int batch();

  /** The length of one state. */
  int dimension();

  /** Writes f(z) to {@code out}, for all states. */
  void apply(double[] z, double[] out);

  /** Functions of one length as a batch, for {@link Precision#FLOAT32} runs. */
  static BatchMap of(List<? extends FixedPointMap> maps) {
    return new FloatBatch(List.copyOf(maps));
  }
}
