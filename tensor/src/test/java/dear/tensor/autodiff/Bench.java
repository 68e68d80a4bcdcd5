// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.message.InEdges;
import dear.tensor.parameter.Linear;
import dear.tensor.parameter.Norm;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Builds a small program together with its double-precision reference. */
final class Bench {
  static final int NODES = 3;
  static final int EDGES = 7;

  final ProgramBuilder program = Program.builder();
  private final ParameterLayout.Builder layout = ParameterLayout.builder();
  private final GraphSize size;
  private final List<Value> inputs = new ArrayList<>();
  private final Map<Index, int[]> indices = new LinkedHashMap<>();
  private final Map<Edges, InEdges> edges = new LinkedHashMap<>();
  private int names;

  Bench() {
    this(NODES);
  }

  /** A bench whose graph has some other number of nodes, for programs without edges. */
  Bench(int nodes) {
    this(nodes, EDGES);
  }

  /** A bench whose graph has some other size, for programs with indices of their own. */
  Bench(int nodes, int edges) {
    size = new GraphSize(nodes, edges);
  }

  /** The inputs and parameters of a reference, in double precision. */
  static final class Point {
    private final Map<Value, double[]> values;
    private final double[] parameters;

    Point(Map<Value, double[]> values, double[] parameters) {
      this.values = values;
      this.parameters = parameters;
    }

    private double nearest = Double.POSITIVE_INFINITY;

    /** Records the distance to a kink inside a reference. */
    void kink(double distance) {
      nearest = Math.min(nearest, Math.abs(distance));
    }

    double nearestKink() {
      return nearest;
    }

    double[] of(Value value) {
      return values.getOrDefault(value, new double[0]);
    }

    /** Element (i, j) of a parameter stored [in][out]. */
    double of(Parameter parameter, int i, int j) {
      return parameters[parameter.offset() + i * parameter.out() + j];
    }
  }

  /** One row of the table. */
  record Case(
      String name,
      Program program,
      GraphSize size,
      ParameterLayout layout,
      List<Value> inputs,
      Map<Index, int[]> indices,
      Map<Edges, InEdges> edges,
      Value output,
      Function<Point, double[]> reference) {
    @Override
    public String toString() {
      return name;
    }

    Workspace workspace(Parameters parameters) {
      Workspace w = program.workspace(parameters);
      w.bind(size);
      indices.forEach((index, array) -> w.set(index, array, 0));
      edges.forEach(w::set);
      return w;
    }
  }

  Value state(Rows rows, int cols) {
    return input(program.state("state" + names++, rows, cols));
  }

  Value upstream(Rows rows, int cols) {
    return input(program.upstream("upstream" + names++, rows, cols));
  }

  Value constant(Rows rows, int cols) {
    return input(program.constant("constant" + names++, rows, cols));
  }

  Index index(Rows rows, Rows into, int... entries) {
    Index index = program.optionalIndex("index" + names++, rows, into);
    for (int entry : entries) {
      if (entry < 0) {
        indices.put(index, entries);
        return index;
      }
    }
    Index full = program.index("index" + names++, rows, into);
    indices.put(index, entries);
    indices.put(full, entries);
    return full;
  }

  Edges edges(InEdges graph) {
    Edges input = program.edges("edges" + names++, graph.terms());
    edges.put(input, graph);
    return input;
  }

  Linear linear(int in, int out) {
    return layout.linear("linear" + names++, in, out);
  }

  Norm norm(int width) {
    return layout.norm("norm" + names++, width);
  }

  Case op(String name, Value output, Function<Point, double[]> reference) {
    return new Case(
        name, program.build(), size, layout.build(), inputs, indices, edges, output, reference);
  }

  int count(Value value) {
    return value.rows().count(size) * value.cols();
  }

  private Value input(Value value) {
    inputs.add(value);
    return value;
  }

  /**
   * Values with gaps: a shuffled grid of step 0.11 that avoids zero, so that no two are equal and
   * none is near a kink.
   */
  static double[] spread(int count, RandomStream random) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      int j = (int) (random.nextDouble() * (i + 1));
      values[i] = values[j];
      values[j] = (i + 0.5 - count / 2.0 + (count % 2) * 0.25) * Math.min(0.11, 6.0 / count);
    }
    return values;
  }
}
