// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.chart;

import java.util.List;

/**
 * One of the plots of a picture.
 *
 * @param title above it
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series what is drawn, later ones above
 */
public record Panel(String title, Axis x, Axis y, List<Series> series) {
  /** Keeps a copy. */
  public Panel {
    series = List.copyOf(series);
  }

  /** How values are drawn. */
  public enum Form {
    /** A line through them. */
    LINE,
    /** A broken line through them. */
    DASHES,
    /** A dot for each. */
    DOTS
  }

  /**
   * Values of one kind.
   *
   * @param label in the legend; series of one label in several panels have one entry
   * @param colour as SVG has it
   * @param form how they are drawn
   * @param points where they lie
   */
  public record Series(String label, String colour, Form form, List<Point> points) {
    /** Keeps a copy. */
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * A value.
   *
   * @param x along the horizontal axis
   * @param y along the vertical axis
   * @param weight the area of a dot, in units of a single one
   */
  public record Point(double x, double y, double weight) {
    /** A single one. */
    public static Point at(double x, double y) {
      return new Point(x, y, 1);
    }
  }
}
