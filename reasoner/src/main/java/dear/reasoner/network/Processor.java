// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Value;
import java.util.List;

/** One step of the function f whose equilibrium is the answer. */
interface Processor extends Stage {
  /** What it takes from the encoder. */
  List<Feed> feeds();

  /** The state. */
  Value state();

  /** The state after the step. */
  Value next();
}
