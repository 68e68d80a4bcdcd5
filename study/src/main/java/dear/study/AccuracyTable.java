// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.evaluation.EvaluationSummary;
import dear.reasoner.settings.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The document {@code table1.json}: the accuracy of each model.
 *
 * @param nodes the size of the test graphs
 * @param count the number of test graphs
 * @param seed the seed of their stream
 * @param provenance the program that computed it
 * @param cells all models, trained or not
 */
record AccuracyTable(int nodes, int count, long seed, Provenance provenance, List<Entry> cells) {
  AccuracyTable {
    cells = List.copyOf(cells);
  }

  /**
   * An entry for one model.
   *
   * @param place its place in the table
   * @param words a description of its row
   * @param training the progress of training, if it was started
   * @param examined the scores, if there is a model
   */
  record Entry(
      TablePlace place, String words, Optional<Training> training, Optional<Examined> examined)
      implements TablePlace.Placed {
    @Override
    public boolean filled() {
      return examined.isPresent();
    }

    static Entry read(Json json) {
      return new Entry(
          TablePlace.read(json),
          json.get("words").string(),
          json.has("steps") ? Optional.of(Training.read(json)) : Optional.empty(),
          json.has("test") ? Optional.of(Examined.read(json)) : Optional.empty());
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      place.writeRow(json);
      json.name("words").value(words);
      place.writeModel(json);
      if (training.isPresent()) {
        training.get().write(json);
      }
      if (examined.isPresent()) {
        examined.get().write(json);
      }
      json.endObject();
    }
  }

  /**
   * The progress of a run.
   *
   * @param steps the number of batches so far
   * @param planned the number of batches of the whole run
   * @param total the number of batches of all runs, with those of the models that this one
   *     continues, if they are known
   * @param batch graphs per batch
   * @param searches whether the model searches for an equilibrium; otherwise it is a rollout
   * @param differences the settings that differ from its row
   * @param settings all settings
   * @param fallBacks how often one step replaced an implicit gradient, if the run has any
   */
  record Training(
      int steps,
      int planned,
      OptionalInt total,
      int batch,
      boolean searches,
      List<String> differences,
      RecordedSettings settings,
      Optional<FallBacks> fallBacks) {
    Training {
      differences = List.copyOf(differences);
    }

    boolean stopped() {
      return steps < planned;
    }

    /** Returns the batches of all runs, as far as they are known. */
    int allSteps() {
      return total.orElse(steps);
    }

    static Training read(Json json) {
      return new Training(
          json.get("steps").integer(),
          json.get("steps_planned").integer(),
          json.has("total_steps")
              ? OptionalInt.of(json.get("total_steps").integer())
              : OptionalInt.empty(),
          json.get("batch").integer(),
          json.get("mode").string().equals("dear"),
          json.get("differences").values().stream().map(Json::string).toList(),
          RecordedSettings.read(json),
          FallBacks.read(json));
    }

    void write(JsonWriter json) throws IOException {
      json.name("steps").value(steps);
      json.name("steps_planned").value(planned);
      if (total.isPresent()) {
        json.name("total_steps").value(total.getAsInt());
      }
      json.name("batch").value(batch);
      json.name("mode").value(searches ? "dear" : "nar");
      json.name("differences").beginArray();
      for (String difference : differences) {
        json.value(difference);
      }
      json.endArray();
      settings.write(json);
      if (fallBacks.isPresent()) {
        fallBacks.get().write(json);
      }
    }
  }

  /**
   * The scores of a model.
   *
   * @param seconds the training time up to the step that the run has reached
   * @param model the origin of the model
   * @param test the scores on random test graphs
   * @param allPairs the accuracy over all pairs of nodes, if answers are about pairs
   * @param data the scores on external graphs, if there are any
   * @param curve the validations
   */
  record Examined(
      double seconds,
      Origin model,
      EvaluationSummary test,
      OptionalDouble allPairs,
      Optional<EvaluationSummary> data,
      List<Validation> curve) {
    Examined {
      curve = List.copyOf(curve);
    }

    static Examined read(Json json) {
      return new Examined(
          json.get("seconds").number(),
          new Origin(
              json.get("model_step").string(),
              json.get("trained_by").string(),
              json.get("tested_by").string()),
          EvaluationSummary.read(json.get("test")),
          json.has("all_pairs")
              ? OptionalDouble.of(json.get("all_pairs").numberOrNaN())
              : OptionalDouble.empty(),
          json.has("data")
              ? Optional.of(EvaluationSummary.read(json.get("data")))
              : Optional.empty(),
          json.get("curve").values().stream().map(Validation::read).toList());
    }

    void write(JsonWriter json) throws IOException {
      json.name("seconds").value(seconds);
      json.name("model_step").value(model.step());
      json.name("trained_by").value(model.trainedBy());
      json.name("tested_by").value(model.testedBy());
      json.name("test").beginObject();
      test.write(json);
      json.endObject();
      if (allPairs.isPresent()) {
        json.name("all_pairs").numberOrNull(allPairs.getAsDouble());
      }
      if (data.isPresent()) {
        json.name("data").beginObject();
        data.get().write(json);
        json.endObject();
      }
      json.name("curve").beginArray();
      for (Validation point : curve) {
        json.beginArray();
        json.value(point.step()).value(point.seconds()).value(point.accuracy());
        json.endArray();
      }
      json.endArray();
    }
  }

  /**
   * Where a model and its numbers come from.
   *
   * @param step the step of the model, as recorded in its file; the run may have gone further
   * @param trainedBy the commits of the programs that are known to have trained it
   * @param testedBy the commit of the program that tested it
   */
  record Origin(String step, String trainedBy, String testedBy) {}

  /**
   * Returns this table with the models of an earlier one that it lacks. A model that was tested
   * before and is not here now keeps its numbers: its run may be on another machine.
   */
  AccuracyTable joined(AccuracyTable before) {
    if (before.nodes != nodes || before.count != count || before.seed != seed) {
      throw new IllegalArgumentException(
          "its models were tested on %d graphs of %d nodes from stream %d, not on %d of %d from stream %d; use another folder, or remove it"
              .formatted(before.count, before.nodes, before.seed, count, nodes, seed));
    }
    return new AccuracyTable(
        nodes, count, seed, provenance, TablePlace.joined(cells, before.cells));
  }

  /** A validation: the number of batches and seconds of training before it, and its result. */
  record Validation(int step, long seconds, double accuracy) {
    static Validation read(Json json) {
      List<Json> numbers = json.values();
      return new Validation(
          numbers.get(0).integer(), numbers.get(1).integer(), numbers.get(2).number());
    }
  }

  static AccuracyTable read(Json json) {
    List<Entry> cells = new ArrayList<>();
    json.get("cells").values().forEach(cell -> cells.add(Entry.read(cell)));
    return new AccuracyTable(
        json.get("nodes").integer(),
        json.get("count").integer(),
        json.get("seed").integer(),
        Provenance.read(json),
        cells);
  }

  void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("table").value("table1");
    json.name("nodes").value(nodes);
    json.name("count").value(count);
    json.name("seed").value(seed);
    provenance.write(json);
    json.name("cells").beginArray();
    for (Entry cell : cells) {
      cell.write(json);
    }
    json.endArray();
    json.endObject().endDocument();
  }
}
