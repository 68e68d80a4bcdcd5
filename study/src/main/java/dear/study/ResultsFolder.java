// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.AtomicFile;
import dear.io.Json;
import dear.io.JsonException;
import dear.io.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** The folder of results: one document for each part, read and written only here. */
public final class ResultsFolder {
  private static final String ACCURACY = "table1.json";
  private static final String SPEED = "table2.json";
  private static final String OBSERVATIONS = "figures.json";
  private static final String BENCHMARK = "clrs30.json";

  private final Path folder;

  /** Creates a view of a folder, which is created when something is written. */
  public ResultsFolder(Path folder) {
    this.folder = folder;
  }

  private interface Document {
    void write(JsonWriter json) throws IOException;
  }

  /** Adds models to those of earlier calls; of two entries for a model the new one is kept. */
  void add(AccuracyTable table) throws IOException {
    write(ACCURACY, merged(ACCURACY, table, accuracy(), AccuracyTable::joined)::write);
  }

  /** Adds models to those of earlier calls; of two entries for a model the new one is kept. */
  void add(SpeedTable table) throws IOException {
    write(SPEED, merged(SPEED, table, speed(), SpeedTable::joined)::write);
  }

  /** Fails if models could not be added to those of earlier calls, before anyone tests them. */
  void requireRoomFor(AccuracyTable table) throws IOException {
    merged(ACCURACY, table, accuracy(), AccuracyTable::joined);
  }

  /** Fails if models could not be added to those of earlier calls, before anyone times them. */
  void requireRoomFor(SpeedTable table) throws IOException {
    merged(SPEED, table, speed(), SpeedTable::joined);
  }

  private <T> T merged(String name, T table, Optional<T> before, BinaryOperator<T> join)
      throws IOException {
    try {
      return before.map(it -> join.apply(table, it)).orElse(table);
    } catch (IllegalArgumentException e) {
      throw new IOException(folder.resolve(name) + ": " + e.getMessage(), e);
    }
  }

  void write(ObservedModels models) throws IOException {
    write(OBSERVATIONS, models::write);
  }

  void write(BenchmarkTable table) throws IOException {
    write(BENCHMARK, table::write);
  }

  Optional<AccuracyTable> accuracy() throws IOException {
    return read(ACCURACY, AccuracyTable::read);
  }

  Optional<SpeedTable> speed() throws IOException {
    return read(SPEED, SpeedTable::read);
  }

  Optional<ObservedModels> observations() throws IOException {
    return read(OBSERVATIONS, ObservedModels::read);
  }

  Optional<BenchmarkTable> benchmark() throws IOException {
    return read(BENCHMARK, BenchmarkTable::read);
  }

  private void write(String name, Document document) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.indented(bytes)) {
      document.write(json);
    }
    Files.createDirectories(folder);
    AtomicFile.write(folder.resolve(name), bytes.toByteArray());
  }

  private <T> Optional<T> read(String name, Function<Json, T> reader) throws IOException {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.apply(Json.parse(Files.readString(file))));
    } catch (JsonException | IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}
