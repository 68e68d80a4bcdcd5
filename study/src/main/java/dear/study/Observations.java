// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Samples;
import dear.equilibrium.diagnostics.PathIndependence;
import dear.equilibrium.linear.Vectors;
import dear.reasoner.evaluation.TestGraphs;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.EvaluationObserver;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Search;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Reasoner;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceFrame;
import dear.reasoner.model.TraceOptions;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.study.ObservedModels.Count;
import dear.study.ObservedModels.Diameters;
import dear.study.ObservedModels.ObservedModel;
import dear.study.ObservedModels.Starts;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * How equilibria form in the pretrained models of the paper's algorithms: where searches end that
 * start elsewhere and, if their state is at the nodes as in the paper, residual and spread of
 * states over evaluations, for graphs of several sizes, and evaluations over the diameter of
 * graphs. On pairs of nodes, information does not travel one edge per evaluation.
 *
 * <p>Traces continue well below the tolerance at which models stop, to show how the search would
 * proceed.
 */
public final class Observations {
  private static final int EVALUATIONS = 48;

  /** Traces end at this fraction of a model's tolerance. */
  private static final double BELOW_TOLERANCE = 0.01;

  /** The number of node pairs observed at each size, within the bounds below. */
  private static final int PAIRS = 200_000;

  private static final int MOST_GRAPHS = 24;
  private static final int LEAST_GRAPHS = 3;
  private static final List<Integer> DIAMETER_SIZES = List.of(16, 64);
  private static final int DIAMETER_COUNT = 100;

  /** Larger graphs would take minutes with a state on pairs. */
  private static final int LARGEST_WITH_OTHER_STARTS = 64;

  private static final int START_COUNT = 40;

  /** The number of searches for each of these graphs, the one from zeros included. */
  private static final int SEARCHES = 5;

  private final List<Integer> sizes;
  private final Provenance provenance;

  /** Creates observations on graphs of the given sizes. */
  public Observations(List<Integer> sizes, Provenance provenance) {
    this.sizes = List.copyOf(sizes);
    this.provenance = provenance;
  }

  /** The observations on one graph, evaluation by evaluation. */
  private record Course(List<Double> residuals, List<Double> spreads) {}

  /** Observes all models of a shelf and writes the document. */
  public void write(ShippedModels shelf, Workers workers, ResultsFolder results)
      throws IOException {
    List<ObservedModel> models = new ArrayList<>();
    PaperNumbers paper = PaperNumbers.load();
    for (ShippedModel shipped : shelf.all()) {
      if (paper.bestAccuracy(shipped.algorithm().name()).isEmpty()) {
        continue; // not one of the paper's
      }
      Model model = shelf.load(shipped);
      if (model.settings().inference() instanceof Inference.Equilibrium) {
        boolean likeThePaper = model.settings().processor() == ProcessorKind.NODES;
        models.add(
            new ObservedModel(
                shipped.name(),
                shipped.algorithm().name(),
                model.settings().tolerance(),
                over(likeThePaper ? sizes : List.of(), nodes -> courses(model, nodes, workers)),
                over(
                    likeThePaper ? DIAMETER_SIZES : List.of(),
                    nodes -> diameters(model, nodes, workers)),
                over(
                    sizes.stream().filter(nodes -> nodes <= LARGEST_WITH_OTHER_STARTS).toList(),
                    nodes -> starts(model, nodes, workers))));
      }
    }
    results.write(new ObservedModels(provenance, models));
  }

  private static <T> List<T> over(List<Integer> sizes, IntFunction<T> observation) {
    return sizes.stream().map(observation::apply).toList();
  }

  // ---- along evaluations ----

  private static ObservedModels.Course courses(Model model, int nodes, Workers workers) {
    Settings settings = model.settings();
    Model patient =
        new Model(
            settings.with(
                Map.of(Setting.TEST_BUDGET, Integer.toString(EVALUATIONS), Setting.TEST_HITS, "1")),
            model.network(),
            model.parameters(),
            model.provenance());
    double tolerance = settings.tolerance() * BELOW_TOLERANCE;
    int graphs = Math.clamp(PAIRS / (nodes * nodes), LEAST_GRAPHS, MOST_GRAPHS);
    Samples samples = settings.algorithm().samples(TestData.STREAM).split("test").size(nodes);
    Reasoner[] reasoners = new Reasoner[workers.threads()];
    Arrays.setAll(reasoners, _ -> new Reasoner(patient));
    Course[] courses = new Course[graphs];
    TraceOptions options = TraceOptions.DEFAULT.withFrames(EVALUATIONS, true);
    workers.forEach(
        graphs,
        (worker, k) -> {
          Question question = Question.of(samples.inputs(k)).withTolerance(tolerance);
          courses[k] = course(reasoners[worker].trace(question, options));
        });
    return new ObservedModels.Course(
        nodes,
        graphs,
        medians(List.of(courses).stream().map(Course::residuals).toList()),
        medians(List.of(courses).stream().map(Course::spreads).toList()));
  }

