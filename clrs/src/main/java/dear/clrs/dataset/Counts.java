// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

/**
 * What files say about their own size and about nodes by number.
 *
 * @param lines where errors are
 * @param mostNodes the largest allowed number of nodes
 * @param mostEdges the largest allowed number of edges
 */
record Counts(FileLines lines, int mostNodes, int mostEdges) {
  int nodes(String word) throws GraphFormatException {
    return count("nodes", word, 1, mostNodes);
  }

  int edges(String what, String word) throws GraphFormatException {
    return count(what, word, 0, mostEdges);
  }

  /** A node that is numbered from 1 in the file. */
  int node(String word, int nodes) throws GraphFormatException {
    int node = integer(word);
    if (node < 1 || node > nodes) {
      throw lines.error("node %s: nodes are 1 to %d".formatted(FileLines.shown(word), nodes));
    }
    return node - 1;
  }

  private int count(String what, String word, int least, int most) throws GraphFormatException {
    int count = integer(word);
    if (count < least) {
      throw lines.error(
          "%s is not a number of %s from %d on".formatted(FileLines.shown(word), what, least));
    }
    if (count > most) {
      throw lines.error(
          "more than %d %s: raise the limit if this is intended and there is enough memory"
              .formatted(most, what));
    }
    return count;
  }

  /** A whole number; -1 if it is not one, the largest int if it is too large. */
  private static int integer(String word) {
    if (word.isEmpty() || !word.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return -1;
    }
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      return Integer.MAX_VALUE;
    }
  }
}
