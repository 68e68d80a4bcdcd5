// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import dear.reasoner.inference.Prediction;
import dear.reasoner.problem.Target;

/**
 * The counts for one prediction for one graph.
 *
 * @param correct the number of correct positions
 * @param places the number of positions that count; those with a target of -1 do not
 * @param truePositives for a mask: predicted and true
 * @param falsePositives for a mask: predicted but not true
 * @param falseNegatives for a mask: true but not predicted
 */
record Tally(int correct, int places, int truePositives, int falsePositives, int falseNegatives) {
  static final Tally ZERO = new Tally(0, 0, 0, 0, 0);

  /** Compares a prediction with the truth. */
  static Tally of(Target target, Prediction prediction) {
    FeatureSpec spec = target.spec();
    if (!spec.equals(prediction.spec())) {
      throw new IllegalArgumentException(
          "a prediction of "
              + prediction.spec().name()
              + " does not fit the target "
              + spec.name());
    }
    return of(target.truth(), prediction.codes(), spec.type() == Type.MASK);
  }

  /** Compares codes, ignoring positions whose truth is -1. */
  static Tally of(int[] truth, int[] said, boolean mask) {
    int correct = 0;
    int places = 0;
    int hits = 0;
    int positive = 0;
    int predicted = 0;
    for (int i = 0; i < truth.length; i++) {
      if (truth[i] >= 0) {
        places++;
        correct += truth[i] == said[i] ? 1 : 0;
        hits += truth[i] == 1 && said[i] == 1 ? 1 : 0;
        positive += truth[i] == 1 ? 1 : 0;
        predicted += said[i] == 1 ? 1 : 0;
      }
    }
    return mask
        ? new Tally(correct, places, hits, predicted - hits, positive - hits)
        : new Tally(correct, places, 0, 0, 0);
  }

  Tally plus(Tally other) {
    return new Tally(
        correct + other.correct,
        places + other.places,
        truePositives + other.truePositives,
        falsePositives + other.falsePositives,
        falseNegatives + other.falseNegatives);
  }

  /** Returns twice the true positives: F1 is the ratio of hits to {@link #claims}. */
  int hits() {
    return 2 * truePositives;
  }

  /** Returns the number of positions predicted plus the number of positions that are true. */
  int claims() {
    return 2 * truePositives + falsePositives + falseNegatives;
  }

  boolean exact() {
    return correct == places;
  }

  /** Returns the share of correct positions; 1 if there are none. */
  double accuracy() {
    return places == 0 ? 1 : (double) correct / places;
  }

  /**
   * Returns the harmonic mean of precision and recall, with CLRS-30's edge cases: precision is 1 if
   * nothing is predicted, recall is 1 if nothing is true.
   */
  double f1() {
    int said = truePositives + falsePositives;
    int positive = truePositives + falseNegatives;
    double precision = said == 0 ? 1 : (double) truePositives / said;
    double recall = positive == 0 ? 1 : (double) truePositives / positive;
    return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
  }
}
