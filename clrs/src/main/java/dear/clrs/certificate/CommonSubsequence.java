// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;

/**
 * The table of directions of longest common subsequences. Following the directions gives each cell
 * a length that a common subsequence of the two prefixes really has. It is the greatest one if no
 * cell is shorter than its upper or left neighbour, or, on equal letters, than its diagonal
 * neighbour plus one: then by induction nothing is longer. Linear in the table; either of two
 * equally good directions is accepted, and cells outside the table are ignored.
 */
final class CommonSubsequence implements Conditions {
  private static final int DIAGONAL = 0;
  private static final int UP = 1;
  private static final int LEFT = 2;

  @Override
  public String basis() {
    return "each direction leads to a common subsequence, and no neighbour offers a longer one";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    int[] letters = inputs.codes("key");
    int[] from = answer.codes("b");
    int n = letters.length;
    int rows = FirstMatch.firstLength(inputs);
    int columns = n - rows;
    int[] above = new int[columns + 1]; // of the previous row, one place to the right
    int[] row = new int[columns + 1];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        boolean match = letters[i] == letters[rows + j];
        int cell = from[i * n + rows + j];
        int best = Math.max(above[j + 1], row[j]);
        best = match ? Math.max(best, above[j] + 1) : best;
        int length =
            switch (cell) {
              case DIAGONAL -> match ? above[j] + 1 : -1;
              case UP -> above[j + 1];
              case LEFT -> row[j];
              default -> -1;
            };
        if (length < best) {
          int better = best;
          findings.edge(
              i,
              rows + j,
              length < 0
                  ? () -> cell == DIAGONAL ? "diagonal on different letters" : "no direction"
                  : () ->
                      "the direction leads to a common subsequence of %d, but there is one of %d"
                          .formatted(length, better));
        }
        row[j + 1] = best; // equal to the length where the answer is right
      }
      int[] swap = above;
      above = row;
      row = swap;
      row[0] = 0;
    }
  }
}
