// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import dear.reasoner.inference.Prediction;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * Trivial answers as a baseline for scores. They are often better than expected: every unreachable
 * node of a shortest path problem points to itself, and on the edges of dense graphs the
 * predecessor on the shortest path from i to j is mostly i.
 */
public final class TrivialAnswers {
  private TrivialAnswers() {}

  /**
   * Returns the trivial answers: nodes point to themselves (in a cyclic permutation, where that is
   * never correct, to the previous node), edges point to their row, and everything else is 0.
   */
  public static List<Prediction> of(Problem problem) {
    List<Prediction> answers = new ArrayList<>();
    for (Target target : problem.targets()) {
      answers.add(of(target, problem.answers()));
    }
    return answers;
  }

  private static Prediction of(Target target, EdgeList edges) {
    FeatureSpec spec = target.spec();
    int[] codes = new int[target.truth().length];
    switch (spec.type()) {
      case SCALAR, MASK, MASK_ONE, CATEGORICAL -> {}
      case POINTER, SHOULD_BE_PERMUTATION, PERMUTATION_POINTER -> {
        switch (spec.location()) {
          case NODE -> {
            int shift = spec.type() == Type.PERMUTATION_POINTER ? codes.length - 1 : 0;
            for (int i = 0; i < codes.length; i++) {
              codes[i] = (i + shift) % codes.length;
            }
          }
          case EDGE -> System.arraycopy(edges.rows(), 0, codes, 0, codes.length);
          case GRAPH -> {}
        }
      }
    }
    return new Prediction(spec, codes);
  }
}
