// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.parameter.Linear;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The operations on pairs of nodes: each with its definition in double precision. */
final class PairStepCases {

  private PairStepCases() {}

  static Stream<Bench.Case> all() {
    return IntStream.of(1, 3, 5, 7).boxed().flatMap(PairStepCases::ofSize);
  }

  private static Stream<Bench.Case> ofSize(int n) {
    return Stream.of(
        compose(n),
        pairPools(n),
        transposePairs(n),
        addToPairs(n),
        diagonal(n),
        clamp(n),
        triples(n));
  }

  private static Bench.Case compose(int n) {
    Bench b = new Bench(n);
    int cols = 7; // a: columns 1, 2; b: columns 4, 5; the others are unused
    Value x = b.state(Rows.NODE_PAIRS, cols);
    return b.op(
        "compose of %d nodes".formatted(n),
        b.program.compose(x, 1, 4, 2),
        p -> {
          double[] y = new double[n * n * 2];
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
              for (int c = 0; c < 2; c++) {
                double best = Double.NEGATIVE_INFINITY;
                double second = Double.NEGATIVE_INFINITY;
                for (int k = 0; k < n; k++) {
                  double sum =
                      p.of(x)[(i * n + k) * cols + 1 + c] + p.of(x)[(k * n + j) * cols + 4 + c];
                  second = Math.max(second, Math.min(best, sum));
                  best = Math.max(best, sum);
                }
                p.kink(best - second);
                y[(i * n + j) * 2 + c] = best;
              }
            }
          }
          return y;
        });
  }

  private static Bench.Case pairPools(int n) {
    Bench b = new Bench(n);
    int cols = 5; // ρ: columns 1, 2; κ: columns 3, 4
    Value x = b.state(Rows.NODE_PAIRS, cols);
    return b.op(
        "pair pools of %d nodes".formatted(n),
        b.program.pairPools(x, 1, 2),
        p -> {
          double[] y = new double[n * 8];
          for (int i = 0; i < n; i++) {
            for (int c = 0; c < 2; c++) {
              double rowMax = Double.NEGATIVE_INFINITY;
              double columnMax = Double.NEGATIVE_INFINITY;
              for (int k = 0; k < n; k++) {
                double ofRow = p.of(x)[(i * n + k) * cols + 1 + c];
                double ofColumn = p.of(x)[(k * n + i) * cols + 3 + c];
                rowMax = Math.max(rowMax, ofRow);
                columnMax = Math.max(columnMax, ofColumn);
                y[i * 8 + 2 + c] += ofRow / n;
                y[i * 8 + 6 + c] += ofColumn / n;
              }
              y[i * 8 + c] = rowMax;
              y[i * 8 + 4 + c] = columnMax;
            }
          }
          return y;
        });
  }

  private static Bench.Case transposePairs(int n) {
    Bench b = new Bench(n);
    Value x = b.state(Rows.NODE_PAIRS, 2);
    return b.op(
        "transpose pairs of %d nodes".formatted(n),
        b.program.transposePairs(x),
        p -> {
          double[] y = new double[n * n * 2];
          for (int r = 0; r < y.length; r++) {
            int i = r / 2 / n;
            int j = r / 2 % n;
            y[r] = p.of(x)[(j * n + i) * 2 + r % 2];
          }
          return y;
        });
  }

  private static Bench.Case addToPairs(int n) {
    Bench b = new Bench(n);
    Value x = b.upstream(Rows.NODE_PAIRS, 2);
    Value left = b.state(Rows.NODES, 2);
    Value right = b.state(Rows.NODES, 2);
    return b.op(
        "add to pairs of %d nodes".formatted(n),
        b.program.addToPairs(x, left, right),
        p -> {
          double[] y = p.of(x).clone();
          for (int r = 0; r < y.length; r++) {
            y[r] += p.of(left)[r / 2 / n * 2 + r % 2] + p.of(right)[r / 2 % n * 2 + r % 2];
          }
          return y;
        });
  }

  private static Bench.Case diagonal(int n) {
    Bench b = new Bench(n);
    Value x = b.state(Rows.NODE_PAIRS, 3);
    return b.op(
        "diagonal of %d nodes".formatted(n),
        b.program.diagonal(x),
        p -> {
          double[] y = new double[n * 3];
          for (int r = 0; r < y.length; r++) {
            int i = r / 3;
            y[r] = p.of(x)[(i * n + i) * 3 + r % 3];
          }
          return y;
        });
  }

  private static Bench.Case clamp(int n) {
    Bench b = new Bench(n);
    float limit = 0.16f; // even the five values of a single node lie on both sides
    Value x = b.state(Rows.NODES, 5);
    return b.op(
        "clamp of %d nodes".formatted(n),
        b.program.clamp(x, limit),
        p -> {
          double[] y = p.of(x).clone();
          for (int i = 0; i < y.length; i++) {
            p.kink(Math.abs(y[i]) - limit);
            y[i] = Math.clamp(y[i], -limit, limit);
          }
          return y;
        });
  }

  private static Bench.Case triples(int n) {
    // Two thirds of all pairs, among them a node with itself.
    int[] edges = IntStream.range(0, n * n).filter(it -> (it / n + it % n) % 3 != 1).toArray();
    int[] rows = IntStream.of(edges).map(it -> it / n).toArray();
    int[] columns = IntStream.of(edges).map(it -> it % n).toArray();
    Bench b = new Bench(n, edges.length);
    Value x = b.state(Rows.NODE_PAIRS, 6);
    Value allowed = b.constant(Rows.NODE_PAIRS, 1);
    Index row = b.index(Rows.EDGES, Rows.NODES, rows);
    Index column = b.index(Rows.EDGES, Rows.NODES, columns);
    Linear l = b.linear(2, 1);
    return b.op(
        "triples of %d nodes".formatted(n),
        b.program.triples(x, allowed, row, column, l),
        p -> {
          double[] y = new double[edges.length * n];
          for (int e = 0; e < edges.length; e++) {
            for (int k = 0; k < n; k++) {
              double sum = p.of(l.bias(), 0, 0);
              for (int c = 0; c < 2; c++) {
                double inner =
                    p.of(x)[(rows[e] * n + k) * 6 + c]
                        + p.of(x)[(k * n + columns[e]) * 6 + 2 + c]
                        + p.of(x)[edges[e] * 6 + 4 + c];
                p.kink(inner);
                sum += p.of(l.weight(), c, 0) * Math.max(inner, 0);
              }
              y[e * n + k] = sum;
            }
          }
          return y;
        });
  }
}
