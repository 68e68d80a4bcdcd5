// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Value;
import java.util.List;

/** From inputs to everything that stays the same while the processor runs. */
interface Encoder extends Stage {
  /** The encoded inputs, before anything else is made of them. */
  List<Value> encodings();
}
