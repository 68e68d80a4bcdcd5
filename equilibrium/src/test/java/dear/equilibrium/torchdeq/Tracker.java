// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import dear.equilibrium.StopRule.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * torchdeq's book-keeping over a batch: lowest residuals, best states, traces, and the stop test on
 * the greatest current residual of the batch. States are selected by arithmetic, mask·new +
 * (1-mask)·old, as torchdeq does: one non-finite value spoils its sample for good.
 */
final class Tracker {
  /** The floor of all solvers but {@code simple_fixed_point_iter}. */
  static final double FLOOR = 1e-9;

  private static final double NOTHING_YET = 1e8;

  private final TorchdeqOptions options;
  private final double floor;
  private final int batch;
  private final int dimension;
  private final Residuals abs;
  private final Residuals rel;
  private final double[] best;
  private final List<double[]> indexed = new ArrayList<>();

  /** One kind of residual over the whole run. */
  private static final class Residuals {
    final double[] lowest;
    final int[] lowestStep;
    final double[] current;
    final List<double[]> trace = new ArrayList<>();

    Residuals(int batch) {
      lowest = filled(batch);
      lowestStep = new int[batch];
      current = filled(batch);
      trace.add(filled(batch));
    }

    private static double[] filled(int batch) {
      double[] values = new double[batch];
      Arrays.fill(values, NOTHING_YET);
      return values;
    }
  }

  /** Starts tracking; the floor is added to the norm that divides a relative residual. */
  Tracker(TorchdeqOptions options, BatchMap map, double[] start, double floor) {
    this.options = options;
    this.floor = floor;
    batch = map.batch();
    dimension = map.dimension();
    abs = new Residuals(batch);
    rel = new Residuals(batch);
    best = start.clone();
  }

  /**
   * Measures one step.
   *
   * @param calls f calls so far, which say whether the state is to be recorded
   * @param step torchdeq's number of the step
   * @param g the residual vectors f(x) - x
   * @param fx the images f(x)
   * @param state which states would be returned
   * @return whether the stop test holds
   */
  boolean update(int calls, int step, double[] g, double[] fx, double[] state) {
    for (int b = 0; b < batch; b++) {
      double absolute = norm(g, b);
      double relative = round(absolute / round(norm(fx, b) + floor));
      abs.current[b] = absolute;
      rel.current[b] = relative;
      boolean absBetter = note(abs, b, step);
      boolean relBetter = note(rel, b, step);
      double mask = (options.stopMode() == Measure.ABSOLUTE ? absBetter : relBetter) ? 1 : 0;
      for (int i = b * dimension; i < (b + 1) * dimension; i++) {
        best[i] = mask * state[i] + (1 - mask) * best[i];
      }
    }
    abs.trace.add(abs.current.clone());
    rel.trace.add(rel.current.clone());
    if (options.indexing().contains(calls)) {
      indexed.add(best.clone());
    }
    return !options.returnFinal() && worst() < options.tol();
  }

  private boolean note(Residuals record, int b, int step) {
    boolean better = record.current[b] < record.lowest[b] || options.returnFinal();
    double mask = better ? 1 : 0;
    record.lowest[b] = mask * record.current[b] + (1 - mask) * record.lowest[b];
    if (better) {
      record.lowestStep[b] = step;
    }
    return better;
  }

  /** The greatest current residual of the batch; NaN if any is. */
  double worst() {
    double worst = Double.NEGATIVE_INFINITY;
    for (double value : watched().current) {
      worst = Math.max(worst, value);
    }
    return worst;
  }

  /**
   * Over the last columns of the trace, the greatest ratio between samples of one column. Meant as
   * a ratio over time; for one sample it is always 1.
   */
  double spread(int columns) {
    List<double[]> trace = watched().trace;
    double greatest = Double.NEGATIVE_INFINITY;
    for (double[] column : trace.subList(trace.size() - columns, trace.size())) {
      double max = Arrays.stream(column).max().orElseThrow();
      double min = Arrays.stream(column).min().orElseThrow();
      greatest = Math.max(greatest, max / min);
    }
    return greatest;
  }

  private Residuals watched() {
    return options.stopMode() == Measure.ABSOLUTE ? abs : rel;
  }

  TorchdeqResult result(int calls, int traceLength) {
    return new TorchdeqResult(
        best,
        calls,
        watched().lowestStep,
        padded(abs, traceLength),
        padded(rel, traceLength),
        abs.lowest,
        rel.lowest,
        abs.trace.size() - 1,
        indexed);
  }

  private double[][] padded(Residuals record, int length) {
    double[][] traces = new double[batch][length];
    for (int b = 0; b < batch; b++) {
      for (int t = 0; t < length; t++) {
        traces[b][t] = t < record.trace.size() ? record.trace.get(t)[b] : record.lowest[b];
      }
    }
    return traces;
  }

  private double norm(double[] x, int b) {
    double sum = 0;
    for (int i = b * dimension; i < (b + 1) * dimension; i++) {
      sum = round(sum + round(x[i] * x[i]));
    }
    return round(Math.sqrt(sum));
  }

  private double round(double value) {
    return options.precision().round(value);
  }
}
