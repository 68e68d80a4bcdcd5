// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.chart;

import dear.reasoner.chart.Panel.Point;
import dear.reasoner.chart.Panel.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Plots side by side in one SVG document. It has its own light background, so it looks the same on
 * light and dark pages, and it needs no external fonts or styles.
 */
public final class Picture {
  private static final int COLUMNS = 2;
  private static final int PANEL_WIDTH = 380;
  private static final int PANEL_HEIGHT = 250;
  private static final int LEFT = 54;
  private static final int RIGHT = 16;
  private static final int TOP = 34;
  private static final int BOTTOM = 44;
  private static final int LEGEND = 54;
  private static final int LINE = 20;
  private static final int SWATCH = 25;
  private static final int MARGIN = 12;
  private static final double LETTER = 6.6; // estimated width of a 12 px letter

  private final StringBuilder svg = new StringBuilder();

  private Picture() {}

  /** Returns a standalone SVG document. */
  public static String svg(String title, String words, List<Panel> panels) {
    Picture picture = new Picture();
    int columns = Math.clamp(panels.size(), 1, COLUMNS);
    int rows = (panels.size() + columns - 1) / columns;
    int width = 2 * MARGIN + COLUMNS * PANEL_WIDTH;
    int shift = (COLUMNS - columns) * PANEL_WIDTH / 2;
    List<Entry> legend = legend(panels, width, LEGEND);
    int head = below(legend, LEGEND);
    picture.add("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    picture.begin(title, words, width, head + rows * PANEL_HEIGHT + MARGIN);
    picture.add(
        "<text x=\"%d\" y=\"32\" font-size=\"16\" font-weight=\"600\">%s</text>%n",
        MARGIN + LEFT, escaped(title));
    legend.forEach(picture::draw);
    for (int i = 0; i < panels.size(); i++) {
      picture.panel(
          panels.get(i),
          MARGIN + shift + i % columns * PANEL_WIDTH,
          head + i / columns * PANEL_HEIGHT);
    }
    return picture.add("</svg>%n").svg.toString();
  }

  /** Returns one plot as an inline SVG element. */
  public static String inline(Panel panel) {
    Picture picture = new Picture();
    int width = 2 * MARGIN + PANEL_WIDTH;
    List<Entry> legend = legend(List.of(panel), width, LINE);
    int head = below(legend, LINE);
    picture.add("<svg");
    picture.begin(panel.title(), panel.y().words(), width, head + PANEL_HEIGHT + MARGIN);
    legend.forEach(picture::draw);
    picture.panel(panel, MARGIN, head);
    return picture.add("</svg>%n").svg.toString();
  }

  private Picture add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    return this;
  }

  private void begin(String title, String words, int width, int height) {
    add(" viewBox=\"0 0 %d %d\" role=\"img\"", width, height);
    add(" width=\"%d\" height=\"%d\"", width, height);
    add(" font-family=\"system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\"");
    add(" font-size=\"12\" fill=\"#24292f\">%n");
    add("<title>%s</title>%n<desc>%s</desc>%n", escaped(title), escaped(words));
    add(
        "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#ffffff\""
            + " stroke=\"#d8dee4\"/>%n",
        width - 1, height - 1);
  }

  /** An entry of the legend and its position. */
  private record Entry(Series series, double x, int y) {}

  /** Lays out the labels of all panels, each once, in lines that fit the width of the picture. */
  private static List<Entry> legend(List<Panel> panels, int width, int top) {
    Map<String, Series> labels = new LinkedHashMap<>();
    for (Panel panel : panels) {
      for (Series series : panel.series()) {
        labels.putIfAbsent(series.label(), series);
      }
    }
    List<Entry> entries = new ArrayList<>();
    double x = MARGIN + LEFT;
    int y = top;
    for (Series series : labels.values()) {
      double end = x + SWATCH + LETTER * series.label().length();
      if (end > width - MARGIN && x > MARGIN + LEFT) {
        end -= x - MARGIN - LEFT;
        x = MARGIN + LEFT;
        y += LINE;
      }
      entries.add(new Entry(series, x, y));
      x = end + 18;
    }
    return entries;
  }

