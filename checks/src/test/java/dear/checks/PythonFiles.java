// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetWriter;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.Growth;
import dear.io.JsonWriter;
import dear.reasoner.dataset.ShardWriter;
import dear.reasoner.inference.Engine;
import dear.reasoner.inference.Inference;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.model.Model;
import dear.reasoner.network.NetworkOptions;
import dear.reasoner.network.ScoreTable;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Choices;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.Trainer;
import dear.reasoner.training.TrainingListener;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** What the tests of the Python package read: files that only this program writes. */
final class PythonFiles {
  /** Small enough for numpy, large enough for paths of several edges. */
  private static final int NODES = 12;

  /** So many that the network sees numbers that are summed smaller than they are. */
  private static final int MORE_NODES = 20;

  /** As `dear solve` prepares inputs: positions stay as they are. */
  private static final Preprocessing PREPROCESSING = new Preprocessing(true, true, false);

  private PythonFiles() {}

  /** Returns what the Python package knows about the algorithms. */
  static String algorithms() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.indented(bytes)) {
      json.beginObject();
      for (Algorithm algorithm : Clrs.algorithms()) {
        NetworkOptions options = NetworkOptions.of(algorithm);
        json.name(algorithm.name()).beginObject();
        json.name("wiring").value(options.wiring().name().toLowerCase(Locale.ROOT));
        json.name("scope").value(options.scope().name().toLowerCase(Locale.ROOT));
        json.name("all_paths").value(hasAllPaths(algorithm));
        json.name("invariance")
            .value(algorithm.traits().invariance().name().toLowerCase(Locale.ROOT));
        features("inputs", algorithm, Stage.INPUT, json);
        features("outputs", algorithm, Stage.OUTPUT, json);
        json.endObject();
      }
      json.endObject().endDocument();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void features(String title, Algorithm algorithm, Stage stage, JsonWriter json)
      throws IOException {
    json.name(title).beginArray();
    for (FeatureSpec spec : Preprocessing.ALL.features(algorithm)) {
      if (spec.stage() == stage) {
        json.beginObject().name("name").value(spec.name());
        json.name("location").value(spec.locationName());
        json.name("type").value(spec.typeName());
        Growth growth = algorithm.traits().growth(spec.name());
        if (growth != Growth.NONE) {
          json.name("growth").value(growth.name().toLowerCase(Locale.ROOT));
        }
        if (spec.classes() > 0) {
          json.name("classes").value(spec.classes());
        }
        json.endObject();
      }
    }
    json.endArray();
  }

  private static boolean hasAllPaths(Algorithm algorithm) {
    return algorithm.traits().answer() instanceof AnswerForm.AllPaths;
  }

  /** Writes a question to every pretrained model, and what this program computes from it. */
  static void writeAnswers(Path folder) throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    for (ShippedModel shipped : shelf.all()) {
      Model model = shelf.load(shipped);
      Algorithm algorithm = model.settings().algorithm();
      boolean summed =
          algorithm.features(Stage.INPUT).stream()
              .anyMatch(it -> algorithm.traits().growth(it.name()) == Growth.SUMMED);
      int nodes = summed ? MORE_NODES : NODES;
      Instance instance = algorithm.samples(1).split("python").size(nodes).withHints().get(0);
      DatasetEntry entry =
          new DatasetEntry(algorithm, nodes, "sampler", "", OptionalLong.of(1), instance);
      DatasetWriter.writeAll(
          folder.resolve(shipped.name() + ".jsonl" + (isLong(instance) ? ".gz" : "")),
          List.of(entry, entry));
      try (ShardWriter shards =
          new ShardWriter(folder.resolveSibling("shards/" + shipped.name()))) {
        shards.write(entry);
        shards.write(entry);
        shards.commit();
      }
      writeAnswer(model, instance, folder.resolve(shipped.name() + ".answer.safetensors"));
    }
    writeTies(shelf, folder);
  }

  /** The same for inputs in which some numbers are equal, where only their order matters. */
  private static void writeTies(ShippedModels shelf, Path folder) throws IOException {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    writeTies(shelf, folder, sort, sort.inputs(0.5, 0.25, 0.5, -0.0, 0.25, 0.0, 0.5, 0.75));
    for (String name :
        List.of(
            "binary_search", "activity_selector", "task_scheduling", "mst_kruskal", "mst_prim")) {
      Algorithm algorithm = Clrs.algorithm(name);
      Inputs drawn = algorithm.samples(1).split("ties").size(NODES).get(0).inputs();
      Inputs tied = drawn;
      for (Feature feature : drawn.features()) {
        if (feature.spec().isReal() && !feature.name().equals(Inputs.POSITION)) {
          double[] fewer = quarters(feature.reals());
          tied = tied.with(Feature.of(feature.spec(), feature.size(), fewer));
        }
      }
      if (tied.hasGraph()) {
        tied = tied.withWeights(quarters(tied.graph().weights()));
      }
      writeTies(shelf, folder, algorithm, tied);
    }
  }

  private static double[] quarters(double[] numbers) {
    return Arrays.stream(numbers).map(x -> Math.ceil(4 * x) / 4).toArray();
  }

  private static void writeTies(
      ShippedModels shelf, Path folder, Algorithm algorithm, Inputs inputs) throws IOException {
    Instance tied = algorithm.run(inputs);
    String file = "ties-" + algorithm.name();
    DatasetWriter.writeAll(
        folder.resolve(file + ".jsonl"),
        List.of(new DatasetEntry(algorithm, tied.nodes(), "test", "", OptionalLong.empty(), tied)));
    Model model = shelf.load(shelf.named(algorithm.name()).orElseThrow());
    writeAnswer(model, tied, folder.resolve(file + ".answer.safetensors"));
  }

  private static boolean isLong(Instance instance) {
    return instance.length() > NODES;
  }

  private static void writeAnswer(Model model, Instance instance, Path file) throws IOException {
    Algorithm algorithm = model.settings().algorithm();
    Inputs inputs =
        PREPROCESSING.apply(algorithm, instance.inputs(), SplitStream.of(/* seed= */ 0));
    boolean allPairs =
        hasAllPaths(algorithm) && model.settings().targets() == Choices.Targets.PAIRS;
    Problem problem =
        allPairs ? model.network().problemOverPairs(inputs) : model.network().problem(inputs);
    if (model.settings().inference() instanceof Inference.Rollout) {
      problem = problem.withSteps(instance.length() - 1);
    }
    Engine engine = model.engine();
    Run run = engine.solve(problem);
    float[] state = engine.state();
    List<Prediction> predictions = engine.predict(problem);
    List<ScoreTable> scores = engine.scores();
    SafetensorsWriter writer = new SafetensorsWriter();
    writer.metadata("reason", run.reason().name());
    writer.metadata("evaluations", Integer.toString(run.evaluations()));
    writer.add("state", state, state.length);
    for (int k = 0; k < predictions.size(); k++) {
      String name = predictions.get(k).spec().name();
      ScoreTable table = scores.get(k);
      float[] values = new float[table.count()];
      for (int i = 0; i < values.length; i++) {
        values[i] = table.get(i);
      }
      writer.add("scores." + name, values, values.length);
      long[] codes = Arrays.stream(predictions.get(k).codes()).asLongStream().toArray();
      writer.add("outputs." + name, codes, codes.length);
    }
    writer.write(file);
  }

  /** Trains for a few steps. */
  static void writeRun(Path folder) throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm("bfs"), Preset.QUICK)
            .with(
                Map.of(
                    Setting.STEPS, "40",
                    Setting.BATCH, "2",
                    Setting.WIDTH, "4",
                    Setting.TRAIN_NODES_MIN, "4",
                    Setting.TRAIN_NODES_MAX, "4",
                    Setting.VALIDATION_NODES, "4",
                    Setting.VALIDATION_COUNT, "2",
                    Setting.VALIDATE_EVERY, "20"));
    try (RunFolder run = RunFolder.create(folder, settings, Provenance.NONE);
        Trainer trainer = new Trainer(run, 1, Provenance.NONE, TrainingListener.NONE)) {
      trainer.train();
    }
  }
}
