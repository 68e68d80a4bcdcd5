// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;

/**
 * A matrix that one program computes and another takes as its input.
 *
 * @param from where it is computed
 * @param source its name there
 * @param to where it is used
 * @param sink its name there
 */
record Link(Workspace from, Value source, Workspace to, Value sink) {
  Link {
    if (!source.rows().equals(sink.rows()) || source.cols() != sink.cols()) {
      throw new IllegalArgumentException(source + " is not " + sink);
    }
  }

  /** Hands the values on. */
  void forward() {
    to.copyIn(Plane.VALUE, sink, from.array(Plane.VALUE), from.offset(source));
  }

  /** Adds what has gathered in a plane of the user to the cotangents of the maker. */
  void backward(Plane gathered) {
    from.kernels()
        .elements()
        .axpy(
            from.count(source), 1, to.matrix(gathered, sink), from.matrix(Plane.COTANGENT, source));
  }
}
