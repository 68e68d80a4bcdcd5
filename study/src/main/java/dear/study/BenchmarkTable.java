// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.evaluation.EvaluationReport;
import dear.reasoner.evaluation.Examination;
import dear.reasoner.score.Estimate;
import dear.reasoner.score.OutputScore;
import dear.reasoner.score.Scores;
import dear.reasoner.settings.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The document {@code clrs30.json}: the score of each algorithm by CLRS-30's protocol.
 *
 * @param seed the seed of the test data
 * @param nodes the size of the main table
 * @param larger the sizes of the table on larger graphs
 * @param entries one for each algorithm and model; an algorithm without a model has one, too
 */
record BenchmarkTable(long seed, int nodes, List<Integer> larger, List<Entry> entries) {
  BenchmarkTable {
    larger = List.copyOf(larger);
    entries = List.copyOf(entries);
  }

  /**
   * A model and its scores.
   *
   * @param algorithm the algorithm that is tested
   * @param subject the model, if there is one
   * @param provenance the program that tested it
   * @param results the scores, one for each size tested so far
   */
  record Entry(
      String algorithm, Optional<Subject> subject, Provenance provenance, List<Result> results) {
    Entry {
      results = List.copyOf(results);
    }

    /** Returns the result of a test. */
    Optional<Result> of(Protocol.Test test) {
      return results.stream().filter(result -> result.test().equals(test)).findFirst();
    }

    /** Returns the result on graphs of some size, with every question asked once. */
    Optional<Result> at(int nodes) {
      return of(new Protocol.Test(nodes, 1));
    }

    /** Returns the result on graphs of some size, with every question asked in several ways. */
    Optional<Result> averagedAt(int nodes) {
      return results.stream()
          .filter(result -> result.test().size() == nodes && result.test().ways() > 1)
          .findFirst();
    }

    Entry with(Result result) {
      List<Result> more = new ArrayList<>(results);
      more.add(result);
      return new Entry(algorithm, subject, provenance, more);
    }

    static Entry read(Json json) {
      return new Entry(
          json.get("algorithm").string(),
          json.has("model") ? Optional.of(Subject.read(json.get("model"))) : Optional.empty(),
          Provenance.read(json),
          json.get("results").values().stream().map(Result::read).toList());
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      json.name("algorithm").value(algorithm);
      if (subject.isPresent()) {
        json.name("model");
        subject.get().write(json);
      }
      provenance.write(json);
      json.name("results").beginArray();
      for (Result result : results) {
        result.write(json);
      }
      json.endArray();
      json.endObject();
    }
  }

  /**
   * The model that was tested.
   *
   * @param name the name of the pretrained model, or of the run
   * @param pretrained whether it comes with the program
   * @param algorithm the algorithm it was trained on
   * @param sha256 the digest of its file
   * @param bytes the size of its file
   * @param training how it was trained
   */
  record Subject(
      String name,
      boolean pretrained,
      String algorithm,
      String sha256,
      long bytes,
      Training training) {
    static Subject read(Json json) {
      return new Subject(
          json.get("name").string(),
          json.get("pretrained").bool(),
          json.get("algorithm").string(),
          json.get("sha256").string(),
          json.get("bytes").integer(),
          new Training(
              json.get("seed").integer(),
              json.get("steps").integer(),
              json.get("steps_planned").integer(),
              json.has("total_steps")
                  ? OptionalInt.of(json.get("total_steps").integer())
                  : OptionalInt.empty(),
              json.has("seconds")
                  ? OptionalDouble.of(json.get("seconds").number())
                  : OptionalDouble.empty(),
              json.has("commit") ? json.get("commit").string() : "unknown",
              RecordedSettings.read(json)));
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      json.name("name").value(name);
      json.name("pretrained").value(pretrained);
      json.name("algorithm").value(algorithm);
      json.name("sha256").value(sha256);
      json.name("bytes").value(bytes);
      json.name("seed").value(training.seed());
      json.name("steps").value(training.steps());
      json.name("steps_planned").value(training.planned());
      if (training.total().isPresent()) {
        json.name("total_steps").value(training.total().getAsInt());
      }
      if (training.seconds().isPresent()) {
        json.name("seconds").value(training.seconds().getAsDouble());
      }
      json.name("commit").value(training.commit());
      training.settings().write(json);
      json.endObject();
    }
  }

