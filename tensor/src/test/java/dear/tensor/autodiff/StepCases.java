// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.message.InEdges;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/** The table of operations: each with its definition in double precision. */
final class StepCases {
  private static final int[] SENDERS = {0, 1, 0, 2, 2, 1, 0};
  private static final int[] RECEIVERS = {0, 0, 1, 1, 2, 2, 2};

  private StepCases() {}

  static Stream<Bench.Case> all() {
    return Stream.of(
        linear(),
        linearOfParts(),
        linearWithoutBias(),
        linearOnto(true),
        linearOnto(false),
        linearOntoTheOnlyMover(),
        linearOfConstant(),
        layerNorm(),
        layerNormOfUpstream(),
        rectifiedNorm(),
        messages(true),
        messages(false),
        maxOverInEdges(true),
        maxOverInEdges(false),
        pairwiseMax(Rows.EDGES, Rows.EDGE_NODES),
        pairwiseMax(Rows.NODES, Rows.NODE_PAIRS),
        binary("add", ProgramBuilder::add, Double::sum),
        unary("relu", ProgramBuilder::relu, x -> Math.max(x, 0)),
        unary("sigmoid", ProgramBuilder::sigmoid, StepCases::sigmoid),
        unary(
            "softFloor",
            (p, x) -> p.softFloor(x, -0.3f, 0.01f),
            x -> x > -0.3f ? x : -0.3f + 0.01f * (x + 0.3f)),
        gate(true),
        gate(false),
        gather(),
        addRow(),
        maxOverRows(),
        logSoftmaxByIndex(),
        logSoftmaxOverRows(),
        logSoftmaxOverColumns(),
        logSoftmaxOverNodes(),
        logSinkhorn(),
        crossEntropyOfRows(),
        crossEntropyOfColumns(),
        crossEntropyOfNodes(),
        binaryCrossEntropy());
  }

  // ---- parameters ----

