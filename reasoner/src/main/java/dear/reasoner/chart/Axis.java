// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One direction of a picture.
 *
 * @param words what is drawn along it
 * @param low where it begins
 * @param high where it ends
 * @param logarithmic whether equal ways are equal factors
 */
public record Axis(String words, double low, double high, boolean logarithmic) {
  private static final int MOST_TICKS = 6;

  /** Checks that it goes somewhere. */
  public Axis {
    if (!(low < high) || (logarithmic && low <= 0)) {
      throw new IllegalArgumentException("no axis goes from " + low + " to " + high);
    }
  }

  /** An axis over some values, with round ends; from 0 to 1 when there are none. */
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

  /** The same from another beginning. */
  public Axis from(double value) {
    return new Axis(words, value, high, logarithmic);
  }

  /** The same to another end. */
  public Axis to(double value) {
    return new Axis(words, low, value, logarithmic);
  }

  /** Where a value lies, 0 at the beginning, 1 at the end; kept inside. */
  double place(double value) {
    double at =
        logarithmic
            ? Math.log(Math.max(value, Double.MIN_NORMAL) / low) / Math.log(high / low)
            : (value - low) / (high - low);
    return Math.clamp(at, 0, 1);
  }

  /** Round values to draw lines at. */
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

  /** A tick in as few digits as it needs. */
  static String label(double tick) {
    if (tick == Math.rint(tick) && Math.abs(tick) < 1e6) {
      return String.format(Locale.ROOT, "%.0f", tick);
    }
    String text = String.format(Locale.ROOT, "%.6f", tick).replaceAll("0+$", "");
    return text.endsWith(".") ? text + "0" : text;
  }

  /** A round step: 1, 2 or 5 times a power of ten. */
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
