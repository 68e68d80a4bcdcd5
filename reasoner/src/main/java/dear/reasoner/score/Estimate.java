// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A number with its 95 % confidence interval over graphs of the same distribution.
 *
 * @param value the number
 * @param low the lower end
 * @param high the upper end
 */
public record Estimate(double value, double low, double high) {
  /** The 97.5 % quantile of the standard normal distribution. */
  private static final double Z = 1.959963984540054;

  /** Returns the mean of a number per graph, with a normal interval clamped to [0, 1]. */
  static <T> Estimate mean(List<T> graphs, ToDoubleFunction<T> number) {
    double mean = graphs.stream().mapToDouble(number).average().orElse(Double.NaN);
    double squares = 0;
    for (T graph : graphs) {
      double difference = number.applyAsDouble(graph) - mean;
      squares += difference * difference;
    }
    int g = graphs.size();
    return around(mean, g < 2 ? Double.NaN : Math.sqrt(squares / (g - 1) / g));
  }

  /**
   * Returns the ratio of two sums over graphs, such as pooled accuracy. Graphs differ in size, so
   * the interval is that of a ratio estimator (linearised: the residuals c - R·n of single graphs).
   */
  static <T> Estimate ratio(List<T> graphs, ToDoubleFunction<T> above, ToDoubleFunction<T> below) {
    double sum = graphs.stream().mapToDouble(above).sum();
    double total = graphs.stream().mapToDouble(below).sum();
    double ratio = sum / total;
    double squares = 0;
    for (T graph : graphs) {
      double residual = above.applyAsDouble(graph) - ratio * below.applyAsDouble(graph);
      squares += residual * residual;
    }
    int g = graphs.size();
    return around(ratio, g < 2 ? Double.NaN : Math.sqrt(squares * g / (g - 1)) / total);
  }

  /**
   * A ratio of two sums over graphs, and how much each graph moves it.
   *
   * @param value the ratio
   * @param influences one for each graph, (c - R·n) / N for its summands c and n and the total N
   */
  record Pooled(double value, List<Double> influences) {
    static <T> Pooled of(
        double value, List<T> graphs, ToDoubleFunction<T> above, ToDoubleFunction<T> below) {
      double total = graphs.stream().mapToDouble(below).sum();
      return new Pooled(
          value,
          graphs.stream()
              .map(it ->
                  total == 0
                      ? 0
                      : (above.applyAsDouble(it) - value * below.applyAsDouble(it)) / total)
              .toList());
    }
  }

  /**
   * Returns the mean of several ratios over the same graphs. The interval is that of {@link
   * #ratio}: a graph's influence on the mean is the mean of its influences on the ratios, so
   * mistakes that occur together in one graph count as such.
   */
  static Estimate mean(List<Pooled> ratios) {
    double mean = ratios.stream().mapToDouble(Pooled::value).average().orElse(Double.NaN);
    int g = ratios.isEmpty() ? 0 : ratios.getFirst().influences().size();
    double squares = 0;
    for (int i = 0; i < g; i++) {
      double influence = 0;
      for (Pooled ratio : ratios) {
        influence += ratio.influences().get(i) / ratios.size();
      }
      squares += influence * influence;
    }
    return around(mean, g < 2 ? Double.NaN : Math.sqrt(squares * g / (g - 1)));
  }

  /** Returns the share of graphs with some property, with Wilson's interval. */
  public static Estimate share(long hits, long graphs) {
    if (graphs == 0) {
      return new Estimate(Double.NaN, 0, 1);
    }
    double p = (double) hits / graphs;
    double spread = Z * Z / graphs;
    double middle = (p + spread / 2) / (1 + spread);
    double half = Z * Math.sqrt(p * (1 - p) / graphs + spread / (4 * graphs)) / (1 + spread);
    return new Estimate(p, Math.max(0, middle - half), Math.min(1, middle + half));
  }

  private static Estimate around(double value, double deviation) {
    double half = Double.isNaN(deviation) ? 1 : Z * deviation;
    return new Estimate(value, Math.max(0, value - half), Math.min(1, value + half));
  }
}
