// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Value;
import java.util.List;

/** Maps the inputs to everything that stays constant while the processor runs. */
interface Encoder extends NetworkStage {
  /** Returns the encoded inputs, before any further layers. */
  List<Value> encodings();
}
