// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.Workspace;

/** One of the three programs of a network, and how to bind a problem to it. */
interface NetworkStage {
  /** Returns the program. */
  Program program();

  /** Prepares a workspace of the program for a problem; {@link Feed}s are still to be copied in. */
  void bind(Workspace w, Problem problem);
}
