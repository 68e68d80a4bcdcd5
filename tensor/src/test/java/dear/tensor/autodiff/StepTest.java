// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;

import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pass of every operation against central differences of its definition in doubles. */
class StepTest {
  // Step of the difference quotients; with values around 1 their error is below 1e-7, so single
  // precision dominates.
  private static final double H = 1e-4;
  private static final double TOLERANCE = 2e-5;

  // Far more than the differences move any value.
  private static final double KINK_MARGIN = 0.005;

  static Stream<Bench.Case> cases() {
    return Stream.concat(StepCases.all(), PairStepCases.all());
  }

  /** A point, a direction, a cotangent of the output and its tangent; S = ⟨ȳ, f⟩. */
  private static final class Setup {
    final Bench.Case c;
    final Parameters parameters;
    final Map<Value, double[]> at = new LinkedHashMap<>();
    final Map<Value, double[]> direction = new LinkedHashMap<>();
    final double[] theta;
    final double[] bar;
    final double[] barDot;
    final Workspace w;

    static Setup of(Bench.Case c) {
      RandomStream random = new RandomStream(11).child(c.name());
      Setup setup = new Setup(c, random);
      for (int attempt = 0; setup.isNearKink(); attempt++) {
        assertThat(attempt).as("attempts to keep away from kinks").isLessThan(1000);
        setup = new Setup(c, random);
      }
      return setup;
    }

    private Setup(Bench.Case c, RandomStream random) {
      this.c = c;
      int total = 0;
      for (Value input : c.inputs()) {
        total += input.rows().count(c.size()) * input.cols();
      }
      double[] values = Bench.spread(total, random);
      int next = 0;
      for (Value input : c.inputs()) {
        int count = input.rows().count(c.size()) * input.cols();
        double[] slice = new double[count];
        for (int i = 0; i < count; i++) {
          slice[i] = (float) values[next++];
        }
        at.put(input, slice);
        direction.put(input, input.active() ? gaussian(count, random) : new double[count]);
      }
      this.parameters = Parameters.initial(c.layout(), random);
      for (int i = 0; i < parameters.values().length; i++) {
        parameters.values()[i] += (float) (0.3 * random.nextGaussian());
      }
      parameters.changed();
      this.theta = new double[parameters.values().length];
      for (int i = 0; i < theta.length; i++) {
        theta[i] = parameters.values()[i];
      }
      int outputs = c.output().rows().count(c.size()) * c.output().cols();
      this.bar = gaussian(outputs, random);
      this.barDot = gaussian(outputs, random);
      this.w = c.workspace(parameters);
      at.forEach((input, x) -> w.set(input, floats(x), 0));
    }

    private boolean isNearKink() {
      Bench.Point point = new Bench.Point(at, theta);
      assertThat(c.reference().apply(point)).isNotEmpty();
      return point.nearestKink() < KINK_MARGIN;
    }

    /** The output at the point, moved by t along the direction. */
    double[] output(double t) {
      Map<Value, double[]> moved = new LinkedHashMap<>();
      for (Map.Entry<Value, double[]> entry : at.entrySet()) {
        double[] dot = direction.getOrDefault(entry.getKey(), new double[0]);
        moved.put(entry.getKey(), StepCases.zip(entry.getValue(), dot, (x, d) -> x + t * d));
      }
      return c.reference().apply(new Bench.Point(moved, theta));
    }

    /** S at the point, moved by t along the direction, and ȳ by t along its tangent. */
    double seeded(double t) {
      double[] y = output(t);
      double sum = 0;
      for (int i = 0; i < y.length; i++) {
        sum += (bar[i] + t * barDot[i]) * y[i];
      }
      return sum;
    }

    /** The derivative of S by element i of an array of the point. */
    double slope(double[] array, int i, double t) {
      double saved = array[i];
      array[i] = saved + H;
      double up = seeded(t);
      array[i] = saved - H;
      double down = seeded(t);
      array[i] = saved;
      return (up - down) / (2 * H);
    }

