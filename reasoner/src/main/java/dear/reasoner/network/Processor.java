// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Value;
import java.util.List;

/** One step of the function f whose equilibrium is the answer. */
interface Processor extends NetworkStage {
  /** Returns the matrices it takes from the encoder. */
  List<Feed> feeds();

  /** Returns the state. */
  Value state();

  /** Returns the state after the step. */
  Value next();

  /** Returns the gate: the share of the candidate in each number of the state after the step. */
  Value opening();
}
