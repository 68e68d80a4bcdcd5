// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;

/**
 * A matrix that one program computes and another takes as input.
 *
 * @param from the workspace that computes it
 * @param source its name there
 * @param to the workspace that uses it
 * @param sink its name there
 */
record Link(Workspace from, Value source, Workspace to, Value sink) {
  Link {
    if (!source.rows().equals(sink.rows()) || source.cols() != sink.cols()) {
      throw new IllegalArgumentException(source + " does not have the shape of " + sink);
    }
  }

  /** Copies the values to the user. */
  void forward() {
    to.copyIn(Plane.VALUE, sink, from.array(Plane.VALUE), from.offset(source));
  }

  /** Adds the contents of a plane of the user to the cotangents of the source. */
  void backward(Plane gathered) {
    from.addIn(Plane.COTANGENT, source, to.matrix(gathered, sink));
  }
}
