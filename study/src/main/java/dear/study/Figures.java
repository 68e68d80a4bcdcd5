// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.chart.Axis;
import dear.reasoner.chart.Panel;
import dear.reasoner.chart.Panel.Form;
import dear.reasoner.chart.Panel.Point;
import dear.reasoner.chart.Panel.Series;
import dear.reasoner.chart.Picture;
import dear.study.AccuracyTable.Validation;
import dear.study.ObservedModels.Count;
import dear.study.ObservedModels.Course;
import dear.study.ObservedModels.Diameters;
import dear.study.ObservedModels.ObservedModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The figures of the results, drawn from the documents of the tables and observations. */
final class Figures {
  /**
   * Colours of rows in table order: greys for the baselines, blues for the paper's, red for ours.
   */
  private static final List<String> ROW_COLOURS =
      List.of("#6e7781", "#b08800", "#54aeff", "#0550ae", "#cf222e", "#8250df", "#1a7f37");

  /** Colours of sizes, from small graphs to large ones. */
  private static final List<String> SIZE_COLOURS =
      List.of("#9cc4e4", "#3f8fd2", "#1f5a9e", "#0a2c56");

  /** The minimum length of an axis of whole numbers, so that it shows no half units. */
  private static final int LEAST_DIAMETERS = 6;

  private static final String GUIDE = "#8c959f";

  private Figures() {}

  /** Draws validation accuracy over training time in minutes. */
  static String accuracyOverTime(AccuracyTable table) {
    Map<String, String> colours = new LinkedHashMap<>();
    Map<String, List<Series>> series = new LinkedHashMap<>();
    for (AccuracyTable.Entry cell : table.cells()) {
      String label = cell.place().label();
      int next = colours.size() % ROW_COLOURS.size();
      colours.putIfAbsent(label, ROW_COLOURS.get(next));
      if (cell.examined().isPresent()) {
        List<Point> points = new ArrayList<>();
        for (Validation point : cell.examined().get().curve()) {
          points.add(Point.at(point.seconds() / 60.0, 100 * point.accuracy()));
        }
        series
            .computeIfAbsent(cell.place().algorithm(), _ -> new ArrayList<>())
            .add(new Series(label, String.valueOf(colours.get(label)), Form.LINE, points));
      }
    }
    List<Panel> panels = new ArrayList<>();
    series.forEach((algorithm, curves) ->
        panels.add(
            new Panel(
                Titles.of(algorithm),
                Axis.over("minutes of training", all(curves, true), false).from(0),
                Axis.over("validation accuracy, %", all(curves, false), false),
                curves)));
    return Picture.svg(
        "Accuracy against training time",
        "Validation accuracy (16 nodes) of every run over the minutes it was trained for.",
        panels);
  }

  /** Draws residuals over evaluations. */
  static String residuals(ObservedModels observations) {
    List<Panel> panels = new ArrayList<>();
    for (ObservedModel model : observations.models()) {
      List<Series> curves = courses(model, Course::residuals);
      double last = all(curves, true).stream().mapToDouble(x -> x).max().orElse(2);
      double tolerance = model.tolerance();
      curves.add(
          new Series(
              "tolerance",
              GUIDE,
              Form.DASHES,
              List.of(Point.at(1, tolerance), Point.at(last, tolerance))));
      panels.add(
          new Panel(
              title(model),
              Axis.over("evaluations", all(curves, true), false).from(1),
              Axis.over("residual", all(curves, false), true),
              curves));
    }
    return Picture.svg(
        "Residual against evaluations",
        "Median residual of the solver after each evaluation, for graphs of several sizes.",
        panels);
  }

  /** Draws the spread of node states over evaluations. */
  static String spreads(ObservedModels observations) {
    List<Panel> panels = new ArrayList<>();
    for (ObservedModel model : observations.models()) {
      List<Series> curves = courses(model, Course::spreads);
      panels.add(
          new Panel(
              title(model),
              Axis.over("evaluations", all(curves, true), false).from(1),
              new Axis("spread of node states", 0, 1, false),
              curves));
    }
    return Picture.svg(
        "Spread of node states against evaluations",
        "0: all nodes are in the same state (oversmoothed); 1: they have nothing in common.",
        panels);
  }

  /** Draws evaluations over the diameter of graphs. */
  static String diameters(ObservedModels observations) {
    List<Panel> panels = new ArrayList<>();
    for (ObservedModel model : observations.models()) {
      List<Series> series = new ArrayList<>();
      int size = 0;
      for (Diameters graphs : model.diameters()) {
        List<Point> points = new ArrayList<>();
        for (Count count : graphs.counts()) {
          points.add(new Point(count.diameter(), count.evaluations(), count.graphs()));
        }
        series.add(
            new Series(
                graphs.nodes() + " nodes", size++ == 0 ? "#3f8fd2" : "#cf222e", Form.DOTS, points));
      }
      double widest = all(series, true).stream().mapToDouble(x -> x).max().orElse(1);
      series.addFirst(
          new Series(
              "evaluations = diameter",
              GUIDE,
              Form.DASHES,
              List.of(Point.at(0, 0), Point.at(widest, widest))));
      panels.add(
          new Panel(
              title(model),
              Axis.over("diameter", all(series, true), false)
                  .from(0)
                  .to(Math.max(widest + 1, LEAST_DIAMETERS)),
              Axis.over("evaluations", all(series, false), false).from(0),
              series));
    }
    return Picture.svg(
        "Evaluations against graph diameter",
        "Below the dashed line a node cannot have heard of all others (underreaching).",
        panels);
  }

  private static String title(ObservedModel model) {
    return Titles.of(model.algorithm());
  }

  private static List<Series> courses(ObservedModel model, Function<Course, List<Double>> numbers) {
    List<Series> curves = new ArrayList<>();
    for (Course course : model.courses()) {
      List<Point> points = new ArrayList<>();
      for (double value : numbers.apply(course)) {
        points.add(Point.at(points.size() + 1, value));
      }
      curves.add(
          new Series(
              course.nodes() + " nodes",
              SIZE_COLOURS.get(curves.size() % SIZE_COLOURS.size()),
              Form.LINE,
              points));
    }
    return curves;
  }

  private static List<Double> all(List<Series> series, boolean horizontal) {
    return series.stream()
        .flatMap(it -> it.points().stream())
        .map(point -> horizontal ? point.x() : point.y())
        .toList();
  }
}
