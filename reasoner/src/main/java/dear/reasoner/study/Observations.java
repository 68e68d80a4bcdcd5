package dear.reasoner.study;

import dear.clrs.Samples;
import dear.io.JsonWriter;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.model.Model;
import dear.reasoner.model.Question;
import dear.reasoner.model.Reasoner;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceFrame;
import dear.reasoner.model.TraceOptions;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How equilibria form in the shipped models: residual and spread of states over evaluations, for
 * graphs of several sizes, and evaluations over the diameter of graphs.
 *
 * <p>Traces go on well below the tolerance that models stop at, to show where they would have gone.
 */
public final class Observations {
  private static final int EVALUATIONS = 48;

  /** Traces end at this share of a model's tolerance. */
  private static final double BELOW_TOLERANCE = 0.01;

  /** So many pairs of nodes are observed at each size, within the bounds below. */
  private static final int PAIRS = 200_000;

  private static final int MOST_GRAPHS = 24;
  private static final int LEAST_GRAPHS = 3;
  private static final long SEED = 1;
  private static final List<Integer> DIAMETER_SIZES = List.of(16, 64);
  private static final int DIAMETER_COUNT = 100;

  private final List<Integer> sizes;
  private final Provenance provenance;

  /** Observations on graphs of these sizes. */
  public Observations(List<Integer> sizes, Provenance provenance) {
    this.sizes = List.copyOf(sizes);
    this.provenance = provenance;
  }

  /** What was seen, evaluation by evaluation, in one graph. */
  private record Course(List<Double> residuals, List<Double> spreads) {}

  /** Observes all shipped models and writes a document. */
  public void write(ShippedModels shelf, Workers workers, JsonWriter json) throws IOException {
    json.beginObject();
    json.name("table").value("figures");
    provenance.write(json);
    json.name("models").beginArray();
    for (ShippedModel shipped : shelf.all()) {
      Model model = shelf.load(shipped);
      if (model.settings().inference() instanceof Inference.Equilibrium) {
        json.beginObject();
        json.name("name").value(shipped.name());
        json.name("algorithm").value(shipped.algorithm().name());
        json.name("tolerance").value(model.settings().real(Setting.TOLERANCE));
        json.name("courses").beginArray();
        for (int nodes : sizes) {
          writeCourse(model, nodes, workers, json);
        }
        json.endArray();
        json.name("diameters").beginArray();
        for (int nodes : DIAMETER_SIZES) {
          writeDiameters(model, nodes, workers, json);
        }
        json.endArray();
        json.endObject();
      }
    }
    json.endArray();
    json.endObject().endDocument();
  }

  // ---- along evaluations ----

  private static void writeCourse(Model model, int nodes, Workers workers, JsonWriter json)
      throws IOException {
    Settings settings = model.settings();
    Model patient =
        new Model(
            settings.with(
                Map.of(Setting.TEST_BUDGET, Integer.toString(EVALUATIONS), Setting.TEST_HITS, "1")),
            model.network(),
            model.parameters(),
            model.provenance());
    double tolerance = settings.real(Setting.TOLERANCE) * BELOW_TOLERANCE;
    int graphs = Math.clamp(PAIRS / (nodes * nodes), LEAST_GRAPHS, MOST_GRAPHS);
    Samples samples = settings.algorithm().samples(SEED).split("test").size(nodes);
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
    json.beginObject();
    json.name("nodes").value(nodes);
    json.name("graphs").value(graphs);
    json.name("residual");
    writeMedians(List.of(courses).stream().map(Course::residuals).toList(), json);
    json.name("spread");
    writeMedians(List.of(courses).stream().map(Course::spreads).toList(), json);
    json.endObject();
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
   * How far node states are from each other: the root of their mean squared distance from their
   * mean, over the root of their mean squared norm. 0 when all nodes are in one state, which is
   * what oversmoothing means; near 1 when they have nothing in common.
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

  /** The median over graphs; a graph that has ended keeps its last value. */
  private static void writeMedians(List<List<Double>> courses, JsonWriter json) throws IOException {
    int length = courses.stream().mapToInt(List::size).max().orElse(0);
    json.beginArray();
    for (int k = 0; k < length; k++) {
      int at = k;
      double[] sorted =
          courses.stream()
              .filter(course -> !course.isEmpty())
              .mapToDouble(course -> course.get(Math.min(at, course.size() - 1)))
              .sorted()
              .toArray();
      json.value(sorted[sorted.length / 2]);
    }
    json.endArray();
  }

  // ---- along diameters ----

  private static void writeDiameters(Model model, int nodes, Workers workers, JsonWriter json)
      throws IOException {
    List<Problem> problems = TestGraphs.drawn(model, nodes, DIAMETER_COUNT, SEED);
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
    json.beginObject();
    json.name("nodes").value(nodes);
    json.name("counts").beginArray();
    for (Map.Entry<Integer, Map<Integer, Integer>> diameter : counts.entrySet()) {
      for (Map.Entry<Integer, Integer> count : diameter.getValue().entrySet()) {
        json.beginArray();
        json.value(diameter.getKey()).value(count.getKey()).value(count.getValue());
        json.endArray();
      }
    }
    json.endArray();
    json.endObject();
  }
}