  /** Returns the top of the plots. */
  private static int below(List<Entry> legend, int top) {
    return LINE + legend.stream().mapToInt(Entry::y).max().orElse(top);
  }

  private void draw(Entry entry) {
    Series series = entry.series();
    int y = entry.y();
    switch (series.form()) {
      case LINE, DASHES ->
          add(
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"%s\""
                  + " stroke-width=\"2.5\" stroke-linecap=\"round\"%s/>%n",
              entry.x(), entry.x() + SWATCH - 7, y, y, series.colour(), dashes(series));
      case DOTS ->
          add(
              "<circle cx=\"%.1f\" cy=\"%d\" r=\"4.5\" fill=\"%s\" fill-opacity=\"0.65\"/>%n",
              entry.x() + 9, y, series.colour());
    }
    add(
        "<text x=\"%.1f\" y=\"%d\">%s</text>%n",
        entry.x() + SWATCH, y + 4, escaped(series.label()));
  }

  private void panel(Panel panel, int left, int top) {
    add("<g transform=\"translate(%d %d)\">%n", left, top);
    add(
        "<text x=\"%d\" y=\"20\" font-weight=\"600\" font-size=\"13\">%s</text>%n",
        LEFT, escaped(panel.title()));
    for (double tick : panel.y().ticks()) {
      double y = y(panel, tick);
      add(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e7ebef\"/>%n",
          LEFT, PANEL_WIDTH - RIGHT, y, y);
      add(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#57606a\""
              + " font-size=\"11\">%s</text>%n",
          LEFT - 7, y + 4, Axis.label(tick));
    }
    for (double tick : panel.x().ticks()) {
      add(
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#57606a\""
              + " font-size=\"11\">%s</text>%n",
          x(panel, tick), PANEL_HEIGHT - BOTTOM + 17, Axis.label(tick));
    }
    int ground = PANEL_HEIGHT - BOTTOM;
    add(
        "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#8c959f\"/>%n",
        LEFT, PANEL_WIDTH - RIGHT, ground, ground);
    add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#57606a\">%s</text>%n",
        (LEFT + PANEL_WIDTH - RIGHT) / 2, PANEL_HEIGHT - 10, escaped(panel.x().words()));
    add(
        "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\""
            + " fill=\"#57606a\">%s</text>%n",
        (TOP + ground) / 2, escaped(panel.y().words()));
    panel.series().forEach(series -> draw(panel, series));
    add("</g>%n");
  }

  private void draw(Panel panel, Series series) {
    switch (series.form()) {
      case LINE, DASHES -> {
        if (series.points().size() == 1) {
          dot(panel, series, series.points().getFirst(), 3, 1);
          return;
        }
        StringBuilder points = new StringBuilder();
        for (Point point : series.points()) {
          points.append(
              String.format(Locale.ROOT, "%.1f,%.1f ", x(panel, point.x()), y(panel, point.y())));
        }
        add(
            "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\""
                + " stroke-linejoin=\"round\" stroke-linecap=\"round\"%s/>%n",
            points.toString().strip(),
            series.colour(),
            series.form() == Panel.Form.LINE ? "2" : "1.5",
            dashes(series));
      }
      case DOTS -> {
        for (Point point : series.points()) {
          dot(panel, series, point, Math.min(9, 2.6 * Math.sqrt(point.weight())), 0.65);
        }
      }
    }
  }

  private void dot(Panel panel, Series series, Point point, double radius, double opacity) {
    add(
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" fill-opacity=\"%.2f\"/>%n",
        x(panel, point.x()), y(panel, point.y()), radius, series.colour(), opacity);
  }

  private static String dashes(Series series) {
    return series.form() == Panel.Form.DASHES ? " stroke-dasharray=\"5 5\"" : "";
  }

  private static double x(Panel panel, double value) {
    return LEFT + (PANEL_WIDTH - RIGHT - LEFT) * panel.x().place(value);
  }

  private static double y(Panel panel, double value) {
    int ground = PANEL_HEIGHT - BOTTOM;
    return ground - (ground - TOP) * panel.y().place(value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
