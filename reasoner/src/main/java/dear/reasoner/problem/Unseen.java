// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.Algorithm;
import dear.clrs.data.Inputs;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.InputForm;
import java.util.Arrays;
import java.util.List;

/** What training never shows, or hardly ever, and no mapping of the inputs can change. */
final class Unseen {
  private Unseen() {}

  /** Returns it in sentences for the person who asked. */
  static List<String> in(Algorithm algorithm, Inputs inputs) {
    AnswerForm answer = algorithm.traits().answer();
    return switch (algorithm.traits().input()) {
      case InputForm.Keys(String key)
          when answer instanceof AnswerForm.Range
              && Arrays.stream(inputs.reals(key)).allMatch(number -> number <= 0) ->
          List.of("no number is positive, which training hardly ever shows");
      case InputForm.TwoSegments(String x, String y)
          when meetInLine(inputs.reals(x), inputs.reals(y)) ->
          List.of("an end of one segment is in line with the other, which training never shows");
      default -> List.of();
    };
  }

  private static boolean meetInLine(double[] x, double[] y) {
    for (int end = 0; end < x.length; end++) {
      int other = end < 2 ? 2 : 0; // where the other segment begins
      double across = (x[other + 1] - x[other]) * (y[end] - y[other]);
      double along = (y[other + 1] - y[other]) * (x[end] - x[other]);
      if (across == along) {
        return true;
      }
    }
    return false;
  }
}
