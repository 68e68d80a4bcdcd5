// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;

/**
 * Tables of best splits: parentheses of a matrix product, roots of a search tree. A cell (i, j)
 * splits the range into (i, k) and (k + 1, j). The splits of the answer give every range a tree and
 * the tree a cost, in one pass over the table. They are best exactly when no other split of a range
 * makes it cheaper with the costs that the answer gives to the parts: by induction over the lengths
 * no cost can then be undercut. As with distances in a graph, every alternative is examined once,
 * n^3 / 6 of them for the n^2 cells.
 *
 * <p>A cell above a fault has a cost that says nothing about its own split, so only the lowest
 * faults are reported. Cells that stand for no range are ignored.
 */
final class CheapestSplits implements Conditions {
  /** What is split. */
  enum Problem {
    MATRIX_CHAIN("s", 1),
    SEARCH_TREE("root", 0);

    private final String output;
    private final int first; // the first meaningful row

    Problem(String output, int first) {
      this.output = output;
      this.first = first;
    }
  }

  private final Problem problem;

  CheapestSplits(Problem problem) {
    this.problem = problem;
  }

  @Override
  public String basis() {
    return "the splits give every range a cost that no other split of it undercuts";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    double[] p = inputs.reals("p");
    double[] q = problem == Problem.SEARCH_TREE ? inputs.reals("q") : new double[p.length];
    for (int i = 0; i < p.length; i++) {
      if (p[i] < 0 || q[i] < 0) {
        findings.doubt("not checked: sizes and probabilities must not be negative");
        return;
      }
    }
    new Table(p, q, answer.codes(problem.output), findings).check();
  }

  /** The costs that the answer gives to all ranges. */
  private final class Table {
    private final double[] p;
    private final double[] q;
    private final int[] split;
    private final Findings findings;
    private final int n;
    private final double[] cost;
    private final double[] weight; // of a search tree
    private final boolean[] spoiled;

    Table(double[] p, double[] q, int[] split, Findings findings) {
      this.p = p;
      this.q = q;
      this.split = split;
      this.findings = findings;
      n = p.length;
      cost = new double[n * n];
      weight = new double[n * n];
      spoiled = new boolean[n * n];
    }

    void check() {
      for (int i = problem.first; i < n; i++) {
        cost[i * n + i] = q[i];
        weight[i * n + i] = q[i];
      }
      for (int length = 1; length < n; length++) {
        for (int i = problem.first; i + length < n; i++) {
          int j = i + length;
          weight[i * n + j] = weight[i * n + j - 1] + p[j - 1] + q[j];
          check(i, j);
        }
      }
    }

    private void check(int i, int j) {
      int cell = i * n + j;
      int k = split[cell];
      if (k < i || k >= j) {
        findings.edge(
            i, j, () -> "the range %d to %d is split outside it, at %d".formatted(i, j, k));
        cost[cell] = Double.POSITIVE_INFINITY;
        spoiled[cell] = true;
        return;
      }
      cost[cell] = costOf(i, k, j);
      spoiled[cell] = spoiled[i * n + k] || spoiled[(k + 1) * n + j];
      int best = k;
      double least = cost[cell];
      for (int other = i; other < j; other++) {
        double tried = costOf(i, other, j);
        best = tried < least ? other : best;
        least = Math.min(tried, least);
      }
      int better = best;
      double lower = least;
      if (!spoiled[cell] && cost[cell] - least > Rounding.slack(4 * n, cost[cell])) {
        spoiled[cell] = true;
        findings.edge(
            i,
            j,
            () ->
                "the range %d to %d costs %s when split at %d, but %s at %d"
                    .formatted(
                        i, j, Findings.number(cost[cell]), k, Findings.number(lower), better));
      }
    }

    private double costOf(int i, int k, int j) {
      double parts = cost[i * n + k] + cost[(k + 1) * n + j];
      return switch (problem) {
        case MATRIX_CHAIN -> parts + p[i - 1] * p[k] * p[j];
        case SEARCH_TREE -> parts + weight[i * n + j];
      };
    }
  }
}