  private static Course course(Trace trace) {
    int nodes = trace.solved().inputs().nodes();
    List<Double> spreads = new ArrayList<>();
    for (TraceFrame frame : trace.frames()) {
      if (frame.evaluation() > 0) {
        spreads.add(spread(trace.nodeStates(frame), nodes));
      }
    }
    return new Course(trace.residuals(), spreads);
  }

  /**
   * Returns the spread of node states: the root of their mean squared distance from their mean,
   * divided by the root of their mean squared norm. It is 0 if all nodes have the same state
   * (oversmoothing) and near 1 if they have nothing in common.
   */
  static double spread(float[] state, int nodes) {
    int width = state.length / nodes;
    double squares = 0;
    double common = 0;
    for (int c = 0; c < width; c++) {
      double sum = 0;
      for (int i = 0; i < nodes; i++) {
        double value = state[i * width + c];
        sum += value;
        squares += value * value;
      }
      common += sum * sum / nodes;
    }
    return squares == 0 ? 0 : Math.sqrt(Math.max(0, squares - common) / squares);
  }

  /** Returns the median over graphs; a graph whose search has ended keeps its last value. */
  private static List<Double> medians(List<List<Double>> courses) {
    int length = courses.stream().mapToInt(List::size).max().orElse(0);
    List<Double> medians = new ArrayList<>(length);
    for (int k = 0; k < length; k++) {
      int at = k;
      double[] sorted =
          courses.stream()
              .filter(course -> !course.isEmpty())
              .mapToDouble(course -> course.get(Math.min(at, course.size() - 1)))
              .sorted()
              .toArray();
      medians.add(sorted[sorted.length / 2]);
    }
    return medians;
  }

  // ---- along diameters ----

  private static Diameters diameters(Model model, int nodes, Workers workers) {
    List<Problem> problems = TestGraphs.drawn(model, nodes, DIAMETER_COUNT, TestData.STREAM);
    Engine[] engines = new Engine[workers.threads()];
    Arrays.setAll(engines, _ -> model.engine());
    int[] diameters = new int[problems.size()];
    int[] evaluations = new int[problems.size()];
    workers.forEach(
        problems.size(),
        (worker, i) -> {
          diameters[i] = Diameter.of(problems.get(i).edges());
          evaluations[i] = engines[worker].solve(problems.get(i)).evaluations();
        });
    Map<Integer, Map<Integer, Integer>> counts = new TreeMap<>();
    for (int i = 0; i < diameters.length; i++) {
      counts
          .computeIfAbsent(diameters[i], _ -> new TreeMap<>())
          .merge(evaluations[i], 1, Integer::sum);
    }
    List<Count> found = new ArrayList<>();
    counts.forEach((diameter, by) ->
        by.forEach((evaluated, graphs) -> found.add(new Count(diameter, evaluated, graphs))));
    return new Diameters(nodes, found);
  }

  // ---- from other starts ----

  /** The searches of one graph: the greatest distance, and how many decisions agree. */
  private record Ends(double distance, int same, int decisions) {}

  static Starts starts(Model model, int nodes, Workers workers) {
    List<Problem> problems = TestGraphs.drawn(model, nodes, START_COUNT, TestData.STREAM);
    Engine[] engines = new Engine[workers.threads()];
    Arrays.setAll(engines, _ -> model.engine());
    Ends[] ends = new Ends[problems.size()];
    workers.forEach(
        problems.size(),
        (worker, i) -> ends[i] = ends(engines[worker], problems.get(i), TestData.STREAM + i));
    double[] distances = Arrays.stream(ends).mapToDouble(Ends::distance).sorted().toArray();
    double same = Arrays.stream(ends).mapToInt(Ends::same).sum();
    return new Starts(
        nodes,
        ends.length,
        SEARCHES - 1,
        distances[distances.length / 2],
        distances[distances.length - 1],
        same / Arrays.stream(ends).mapToInt(Ends::decisions).sum());
  }

  private static Ends ends(Engine engine, Problem problem, long seed) {
    engine.solve(problem);
    float[] usual = engine.state();
    List<Prediction> answers = engine.predict(problem);
    double norm = Vectors.norm(usual, 0, usual.length);
    double distance = 0;
    int same = 0;
    int decisions = 0;
    List<float[]> starts = PathIndependence.mixedStarts(usual.length, SEARCHES, seed);
    for (float[] start : starts.subList(1, SEARCHES)) { // the first is zeros
      engine.solve(problem, Search.DEFAULT.startingFrom(start), EvaluationObserver.NONE);
      float[] found = engine.state();
      distance =
          Math.max(
              distance,
              Math.sqrt(Vectors.squaredDistance(found, 0, usual, 0, usual.length)) / norm);
      List<Prediction> others = engine.predict(problem);
      for (int k = 0; k < answers.size(); k++) {
        int[] codes = answers.get(k).codes();
        int[] otherCodes = others.get(k).codes();
        decisions += codes.length;
        same +=
            (int) IntStream.range(0, codes.length).filter(j -> codes[j] == otherCodes[j]).count();
      }
    }
    return new Ends(distance, same, decisions);
  }
}
