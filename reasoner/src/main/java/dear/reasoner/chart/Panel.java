// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.chart;

import java.util.List;

/**
 * One plot of a picture.
 *
 * @param title the title above the plot
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series the series, drawn in order
 */
public record Panel(String title, Axis x, Axis y, List<Series> series) {
  /** Copies the list. */
  public Panel {
    series = List.copyOf(series);
  }

  /** How a series is drawn. */
  public enum Form {
    /** A solid line. */
    LINE,
    /** A dashed line. */
    DASHES,
    /** A dot for each value. */
    DOTS
  }

  /**
   * A data series.
   *
   * @param label the legend entry; series with the same label in several panels share one
   * @param colour an SVG colour
   * @param form how the series is drawn
   * @param points the values
   */
  public record Series(String label, String colour, Form form, List<Point> points) {
    /** Copies the list. */
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * A data point.
   *
   * @param x the value on the horizontal axis
   * @param y the value on the vertical axis
   * @param weight the area of the dot, relative to a dot of a single value
   */
  public record Point(double x, double y, double weight) {
    /** Returns a point of weight 1. */
    public static Point at(double x, double y) {
      return new Point(x, y, 1);
    }
  }
}