  private static Bench.Case linear() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 3);
    Linear l = b.linear(3, 4);
    return b.op("linear", b.program.linear(x, l), p -> affine(p, l, 0, 3, p.of(x), true));
  }

  private static Bench.Case linearOfParts() {
    Bench b = new Bench();
    Value x = b.state(Rows.EDGES, 3);
    Value u = b.upstream(Rows.EDGES, 2);
    Linear l = b.linear(5, 4);
    return b.op(
        "linear of parts",
        b.program.linear(List.of(u, x), l),
        p ->
            zip(
                affine(p, l, 0, 2, p.of(u), true),
                affine(p, l, 2, 3, p.of(x), false),
                Double::sum));
  }

  private static Bench.Case linearWithoutBias() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 3);
    Linear l = b.linear(6, 4);
    return b.op(
        "linear with some rows, without bias",
        b.program.linear(List.of(x), List.of(l.weight().rows(2, 3)), Optional.empty()),
        p -> affine(p, l, 2, 3, p.of(x), false));
  }

  private static Bench.Case linearOnto(boolean moving) {
    Bench b = new Bench();
    Value x = b.state(Rows.EDGES, 3);
    Value u = b.upstream(Rows.EDGES, 2);
    Value base = moving ? b.state(Rows.EDGES, 4) : b.upstream(Rows.EDGES, 4);
    Linear l = b.linear(5, 4);
    return b.op(
        moving ? "linear onto a state" : "linear onto upstream",
        b.program.linearOnto(
            base, List.of(u, x), List.of(l.weight().rows(0, 2), l.weight().rows(2, 3))),
        p ->
            zip(
                p.of(base),
                zip(
                    affine(p, l, 0, 2, p.of(u), false),
                    affine(p, l, 2, 3, p.of(x), false),
                    Double::sum),
                Double::sum));
  }

  private static Bench.Case linearOntoTheOnlyMover() {
    Bench b = new Bench();
    Value u = b.upstream(Rows.NODES, 3);
    Value base = b.state(Rows.NODES, 4);
    Linear l = b.linear(3, 4);
    return b.op(
        "linear of upstream onto a state",
        b.program.linearOnto(base, List.of(u), List.of(l.weight().rows(0, 3))),
        p -> zip(p.of(base), affine(p, l, 0, 3, p.of(u), false), Double::sum));
  }

  private static Bench.Case linearOfConstant() {
    Bench b = new Bench();
    Value x = b.constant(new Rows.Fixed(4), 1);
    Linear l = b.linear(1, 5);
    return b.op(
        "linear of a constant", b.program.linear(x, l), p -> affine(p, l, 0, 1, p.of(x), true));
  }

  private static Bench.Case layerNorm() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 5);
    Norm n = b.norm(5);
    return b.op("layer norm", b.program.layerNorm(x, n), p -> norm(p, n, p.of(x)));
  }

  private static Bench.Case layerNormOfUpstream() {
    Bench b = new Bench();
    Value x = b.upstream(Rows.NODES, 5);
    Norm n = b.norm(5);
    return b.op("layer norm of upstream", b.program.layerNorm(x, n), p -> norm(p, n, p.of(x)));
  }

  private static Bench.Case rectifiedNorm() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 5);
    Norm n = b.norm(5);
    return b.op(
        "rectified norm", b.program.rectifiedNorm(x, n), p -> rectified(p, norm(p, n, p.of(x))));
  }

  private static Bench.Case maxOverInEdges(boolean moving) {
    int d = 5;
    Bench b = new Bench();
    Value s = moving ? b.state(Rows.NODES, d) : b.upstream(Rows.NODES, d);
    Value t = b.upstream(new Rows.Fixed(2), d);
    float[] scalars = {0.5f, -1, 0.25f, 2, -0.5f, 1, 0};
    Edges edges = b.edges(new InEdges(new int[] {0, 2, 4, 7}, SENDERS, 1, scalars));
    return b.op(
        moving ? "max over in-edges" : "max over in-edges of upstream",
        b.program.maxOverInEdges(edges, s, t),
        p -> {
          double[] y = new double[Bench.NODES * d];
          Arrays.fill(y, Double.NEGATIVE_INFINITY);
          for (int i = 0; i < Bench.EDGES * d; i++) {
            int e = i / d;
            int c = i % d;
            double x = p.of(s)[SENDERS[e] * d + c] + p.of(t)[c] + scalars[e] * p.of(t)[d + c];
            int j = RECEIVERS[e] * d + c;
            p.kink(y[j] - x);
            y[j] = Math.max(y[j], x);
          }
          return y;
        });
  }

  private static Bench.Case messages(boolean moving) {
    int d = 5;
    Bench b = new Bench();
    Value r = moving ? b.state(Rows.NODES, d) : b.upstream(Rows.NODES, d);
    Value s = moving ? b.state(Rows.NODES, d) : b.upstream(Rows.NODES, d);
    Value t = b.upstream(new Rows.Fixed(2), d);
    float[] scalars = {0.5f, -1, 0.25f, 2, -0.5f, 1, 0};
    Edges edges = b.edges(new InEdges(new int[] {0, 2, 4, 7}, SENDERS, 1, scalars));
    Norm norm1 = b.norm(d);
    Linear first = b.linear(d, d);
    Norm norm2 = b.norm(d);
    Linear second = b.linear(d, d);
    return b.op(
        moving ? "messages" : "messages of upstream",
        b.program.messages(edges, r, s, t, norm1, first, norm2, second),
        p -> {
          double[] a = new double[Bench.EDGES * d];
          for (int i = 0; i < a.length; i++) {
            int e = i / d;
            int c = i % d;
            a[i] =
                p.of(r)[RECEIVERS[e] * d + c]
                    + p.of(s)[SENDERS[e] * d + c]
                    + p.of(t)[c]
                    + scalars[e] * p.of(t)[d + c];
          }
          double[] hidden = affine(p, first, 0, d, rectified(p, norm(p, norm1, a)), true);
          double[] m = affine(p, second, 0, d, rectified(p, norm(p, norm2, hidden)), true);
          double[] y = new double[Bench.NODES * d];
          Arrays.fill(y, Double.NEGATIVE_INFINITY);
          for (int i = 0; i < m.length; i++) {
            int j = RECEIVERS[i / d] * d + i % d;
            p.kink(y[j] - m[i]);
            y[j] = Math.max(y[j], m[i]);
          }
          return y;
        });
  }

  private static double[] rectified(Bench.Point p, double[] x) {
    for (double v : x) {
      p.kink(v);
    }
    return Arrays.stream(x).map(v -> Math.max(v, 0)).toArray();
  }

  private static Bench.Case pairwiseMax(Rows rows, Rows pairs) {
    Bench b = new Bench();
    Value left = b.state(rows, 4);
    Value right = b.state(Rows.NODES, 4);
    Linear l = b.linear(4, 1);
    return b.op(
        "pairwise max, " + pairs,
        b.program.pairwiseMax(left, right, l),
        p -> {
          int n = p.of(left).length / 4;
          double[] y = new double[n * Bench.NODES];
          for (int a = 0; a < n; a++) {
            for (int k = 0; k < Bench.NODES; k++) {
              double sum = p.of(l.bias(), 0, 0);
              for (int c = 0; c < 4; c++) {
                sum +=
                    p.of(l.weight(), c, 0)
                        * Math.max(p.of(left)[a * 4 + c], p.of(right)[k * 4 + c]);
              }
              y[a * Bench.NODES + k] = sum;
            }
          }
          return y;
        });
  }

  // ---- element by element ----

  private interface Unary {
    Value of(ProgramBuilder program, Value x);
  }

  private interface Binary {
    Value of(ProgramBuilder program, Value a, Value b);
  }

  private static Bench.Case unary(String name, Unary op, DoubleUnaryOperator reference) {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 5);
    return b.op(name, op.of(b.program, x), p -> Arrays.stream(p.of(x)).map(reference).toArray());
  }

  private static Bench.Case binary(String name, Binary op, DoubleBinaryOperator reference) {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 5);
    Value z = b.state(Rows.NODES, 5);
    return b.op(name, op.of(b.program, x, z), p -> zip(p.of(x), p.of(z), reference));
  }

  private static Bench.Case gate(boolean movingGate) {
    Bench b = new Bench();
    Value q = movingGate ? b.state(Rows.NODES, 3) : b.constant(Rows.NODES, 3);
    Value o = b.state(Rows.NODES, 3);
    Value h = b.state(Rows.NODES, 3);
    return b.op(
        movingGate ? "gate" : "gate by a constant",
        b.program.gate(q, o, h),
        p ->
            zip(
                zip(p.of(q), p.of(o), (s, t) -> s * t),
                zip(p.of(q), p.of(h), (s, t) -> (1 - s) * t),
                Double::sum));
  }

  // ---- rows ----

  private static Bench.Case gather() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 3);
    Index senders = b.index(Rows.EDGES, Rows.NODES, SENDERS);
    return b.op(
        "gather",
        b.program.gather(x, senders),
        p -> {
          double[] y = new double[Bench.EDGES * 3];
          for (int i = 0; i < y.length; i++) {
            y[i] = p.of(x)[SENDERS[i / 3] * 3 + i % 3];
          }
          return y;
        });
  }

  private static Bench.Case addRow() {
    Bench b = new Bench();
    Value x = b.state(Rows.EDGES, 3);
    Value row = b.state(Rows.GRAPH, 3);
    return b.op(
        "add row",
        b.program.addRow(x, row),
        p -> {
          double[] y = p.of(x).clone();
          for (int i = 0; i < y.length; i++) {
            y[i] += p.of(row)[i % 3];
          }
          return y;
        });
  }

  private static Bench.Case maxOverRows() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 4);
    return b.op(
        "max over rows",
        b.program.maxOverRows(x),
        p -> {
          double[] y = new double[4];
          Arrays.fill(y, Double.NEGATIVE_INFINITY);
          for (int i = 0; i < p.of(x).length; i++) {
            y[i % 4] = Math.max(y[i % 4], p.of(x)[i]);
          }
          return y;
        });
  }

  // ---- probabilities and losses ----

  private static Bench.Case logSoftmaxByIndex() {
    Bench b = new Bench();
    Value x = b.state(Rows.EDGES, 1);
    Index senders = b.index(Rows.EDGES, Rows.NODES, SENDERS);
    return b.op(
        "log-softmax by index",
        b.program.logSoftmax(x, senders),
        p -> logSoftmax(p.of(x), SENDERS));
  }

  private static Bench.Case logSoftmaxOverRows() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 1);
    return b.op(
        "log-softmax over rows",
        b.program.logSoftmaxOverRows(x),
        p -> logSoftmax(p.of(x), new int[Bench.NODES]));
  }

  private static Bench.Case logSoftmaxOverColumns() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 4);
    return b.op(
        "log-softmax over columns",
        b.program.logSoftmaxOverColumns(x),
        p -> logSoftmax(p.of(x), runs(Bench.NODES, 4)));
  }

  private static Bench.Case logSoftmaxOverNodes() {
    Bench b = new Bench();
    Value x = b.state(Rows.EDGE_NODES, 1);
    return b.op(
        "log-softmax over nodes",
        b.program.logSoftmaxOverNodes(x),
        p -> logSoftmax(p.of(x), runs(Bench.EDGES, Bench.NODES)));
  }

  private static Bench.Case logSinkhorn() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODE_PAIRS, 1);
    int[] rows = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    int[] columns = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    Index row = b.index(Rows.NODE_PAIRS, Rows.NODES, rows);
    Index column = b.index(Rows.NODE_PAIRS, Rows.NODES, columns);
    // The masked entries, about -1e6, would swamp the differences; compare the others.
    int[] unmasked = {1, 2, 3, 5, 6, 7, 3};
    Index open = b.index(Rows.EDGES, Rows.NODE_PAIRS, unmasked);
    return b.op(
        "log-Sinkhorn",
        b.program.gather(b.program.logSinkhorn(x, row, column, 0.5f, 3), open),
        p -> {
          double[] y = new double[9];
          for (int i = 0; i < 9; i++) {
            y[i] = rows[i] == columns[i] ? -1e6 : p.of(x)[i] / 0.5;
          }
          for (int k = 0; k < 3; k++) {
            y = logSoftmax(logSoftmax(y, rows), columns);
          }
          double[] seen = new double[unmasked.length];
          for (int i = 0; i < seen.length; i++) {
            seen[i] = y[unmasked[i]];
          }
          return seen;
        });
  }

  private static Bench.Case crossEntropyOfRows() {
    Bench b = new Bench();
    Value x = b.state(Rows.EDGES, 1);
    int[] targets = {2, -1, 5};
    Index target = b.index(Rows.NODES, Rows.EDGES, targets);
    return b.op(
        "cross-entropy of rows",
        b.program.crossEntropy(x, target),
        p -> new double[] {-p.of(x)[2] - p.of(x)[5]});
  }

  private static Bench.Case crossEntropyOfColumns() {
    Bench b = new Bench();
    Value x = b.state(Rows.NODES, 4);
    Index target = b.index(Rows.NODES, new Rows.Fixed(4), 3, 0, -1);
    return b.op(
        "cross-entropy of columns",
        b.program.crossEntropy(x, target),
        p -> new double[] {-p.of(x)[3] - p.of(x)[4]});
  }

  private static Bench.Case crossEntropyOfNodes() {
    Bench b = new Bench();
    Value x = b.state(Rows.EDGE_NODES, 1);
    int[] targets = {0, 1, 2, 2, 1, -1, 0};
    Index target = b.index(Rows.EDGES, Rows.NODES, targets);
    return b.op(
        "cross-entropy of nodes",
        b.program.crossEntropy(x, target),
        p -> {
          double loss = 0;
          for (int e = 0; e < targets.length; e++) {
            loss -= targets[e] < 0 ? 0 : p.of(x)[e * Bench.NODES + targets[e]];
          }
          return new double[] {loss};
        });
  }

  private static Bench.Case binaryCrossEntropy() {
    Bench b = new Bench();
    Value x = b.state(Rows.EDGES, 2);
    Value t = b.constant(Rows.EDGES, 2);
    Value weights = b.constant(Rows.EDGES, 2);
    return b.op(
        "binary cross-entropy",
        b.program.binaryCrossEntropy(x, t, weights),
        p -> {
          double loss = 0;
          for (int i = 0; i < p.of(x).length; i++) {
            double s = sigmoid(p.of(x)[i]);
            double target = p.of(t)[i];
            loss -= p.of(weights)[i] * (target * Math.log(s) + (1 - target) * Math.log(1 - s));
          }
          return new double[] {loss};
        });
  }

  // ---- formulas ----

  static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  static double[] zip(double[] a, double[] b, DoubleBinaryOperator op) {
    double[] y = new double[a.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = op.applyAsDouble(a[i], b[i]);
    }
    return y;
  }

  static double[] affine(
      Bench.Point p, Linear l, int fromRow, int in, double[] x, boolean withBias) {
    int out = l.weight().out();
    double[] y = new double[x.length / in * out];
    for (int r = 0; r < x.length / in; r++) {
      for (int j = 0; j < out; j++) {
        double sum = withBias ? p.of(l.bias(), 0, j) : 0;
        for (int i = 0; i < in; i++) {
          sum += x[r * in + i] * p.of(l.weight(), fromRow + i, j);
        }
        y[r * out + j] = sum;
      }
    }
    return y;
  }

  static double[] norm(Bench.Point p, Norm norm, double[] x) {
    int cols = norm.scale().out();
    double[] y = new double[x.length];
    for (int r = 0; r < x.length / cols; r++) {
      double mean = 0;
      double variance = 0;
      for (int c = 0; c < cols; c++) {
        mean += x[r * cols + c] / cols;
      }
      for (int c = 0; c < cols; c++) {
        variance += Math.pow(x[r * cols + c] - mean, 2) / cols;
      }
      for (int c = 0; c < cols; c++) {
        y[r * cols + c] =
            p.of(norm.scale(), 0, c) * (x[r * cols + c] - mean) / Math.sqrt(variance + 1e-5f)
                + p.of(norm.offset(), 0, c);
      }
    }
    return y;
  }

  static double[] logSoftmax(double[] x, int[] group) {
    double[] max = new double[x.length];
    double[] sum = new double[x.length];
    Arrays.fill(max, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < x.length; i++) {
      max[group[i]] = Math.max(max[group[i]], x[i]);
    }
    for (int i = 0; i < x.length; i++) {
      sum[group[i]] += Math.exp(x[i] - max[group[i]]);
    }
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i] - max[group[i]] - Math.log(sum[group[i]]);
    }
    return y;
  }

  private static int[] runs(int count, int length) {
    int[] groups = new int[count * length];
    Arrays.setAll(groups, i -> i / length);
    return groups;
  }
}