    /** The derivative of that slope along the direction. */
    double slopeTangent(double[] array, int i) {
      return (slope(array, i, H) - slope(array, i, -H)) / (2 * H);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void forward(Bench.Case c) {
    Setup s = Setup.of(c);
    s.w.forward();
    check("y", read(s.w, Plane.VALUE, c.output()), s.output(0));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void tangent(Bench.Case c) {
    Setup s = Setup.of(c);
    s.w.forward();
    setDirection(s);
    if (!c.output().active()) {
      assertThat(c.inputs()).noneMatch(Value::active);
      return;
    }
    check(
        "ẏ",
        read(s.w, Plane.TANGENT, c.output()),
        StepCases.zip(s.output(H), s.output(-H), (up, down) -> (up - down) / (2 * H)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void backward(Bench.Case c) {
    Setup s = Setup.of(c);
    s.w.forward();
    float[] gradients = new float[s.theta.length];
    seed(s, Plane.COTANGENT, s.bar);
    s.w.backward(gradients);
    compare(s, Plane.COTANGENT, gradients, (array, i) -> s.slope(array, i, 0));

    // Without gradients of parameters the states get the same result.
    for (Value input : trainable(c).stream().filter(Value::active).toList()) {
      float[] first = read(s.w, Plane.COTANGENT, input);
      seed(s, Plane.COTANGENT, s.bar);
      s.w.backward();
      assertThat(read(s.w, Plane.COTANGENT, input)).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void backwardTangent(Bench.Case c) {
    Setup s = Setup.of(c);
    s.w.forward();
    seed(s, Plane.COTANGENT, s.bar);
    s.w.backward();
    setDirection(s);
    float[] gradients = new float[s.theta.length];
    seed(s, Plane.COTANGENT_TANGENT, s.barDot);
    s.w.backwardTangent(gradients);
    compare(s, Plane.COTANGENT_TANGENT, gradients, s::slopeTangent);
  }

  // ---- plumbing ----

  private interface Slope {
    double of(double[] array, int i);
  }

  private static void compare(Setup s, Plane plane, float[] gradients, Slope slope) {
    for (Value input : trainable(s.c)) {
      double[] array = s.at.getOrDefault(input, new double[0]);
      double[] expected = new double[array.length];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = slope.of(array, i);
      }
      check(input.name(), read(s.w, plane, input), expected);
    }
    for (Parameter p : s.c.layout().parameters()) {
      double[] expected = new double[p.count()];
      float[] found = new float[p.count()];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = slope.of(s.theta, p.offset() + i);
        found[i] = gradients[p.offset() + i];
      }
      check(p.name(), found, expected);
    }
  }

  private static List<Value> trainable(Bench.Case c) {
    return c.inputs().stream().filter(Value::trainable).toList();
  }

  private static void setDirection(Setup s) {
    s.w.zero(Plane.TANGENT);
    s.direction.forEach((input, dot) -> s.w.copyIn(Plane.TANGENT, input, floats(dot), 0));
    s.w.tangent();
  }

  private static void seed(Setup s, Plane plane, double[] seeds) {
    s.w.zero(plane);
    s.w.copyIn(plane, s.c.output(), floats(seeds), 0);
  }

  private static float[] read(Workspace w, Plane plane, Value value) {
    float[] numbers = new float[w.count(value)];
    w.copyOut(plane, value, numbers, 0);
    return numbers;
  }

  private static void check(String what, float[] found, double[] expected) {
    assertThat(found).hasSameSizeAs(expected);
    double largest = 1;
    for (double e : expected) {
      largest = Math.max(largest, Math.abs(e));
    }
    for (int i = 0; i < found.length; i++) {
      if (!(Math.abs(found[i] - expected[i]) <= TOLERANCE * largest)) {
        throw new AssertionError(
            "%s[%d] = %s, the reference says %s".formatted(what, i, found[i], expected[i]));
      }
    }
  }

  private static double[] gaussian(int count, RandomStream random) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static float[] floats(double[] values) {
    float[] copy = new float[values.length];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = (float) values[i];
    }
    return copy;
  }
}
