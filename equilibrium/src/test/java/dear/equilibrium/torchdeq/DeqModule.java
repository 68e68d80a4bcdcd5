// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import dear.equilibrium.StopRule.Measure;
import dear.io.Json;
import java.util.ArrayList;
import java.util.List;

/** The part of torchdeq's {@code get_deq} module that the vectors use, on top of its solvers. */
final class DeqModule {
  private final Json options;
  private final Precision precision;

  DeqModule(Json options, Precision precision) {
    this.options = options;
    this.precision = precision;
  }

  double number(String name, double otherwise) {
    return options.has(name) ? options.get(name).number() : otherwise;
  }

  String text(String name, String otherwise) {
    return options.has(name) ? options.get(name).string() : otherwise;
  }

  boolean flag(String name) {
    return options.has(name) && options.get(name).bool();
  }

  List<Integer> list(String name) {
    List<Integer> list = new ArrayList<>();
    if (options.has(name)) {
      options.get(name).values().forEach(value -> list.add(value.integer()));
    }
    return list;
  }

  private static TorchdeqMethod method(String name) {
    return switch (name) {
      case "anderson" -> TorchdeqMethod.Anderson.DEFAULT;
      case "broyden" -> TorchdeqMethod.Broyden.DEFAULT;
      case "fixed_point_iter" -> new TorchdeqMethod.FixedPointIter(1);
      default -> throw new IllegalArgumentException("no solver " + name);
    };
  }

  /** The forward solve, recording the requested states. */
  TorchdeqResult forward(BatchMap map, double[] start, int maxIter, List<Integer> indexing) {
    return TorchdeqSolver.solve(map, start, solverOptions("f", 1e-3, maxIter, indexing));
  }

  int forwardIterations() {
    return (int) number("f_max_iter", 40);
  }

  /** The backward solve of y = Jᵀy + g from zero. */
  TorchdeqResult backward(BatchMap affine) {
    return TorchdeqSolver.solve(
        affine,
        new double[affine.batch() * affine.dimension()],
        solverOptions("b", 1e-6, (int) number("b_max_iter", 40), List.of()));
  }

  private TorchdeqOptions solverOptions(
      String which, double tolerance, int maxIter, List<Integer> indexing) {
    boolean relative = text(which + "_stop_mode", "abs").equals("rel");
    return new TorchdeqOptions(
        method(text(which + "_solver", "fixed_point_iter")),
        relative ? Measure.RELATIVE : Measure.ABSOLUTE,
        number(which + "_tol", tolerance),
        maxIter,
        false,
        indexing,
        precision);
  }

  /** The points of the phantom steps from z, z included. */
  List<double[]> phantom(BatchMap map, double[] z) {
    double tau = number("tau", 1);
    List<double[]> points = new ArrayList<>(List.of(z));
    for (int step = 0; step < (int) number("grad", 1); step++) {
      double[] image = new double[z.length];
      map.apply(points.getLast(), image);
      for (int i = 0; i < image.length; i++) {
        image[i] = precision.round(tau * image[i] + (1 - tau) * points.getLast()[i]);
      }
      points.add(image);
    }
    return points;
  }
}
