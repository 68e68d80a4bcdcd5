// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parameter.Linear;
import java.util.List;
import java.util.Optional;

/**
 * The encoding of edges without a row per edge: e = e₀ + Σ xⱼ eⱼ for an edge with scalars x₁ … xₖ.
 * The rows e₀ … eₖ are the basis. A linear layer of e is affine in the same scalars and has its own
 * basis: all rows multiplied by the weights, with the bias added to the first.
 *
 * @param firstRow k + 1 numbers: 1, 0, … 0
 * @param basis k + 1 rows; none if edges have no inputs and e is zero
 */
record EdgeTerms(Value firstRow, Optional<Value> basis) {
  /** Declares the input that a program needs for the terms. */
  static Value firstRow(ProgramBuilder b, int scalars) {
    return b.constant("first row", new Rows.Fixed(scalars + 1), 1);
  }

  /** Sets that input. */
  void bind(Workspace w) {
    w.fill(Plane.VALUE, firstRow, 0);
    w.array(Plane.VALUE)[w.offset(firstRow)] = 1;
  }

  /** Returns the basis of a layer of e. */
  Value project(ProgramBuilder b, Linear layer) {
    return basis
        .map(rows ->
            b.linear(
                List.of(rows, firstRow),
                List.of(layer.weight().block(), layer.bias().block()),
                Optional.empty()))
        .orElseGet(
            () -> b.linear(List.of(firstRow), List.of(layer.bias().block()), Optional.empty()));
  }
}
