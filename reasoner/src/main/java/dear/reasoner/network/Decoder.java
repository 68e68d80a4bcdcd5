// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Value;
import java.util.List;

/** Maps the state to answers and losses. */
interface Decoder extends NetworkStage {
  /** Returns the matrices it takes from the encoder. */
  List<Feed> feeds();

  /** Returns the state. */
  Value state();

  /** Returns the heads, one for each output. */
  List<Head> heads();
}
