// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis of a plot.
 *
 * @param words the label
 * @param low the lower end
 * @param high the upper end
 * @param logarithmic whether the scale is logarithmic
 */
public record Axis(String words, double low, double high, boolean logarithmic) {
  private static final int MOST_TICKS = 6;

  /** Checks that the range is not empty. */
  public Axis {
    if (!(low < high) || (logarithmic && low <= 0)) {
      throw new IllegalArgumentException("an axis cannot go from " + low + " to " + high);
    }
  }

  /** Returns an axis that covers the values, with round ends; from 0 to 1 if there are none. */
  public static Axis over(String words, List<Double> values, boolean logarithmic) {
    List<Double> usable =
        values.stream().filter(v -> Double.isFinite(v) && (!logarithmic || v > 0)).toList();
    if (usable.isEmpty()) {
      return new Axis(words, logarithmic ? 0.1 : 0, 1, logarithmic);
    }
    double least = usable.stream().mapToDouble(v -> v).min().orElseThrow();
    double most = usable.stream().mapToDouble(v -> v).max().orElseThrow();
    if (logarithmic) {
      double low = Math.pow(10, Math.floor(Math.log10(least)));
      double high = Math.pow(10, Math.ceil(Math.log10(most)));
      return new Axis(words, low, Math.max(high, 10 * low), true);
    }
    double step = step(most - least);
    step = step(Math.ceil(most / step) * step - Math.floor(least / step) * step); // as ticks() will
    double low = Math.floor(least / step) * step;
    return new Axis(words, low, Math.max(Math.ceil(most / step) * step, low + step), false);
  }

  /** Returns a copy with another lower end. */
  public Axis from(double value) {
    return new Axis(words, value, high, logarithmic);
  }

  /** Returns a copy with another upper end. */
  public Axis to(double value) {
    return new Axis(words, low, value, logarithmic);
  }

  /** Returns the position of a value: 0 at the lower end, 1 at the upper, clamped to that range. */
  double place(double value) {
    double at =
        logarithmic
            ? Math.log(Math.max(value, Double.MIN_NORMAL) / low) / Math.log(high / low)
            : (value - low) / (high - low);
    return Math.clamp(at, 0, 1);
  }

  /** Returns round values for grid lines. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      for (double tick = low; tick <= high * 1.0001; tick *= 10) {
        ticks.add(tick);
      }
      return ticks;
    }
    double step = step(high - low);
    for (long k = Math.round(Math.ceil(low / step - 1e-9)); k * step <= high + step * 1e-9; k++) {
      ticks.add(k * step);
    }
    return ticks;
  }

  /** Formats a tick with as few digits as it needs. */
  static String label(double tick) {
    if (tick == Math.rint(tick) && Math.abs(tick) < 1e6) {
      return String.format(Locale.ROOT, "%.0f", tick);
    }
    String text = String.format(Locale.ROOT, "%.6f", tick).replaceAll("0+$", "");
    return text.endsWith(".") ? text + "0" : text;
  }

  /** Returns a round step: 1, 2 or 5 times a power of ten. */
  private static double step(double range) {
    if (!(range > 0)) {
      return 1;
    }
    double raw = range / MOST_TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    for (double factor : new double[] {1, 2, 5}) {
      if (raw <= factor * power * 1.0001) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}
