// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import java.util.Arrays;
import java.util.List;

/** Runs one of torchdeq's solvers on a batch, as torchdeq does, batch coupling included. */
public final class TorchdeqSolver {
  private static final double UNCHECKED_FLOOR = 1e-8;

  private TorchdeqSolver() {}

  /** Solves from the start states, which lie one after the other. */
  public static TorchdeqResult solve(BatchMap map, double[] start, TorchdeqOptions options) {
    if (start.length != map.batch() * map.dimension()) {
      throw new IllegalArgumentException(
          "the start has "
              + start.length
              + " elements, but "
              + map.batch()
              + " states of "
              + map.dimension()
              + " were announced");
    }
    return switch (options.method()) {
      case TorchdeqMethod.FixedPointIter(double tau) -> iterate(map, start, tau, options);
      case TorchdeqMethod.SimpleFixedPointIter(double tau) ->
          iterateUnchecked(map, start, tau, options);
      case TorchdeqMethod.Anderson anderson ->
          new TorchdeqAnderson(map, options, anderson).solve(start);
      case TorchdeqMethod.Broyden broyden ->
          new TorchdeqBroyden(map, options, broyden).solve(start);
    };
  }

  private static TorchdeqResult iterate(
      BatchMap map, double[] start, double tau, TorchdeqOptions options) {
    Tracker tracker = new Tracker(options, map, start, Tracker.FLOOR);
    double[] x = new double[start.length];
    double[] fx = start.clone();
    int calls = 0;
    boolean stop = false;
    while (calls < options.maxIter() && !stop) {
      double[] swap = x;
      x = fx;
      fx = swap;
      damped(map, x, fx, tau, options.precision());
      calls++;
      stop = tracker.update(calls, calls, options.precision().subtract(fx, x), fx, fx);
    }
    return tracker.result(calls, options.maxIter() + 1);
  }

  private static TorchdeqResult iterateUnchecked(
      BatchMap map, double[] start, double tau, TorchdeqOptions options) {
    double[] x = new double[start.length];
    double[] fx = start.clone();
    for (int i = 0; i < options.maxIter(); i++) {
      double[] swap = x;
      x = fx;
      fx = swap;
      damped(map, x, fx, tau, options.precision());
    }
    Tracker tracker = new Tracker(options, map, start, UNCHECKED_FLOOR);
    tracker.update(
        options.maxIter(), options.maxIter(), options.precision().subtract(fx, x), fx, fx);
    TorchdeqResult tracked = tracker.result(options.maxIter(), 2);
    return new TorchdeqResult(
        fx,
        tracked.calls(),
        tracked.nstep(),
        column(tracked.absLowest()),
        column(tracked.relLowest()),
        tracked.absLowest(),
        tracked.relLowest(),
        1,
        List.of());
  }

  private static double[][] column(double[] values) {
    return Arrays.stream(values).mapToObj(value -> new double[] {value}).toArray(double[][]::new);
  }

  private static void damped(
      BatchMap map, double[] x, double[] fx, double tau, Precision precision) {
    map.apply(x, fx);
    if (tau != 1) {
      for (int i = 0; i < fx.length; i++) {
        fx[i] = precision.round(precision.round(tau * fx[i]) + precision.round((1 - tau) * x[i]));
      }
    }
  }
}
