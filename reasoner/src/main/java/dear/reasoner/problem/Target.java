// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.problem;

import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Location;
import dear.clrs.data.Type;
import java.util.Arrays;

/**
 * The true answer to one output, in the order in which the network decodes it: by node, by answer
 * edge, or a single value for the graph.
 *
 * <p>The arrays are not copied, for speed; callers must not modify them.
 */
public final class Target {
  private static final float[] NONE = {};

  private final FeatureSpec spec;
  private final int[] truth;
  private final float[] amounts;
  private final float[] weights;
  private final int[] choices;
  private final int count;

  private Target(
      FeatureSpec spec, int[] truth, float[] amounts, float[] weights, int[] choices, int count) {
    this.spec = spec;
    this.truth = truth;
    this.amounts = amounts;
    this.weights = weights;
    this.choices = choices;
    this.count = count;
  }

  /**
   * Creates a target, as stored by {@link dear.clrs.data.Type}. No algorithm has a real number as
   * its output.
   */
  public static Target of(FeatureSpec spec, int[] truth, EdgeList answers) {
    int[] choices = truth;
    if (Features.isPointer(spec) && spec.location() == Location.NODE) {
      choices = new int[truth.length];
      for (int i = 0; i < truth.length; i++) {
        choices[i] = truth[i] < 0 ? -1 : answers.find(i, truth[i]);
      }
    }
    int count = 0;
    for (int choice : choices) {
      count += choice >= 0 ? 1 : 0;
    }
    if (spec.type() != Type.MASK) {
      return new Target(spec, truth, NONE, NONE, choices, count);
    }
    float[] amounts = new float[truth.length];
    float[] weights = new float[truth.length];
    for (int i = 0; i < truth.length; i++) {
      amounts[i] = truth[i] > 0 ? 1 : 0;
      weights[i] = truth[i] < 0 ? 0 : 1;
    }
    return new Target(spec, truth, amounts, weights, new int[0], count);
  }

  /** Creates an unknown target, which is excluded from losses and scores. */
  static Target unknown(FeatureSpec spec, EdgeList answers) {
    int[] none = new int[places(spec, answers)];
    Arrays.fill(none, -1);
    return of(spec, none, answers);
  }

  /** Creates the target of a solved instance. */
  static Target of(Feature output, Inputs inputs, EdgeList answers) {
    FeatureSpec spec = output.spec();
    int[] codes =
        spec.location() == Location.EDGE
            ? EdgeCells.codes(output, inputs, answers)
            : output.codes();
    return of(spec, codes, answers);
  }

  /** Returns the number of positions with an answer. */
  static int places(FeatureSpec spec, EdgeList answers) {
    return switch (spec.location()) {
      case GRAPH -> 1;
      case NODE -> spec.type() == Type.MASK_ONE ? 1 : answers.nodes();
      case EDGE -> answers.count();
    };
  }

  /** Returns the output. */
  public FeatureSpec spec() {
    return spec;
  }

  /** Returns nodes, classes or truth values; -1 where there is none. */
  public int[] truth() {
    return truth;
  }

  /** Returns the values of a mask, 0 and 1; empty for all other types. */
  public float[] amounts() {
    return amounts;
  }

  /** Returns 1 for each amount that counts, otherwise 0. */
  public float[] weights() {
    return weights;
  }

  /**
   * Returns the indices for a cross-entropy: the answer edge that a node's pointer follows, -1 if
   * there is none; for all other types, the truth itself.
   */
  public int[] choices() {
    return choices;
  }

  /** Returns the number of terms of the loss. */
  public int count() {
    return count;
  }
}
