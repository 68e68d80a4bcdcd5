// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Value;
import java.util.List;

/** From the state to answers and losses. */
interface Decoder extends Stage {
  /** What it takes from the encoder. */
  List<Feed> feeds();

  /** The state. */
  Value state();

  /** By output. */
  List<Head> heads();
}
