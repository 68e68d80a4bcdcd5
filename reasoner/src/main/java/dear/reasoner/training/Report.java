// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.reasoner.chart.Axis;
import dear.reasoner.chart.Panel;
import dear.reasoner.chart.Panel.Form;
import dear.reasoner.chart.Panel.Point;
import dear.reasoner.chart.Panel.Series;
import dear.reasoner.chart.Picture;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The page with the curves of a run: a single file without scripts or external resources. */
final class Report {
  private static final String TRAINING = "#3b6ea5";
  private static final String VALIDATION = "#c2571a";

  /** A chart of one metric, for training and validation. */
  private record Chart(String title, boolean logarithmic, String metric) {}

  private static final List<Chart> CHARTS =
      List.of(
          new Chart("Loss", true, "loss"),
          new Chart("Accuracy", false, "accuracy"),
          new Chart("Evaluations per graph", false, "evaluations"),
          new Chart("Residual where the solver stopped", true, "residual"));

  private Report() {}

  static String html(Settings settings, List<Metrics> metrics) {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%1$s</title>
        <style>
        :root { color-scheme: light dark; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .2rem; }
        svg { width: 100%%; height: auto; margin-top: 1rem; }
        table { border-collapse: collapse; } td { padding: .1rem 1rem .1rem 0; }
        </style>
        </head>
        <body>
        <h1>%1$s</h1>
        """
            .formatted("Training of " + settings.algorithm()));
    if (!metrics.isEmpty()) {
      page.append("<p>").append(metrics.getLast().step()).append(" steps so far.</p>\n");
    }
    for (Chart chart : CHARTS) {
      panel(chart, metrics).ifPresent(panel -> page.append(Picture.inline(panel)));
    }
    page.append("<h2>Settings</h2>\n<table>\n");
    for (Setting setting : Setting.values()) {
      page.append(
          String.format(
              Locale.ROOT,
              "<tr><td>%s</td><td>%s</td></tr>%n",
              setting.key(),
              settings.text(setting)));
    }
    return page.append("</table>\n</body>\n</html>\n").toString();
  }

  private static Optional<Panel> panel(Chart chart, List<Metrics> metrics) {
    List<Series> drawn = new ArrayList<>();
    add(series(chart, "", "training", TRAINING, metrics), drawn);
    add(series(chart, "validation_", "validation", VALIDATION, metrics), drawn);
    if (drawn.isEmpty()) {
      return Optional.empty();
    }
    List<Point> points = drawn.stream().flatMap(it -> it.points().stream()).toList();
    return Optional.of(
        new Panel(
            chart.title(),
            Axis.over("step", points.stream().map(Point::x).toList(), false).from(0),
            Axis.over(chart.metric(), points.stream().map(Point::y).toList(), chart.logarithmic()),
            drawn));
  }

  private static void add(Series series, List<Series> to) {
    if (!series.points().isEmpty()) {
      to.add(series);
    }
  }

  private static Series series(
      Chart chart, String prefix, String label, String colour, List<Metrics> metrics) {
    List<Point> points = new ArrayList<>();
    for (Metrics line : metrics) {
      Double value = line.values().get(prefix + chart.metric());
      if (value != null && (!chart.logarithmic() || value > 0)) {
        points.add(Point.at(line.step(), value));
      }
    }
    return new Series(label, colour, Form.LINE, points);
  }
}
