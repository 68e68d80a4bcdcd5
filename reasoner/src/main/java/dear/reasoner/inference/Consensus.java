// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.inference;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Type;
import dear.reasoner.network.ScoreTable;
import dear.reasoner.problem.EdgeList;
import dear.reasoner.problem.Features;
import java.util.ArrayList;
import java.util.List;

/**
 * One answer to several equivalent questions: the choices with the highest mean log-probability.
 *
 * <p>The sums are over scores. A log-probability is a score minus a number that all choices of a
 * position share (for a mask, the score is the difference of the two log-probabilities), so the
 * highest sum of scores has the highest mean log-probability, too. Questions may number the nodes
 * differently; scores are added where the first question has the same nodes.
 */
public final class Consensus {
  private final List<FeatureSpec> outputs;
  private final EdgeList answers;
  private final List<float[]> sums = new ArrayList<>();

  /**
   * Creates an answer without questions so far.
   *
   * @param outputs the outputs of the network
   * @param answers the edges that answers to the first question refer to
   */
  public Consensus(List<FeatureSpec> outputs, EdgeList answers) {
    this.outputs = List.copyOf(outputs);
    this.answers = answers;
  }

  /**
   * Adds the scores of a question.
   *
   * @param scores the scores of each output
   * @param theirs the edges that its answers refer to
   * @param names the number that each node of the first question has in this one
   */
  public void add(List<ScoreTable> scores, EdgeList theirs, int[] names) {
    for (int k = 0; k < outputs.size(); k++) {
      ScoreTable table = scores.get(k);
      if (sums.size() == k) {
        sums.add(new float[table.count()]);
      }
      float[] sum = sums.get(k);
      if (sum.length != table.count()) {
        throw new IllegalArgumentException(
            "output %s has %d scores here and %d there: the questions are not equivalent"
                .formatted(outputs.get(k).name(), sum.length, table.count()));
      }
      for (int i = 0; i < sum.length; i++) {
        sum[i] += table.get(place(outputs.get(k), i, theirs, names));
      }
    }
  }

  /** Returns where a score of the first question is among those of another. */
  private int place(FeatureSpec spec, int i, EdgeList theirs, int[] names) {
    if (spec.type() == Type.MASK_ONE) {
      return names[i];
    }
    boolean pointer = Features.isPointer(spec);
    return switch (spec.location()) {
      case GRAPH -> pointer ? names[i] : i;
      case NODE -> {
        if (pointer) {
          yield edge(i, theirs, names);
        }
        int columns = Features.columns(spec);
        yield names[i / columns] * columns + i % columns;
      }
      case EDGE -> {
        int columns = pointer ? names.length : Features.columns(spec);
        int choice = i % columns;
        yield edge(i / columns, theirs, names) * columns + (pointer ? names[choice] : choice);
      }
    };
  }

  private int edge(int e, EdgeList theirs, int[] names) {
    int row = answers.rows()[e];
    int column = answers.columns()[e];
    int there = theirs.find(names[row], names[column]);
    if (there < 0) {
      throw new IllegalArgumentException(
          "the edge from %d to %d is missing: the questions are not equivalent"
              .formatted(row, column));
    }
    return there;
  }

  /** Returns the summed scores of an output. */
  float[] sum(int output) {
    return sums.get(output);
  }

  /** Returns the answer, for the nodes of the first question. */
  public List<Prediction> predictions() {
    List<Prediction> predictions = new ArrayList<>();
    for (int k = 0; k < outputs.size(); k++) {
      float[] sum = sums.get(k);
      predictions.add(Prediction.read(outputs.get(k), new ScoreTable(sum, 0, sum.length), answers));
    }
    return List.copyOf(predictions);
  }
}
