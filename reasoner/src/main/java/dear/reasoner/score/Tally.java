// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import dear.reasoner.inference.Prediction;
import dear.reasoner.problem.Target;

/**
 * What is right in one prediction for one graph.
 *
 * @param correct how many places are right
 * @param places how many count; a target of -1 does not
 * @param truePositives of a mask: said and true
 * @param falsePositives of a mask: said and not true
 * @param falseNegatives of a mask: true and not said
 * @param squares of a scalar: the sum of squared errors
 */
record Tally(
    int correct,
    int places,
    int truePositives,
    int falsePositives,
    int falseNegatives,
    double squares) {
  static final Tally ZERO = new Tally(0, 0, 0, 0, 0, 0);

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
    if (spec.type() == Type.SCALAR) {
      double squares = 0;
      for (int i = 0; i < prediction.reals().length; i++) {
        double error = target.weights()[i] * (prediction.reals()[i] - target.amounts()[i]);
        squares += error * error;
      }
      return new Tally(0, target.count(), 0, 0, 0, squares);
    }
    return of(target.truth(), prediction.codes(), spec.type() == Type.MASK);
  }

  /** Compares codes, -1 in the truth being left out. */
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
        ? new Tally(correct, places, hits, predicted - hits, positive - hits, 0)
        : new Tally(correct, places, 0, 0, 0, 0);
  }

  Tally plus(Tally other) {
    return new Tally(
        correct + other.correct,
        places + other.places,
        truePositives + other.truePositives,
        falsePositives + other.falsePositives,
        falseNegatives + other.falseNegatives,
        squares + other.squares);
  }

  boolean exact() {
    return correct == places && squares == 0;
  }

  /** The share of right places; 1 where there are none. */
  double accuracy() {
    return places == 0 ? 1 : (double) correct / places;
  }

  /** The mean squared error. */
  double meanSquare() {
    return places == 0 ? 0 : squares / places;
  }

  /**
   * The harmonic mean of precision and recall as CLRS-30 defines it at its borders: precision is 1
   * when nothing is said, recall is 1 when nothing is true.
   */
  double f1() {
    int said = truePositives + falsePositives;
    int positive = truePositives + falseNegatives;
    double precision = said == 0 ? 1 : (double) truePositives / said;
    double recall = positive == 0 ? 1 : (double) truePositives / positive;
    return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
  }
}
