// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.reasoner.network.Network;
import dear.tensor.parameter.Initial;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;

/**
 * Parameters as they are before training, except that layers which start at zero are open: an error
 * in a closed layer does not show.
 */
public final class OpenedPaths {
  private OpenedPaths() {}

  /** Returns parameters of a network; the same for the same network. */
  public static Parameters of(Network network) {
    Parameters parameters = network.initial(3);
    RandomStream random = new RandomStream(8);
    for (Parameter parameter : network.layout().parameters()) {
      if (parameter.kind() == Parameter.Kind.MATRIX
          && parameter.initial().equals(new Initial.Constant(0))) {
        for (int i = 0; i < parameter.count(); i++) {
          parameters.values()[parameter.offset() + i] = (float) (0.1 * random.nextGaussian());
        }
      }
    }
    parameters.changed();
    return parameters;
  }
}
