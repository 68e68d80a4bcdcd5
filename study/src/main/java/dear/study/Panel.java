package dear.study;

import java.util.List;

/**
 * One of the plots of a picture.
 *
 * @param title above it
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series what is drawn, later ones above
 */
record Panel(String title, Axis x, Axis y, List<Series> series) {
  /** How values are drawn. */
  enum Form {
    LINE,
    DASHES,
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
  record Series(String label, String colour, Form form, List<Point> points) {}

  /**
   * A value.
   *
   * @param weight the area of a dot, in units of a single one
   */
  record Point(double x, double y, double weight) {
    static Point at(double x, double y) {
      return new Point(x, y, 1);
    }
  }
}
