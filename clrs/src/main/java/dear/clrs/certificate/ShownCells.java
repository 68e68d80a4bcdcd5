// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import dear.clrs.trait.AnswerForm;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The cells of a table that the answer in front of a person rests on: those of a product with
 * parentheses, of a search tree, of a common subsequence. A table has a best choice for every
 * range, and most of them are used by no one.
 */
final class ShownCells {
  private static final int DIAGONAL = 0;
  private static final int UP = 1;
  private static final int LEFT = 2;

  private ShownCells() {}

  /**
   * Returns outputs that differ from a right table in the shown cells at most: the other cells are
   * the algorithm's own. That they are right is checked like everything else. Outputs of other
   * algorithms are the same.
   */
  static List<Feature> only(Algorithm algorithm, Inputs inputs, List<Feature> outputs) {
    return switch (algorithm.traits().answer()) {
      case AnswerForm.Parentheses(String split) ->
          completed(algorithm, inputs, outputs, split, table -> splits(table, inputs.nodes(), 1));
      case AnswerForm.SearchTree(String root) ->
          completed(algorithm, inputs, outputs, root, table -> splits(table, inputs.nodes(), 0));
      case AnswerForm.Subsequence(String move) ->
          completed(
              algorithm,
              inputs,
              outputs,
              move,
              table -> moves(table, inputs.nodes(), FirstMatch.firstLength(inputs)));
      default -> outputs;
    };
  }

  /** Finds the cells that are shown. */
  private interface Walk {
    List<Integer> of(int[] table);
  }

  private static List<Feature> completed(
      Algorithm algorithm, Inputs inputs, List<Feature> outputs, String name, Walk walk) {
    List<Feature> right = algorithm.run(inputs).outputs();
    return outputs.stream()
        .map(output -> {
          Feature own =
              right.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
          if (!output.spec().equals(own.spec()) || output.size() != own.size()) {
            return output;
          }
          int[] cells = own.codes().clone();
          for (int cell : walk.of(output.codes())) {
            cells[cell] = output.codes()[cell];
          }
          return Feature.of(own.spec(), own.size(), cells);
        })
        .toList();
  }

  private record Range(int from, int to) {}

  private static List<Integer> splits(int[] table, int n, int first) {
    List<Integer> cells = new ArrayList<>();
    Deque<Range> rest = new ArrayDeque<>();
    rest.push(new Range(first, n - 1));
    while (!rest.isEmpty()) {
      Range range = rest.pop();
      if (range.from < range.to) {
        int cell = range.from * n + range.to;
        int split = table[cell];
        cells.add(cell);
        if (split >= range.from && split < range.to) {
          rest.push(new Range(range.from, split));
          rest.push(new Range(split + 1, range.to));
        }
      }
    }
    return cells;
  }

  private static List<Integer> moves(int[] table, int n, int rows) {
    List<Integer> cells = new ArrayList<>();
    int i = rows - 1;
    int j = n - 1;
    while (i >= 0 && j >= rows) {
      int cell = i * n + j;
      int move = table[cell];
      cells.add(cell);
      if (move != DIAGONAL && move != UP && move != LEFT) {
        break;
      }
      i -= move == LEFT ? 0 : 1;
      j -= move == UP ? 0 : 1;
    }
    return cells;
  }
}