  /**
   * How a model was trained.
   *
   * @param seed the seed
   * @param steps the batches of its last run
   * @param planned the batches that this run was to have
   * @param total the batches of all runs, with those of the models it continues, if they are known
   * @param seconds how long its last run took, if that is known
   * @param commit the commit of the program that trained it
   * @param settings all settings
   */
  record Training(
      long seed,
      int steps,
      int planned,
      OptionalInt total,
      OptionalDouble seconds,
      String commit,
      RecordedSettings settings) {}

  /**
   * The scores on graphs of one size.
   *
   * @param test the size given to the sampler, and in how many ways each question was asked
   * @param graphs the number of graphs
   * @param score CLRS-30's score
   * @param outputs the score of each output that counts
   * @param valid the share of whole answers that a certificate accepts, if they were checked
   * @param trivial the score of trivial answers
   * @param effort the cost of answering
   */
  record Result(
      Protocol.Test test,
      int graphs,
      Estimate score,
      List<Output> outputs,
      OptionalDouble valid,
      double trivial,
      Effort effort) {
    Result {
      outputs = List.copyOf(outputs);
    }

    static Result of(Protocol.Test test, Examination examination) {
      EvaluationReport report = examination.report();
      Scores scores = examination.overPairs().orElse(report.scores());
      List<Output> outputs = new ArrayList<>();
      for (OutputScore output : scores.outputs()) {
        if (!Double.isNaN(output.clrs())) { // part of another output's score
          outputs.add(new Output(output.output().name(), output.clrs()));
        }
      }
      return new Result(
          test,
          scores.graphs(),
          scores.benchmark(),
          outputs,
          examination
              .valid()
              .map(Estimate::value)
              .map(OptionalDouble::of)
              .orElse(OptionalDouble.empty()),
          report.trivial().clrs(),
          new Effort(report.meanEvaluations(), report.mostEvaluations(), report.millisPerGraph()));
    }

    static Result read(Json json) {
      List<Output> outputs = new ArrayList<>();
      json.get("outputs")
          .members()
          .forEach((name, score) -> outputs.add(new Output(name, score.number())));
      return new Result(
          new Protocol.Test(
              json.get("nodes").integer(), json.has("ways") ? json.get("ways").integer() : 1),
          json.get("graphs").integer(),
          new Estimate(
              json.get("score").number(), json.get("low").number(), json.get("high").number()),
          outputs,
          json.has("valid")
              ? OptionalDouble.of(json.get("valid").number())
              : OptionalDouble.empty(),
          json.get("trivial").number(),
          new Effort(
              json.get("evaluations").number(),
              json.get("most_evaluations").integer(),
              json.get("ms_per_graph").number()));
    }

    void write(JsonWriter json) throws IOException {
      json.beginObject();
      json.name("nodes").value(test.size());
      if (test.ways() > 1) {
        json.name("ways").value(test.ways());
      }
      json.name("graphs").value(graphs);
      json.name("score").value(score.value());
      json.name("low").value(score.low());
      json.name("high").value(score.high());
      json.name("outputs").beginObject();
      for (Output output : outputs) {
        json.name(output.name()).value(output.score());
      }
      json.endObject();
      if (valid.isPresent()) {
        json.name("valid").value(valid.getAsDouble());
      }
      json.name("trivial").value(trivial);
      json.name("evaluations").value(effort.evaluations());
      json.name("most_evaluations").value(effort.most());
      json.name("ms_per_graph").value(effort.millisPerGraph());
      json.endObject();
    }
  }

  /**
   * The cost of answering.
   *
   * @param evaluations processor steps per graph, on average, all ways of asking together
   * @param most the largest number of processor steps for any graph
   * @param millisPerGraph time for solving and decoding
   */
  record Effort(double evaluations, int most, double millisPerGraph) {}

  /** The score of one output. */
  record Output(String name, double score) {}

  /** Returns the entries of an algorithm, one for each seed. */
  List<Entry> of(String algorithm) {
    return entries.stream().filter(entry -> entry.algorithm().equals(algorithm)).toList();
  }

  static BenchmarkTable read(Json json) {
    return new BenchmarkTable(
        json.get("seed").integer(),
        json.get("nodes").integer(),
        json.get("larger").values().stream().map(Json::integer).toList(),
        json.get("entries").values().stream().map(Entry::read).toList());
  }

  void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("table").value("clrs30");
    json.name("seed").value(seed);
    json.name("nodes").value(nodes);
    json.name("larger").beginArray();
    for (int size : larger) {
      json.value(size);
    }
    json.endArray();
    json.name("entries").beginArray();
    for (Entry entry : entries) {
      entry.write(json);
    }
    json.endArray();
    json.endObject().endDocument();
  }
}
