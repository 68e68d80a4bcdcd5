package dear.reasoner.training;

import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page with a run's curves: one file, no script, nothing to load. */
final class Report {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 220;
  private static final int LEFT = 56;
  private static final int BOTTOM = 28;

  /** Series of one picture: the name in the metrics and its words. */
  private record Curve(String key, String words, String colour) {}

  private record Chart(String title, boolean logarithmic, List<Curve> curves) {}

  private static final List<Chart> CHARTS =
      List.of(
          new Chart(
              "Loss",
              true,
              List.of(
                  new Curve("loss", "training", "#3b6ea5"),
                  new Curve("validation_loss", "validation", "#c2571a"))),
          new Chart(
              "Accuracy",
              false,
              List.of(
                  new Curve("accuracy", "training", "#3b6ea5"),
                  new Curve("validation_accuracy", "validation", "#c2571a"))),
          new Chart(
              "Evaluations per graph",
              false,
              List.of(
                  new Curve("evaluations", "training", "#3b6ea5"),
                  new Curve("validation_evaluations", "validation", "#c2571a"))),
          new Chart(
              "Residual where the solver stopped",
              true,
              List.of(
                  new Curve("residual", "training", "#3b6ea5"),
                  new Curve("validation_residual", "validation", "#c2571a"))));

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
        svg { width: 100%%; height: auto; } svg text { font-size: 11px; fill: currentColor; }
        table { border-collapse: collapse; } td { padding: .1rem 1rem .1rem 0; }
        .grid { stroke: currentColor; opacity: .15; }
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
      draw(chart, metrics, page);
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

  private static void draw(Chart chart, List<Metrics> metrics, StringBuilder page) {
    List<List<double[]>> series = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    int steps = 1;
    for (Curve curve : chart.curves()) {
      List<double[]> points = new ArrayList<>();
      for (Metrics line : metrics) {
        Double value = line.values().get(curve.key());
        if (value != null && (!chart.logarithmic() || value > 0)) {
          double y = chart.logarithmic() ? Math.log10(value) : value;
          points.add(new double[] {line.step(), y});
          least = Math.min(least, y);
          most = Math.max(most, y);
          steps = Math.max(steps, line.step());
        }
      }
      series.add(points);
    }
    if (least > most) {
      return;
    }
    if (most - least < 1e-9) {
      most = least + 1;
    }
    page.append("<h2>").append(chart.title()).append("</h2>\n");
    page.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
            WIDTH,
            HEIGHT,
            chart.title()));
    for (int i = 0; i <= 4; i++) {
      double value = least + (most - least) * i / 4;
      double y = y(value, least, most);
      page.append(
          String.format(
              Locale.ROOT,
              "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
              LEFT,
              WIDTH,
              y,
              y));
      page.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
              LEFT - 6,
              y + 4,
              label(chart.logarithmic() ? Math.pow(10, value) : value)));
    }
    page.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\">0</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">step"
                + " %d</text>%n",
            LEFT,
            HEIGHT - 8,
            WIDTH,
            HEIGHT - 8,
            steps));
    for (int c = 0; c < chart.curves().size(); c++) {
      Curve curve = chart.curves().get(c);
      if (series.get(c).isEmpty()) {
        continue;
      }
      StringBuilder points = new StringBuilder();
      List<double[]> drawn = new ArrayList<>(series.get(c));
      drawn.add(drawn.getLast()); // with round caps, a curve of one point is a dot
      for (double[] point : drawn) {
        points.append(
            String.format(
                Locale.ROOT,
                "%.1f,%.1f ",
                LEFT + (WIDTH - LEFT) * point[0] / steps,
                y(point[1], least, most)));
      }
      page.append(
          String.format(
              Locale.ROOT,
              "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" stroke-linecap=\"round\""
                  + " points=\"%s\"/>%n",
              curve.colour(),
              points.toString().strip()));
      page.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"%d\" style=\"fill:%s\">%s</text>%n",
              LEFT + 8 + 90 * c,
              14,
              curve.colour(),
              curve.words()));
    }
    page.append("</svg>\n");
  }

  private static double y(double value, double least, double most) {
    return 20 + (HEIGHT - BOTTOM - 20) * (1 - (value - least) / (most - least));
  }

  private static String label(double value) {
    return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.3g", value);
  }
}
