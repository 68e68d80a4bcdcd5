// SPDX-License-Identifier: Apache-2.0
package dear.clrs;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetReader;
import dear.clrs.sampling.MersenneTwister;
import dear.clrs.sampling.SamplerOptions;
import dear.io.Json;
import dear.io.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reproduces every golden instance of dm-clrs 2.0.3 bit for bit. */
class GoldenTest {
  /** The Graham scan's angles go through the platform's atan2. */
  private static final double ATAN2_TOLERANCE = 1e-12;

  static List<Path> datasets() {
    return Golden.datasets();
  }

  @Test
  @DisabledIfSystemProperty(named = "golden.clrs", matches = ".+", disabledReason = "other vectors")
  void everyAlgorithmOfThePackageHasAGoldenFile() throws IOException {
    Json specs =
        Json.parse(Files.readString(Golden.folder().resolve("SPECS.json"))).get("algorithms");
    List<String> expected = new ArrayList<>(specs.members().keySet());
    expected.add(
        "strongly_connected_components_local"); // the authors' variant, made with the package
    assertThat(expected).hasSize(31);
    assertThat(datasets().stream().map(f -> f.getFileName().toString().replace(".jsonl.gz", "")))
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(Clrs.algorithms().stream().map(Algorithm::name)).containsAll(expected);
  }

  @Test
  void featuresAreThoseOfThePackage() throws IOException {
    Json specs =
        Json.parse(Files.readString(Golden.folder().resolve("SPECS.json"))).get("algorithms");
    assertThat(Clrs.algorithms().stream().map(Algorithm::name))
        .containsAll(specs.members().keySet());
    specs
        .members()
        .forEach((name, features) -> {
          List<String> expected = new ArrayList<>();
          features
              .members()
              .forEach((feature, spec) ->
                  expected.add(
                      String.join(
                          " ",
                          spec.get("stage").string(),
                          feature,
                          spec.get("location").string(),
                          spec.get("type").string())));
          assertThat(Clrs.algorithm(name).features().stream().map(GoldenTest::words))
              .as(name)
              .containsExactlyElementsOf(expected);
        });
  }

  @ParameterizedTest
  @MethodSource("datasets")
  void outputsAndHintsAreEqual(Path file) throws IOException {
    try (DatasetReader reader = new DatasetReader(file)) {
      int line = 0;
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        line++;
        DatasetEntry entry = next.get();
        Algorithm algorithm = entry.algorithm();
        Instance expected = entry.instance();
        String where = "%s line %d (%s)".formatted(file.getFileName(), line, entry.note());

        Instance plain = algorithm.run(expected.inputs());
        assertEqual(plain.outputs(), expected.outputs(), where + ", outputs only");
        assertThat(plain.length())
            .as(where + ", length, outputs only")
            .isEqualTo(expected.length());

        Instance traced = algorithm.runWithHints(expected.inputs());
        assertEqual(traced.outputs(), expected.outputs(), where);
        assertThat(traced.length()).as(where + ", length").isEqualTo(expected.length());
        if (!expected.hints().isEmpty()) {
          assertEqual(traced.hints(), expected.hints(), where);
        }
      }
      assertThat(line).as("instances in " + file).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("datasets")
  void numpySeedsGiveTheSameInputs(Path file) throws IOException {
    List<DatasetEntry> entries = DatasetReader.readAll(file);
    List<Json> headers = headers(file);
    assertThat(headers).hasSameSizeAs(entries);
    for (int i = 0; i < headers.size(); i++) {
      Json line = headers.get(i);
      if (!line.get("source").string().equals("sampler")) {
        continue;
      }
      Algorithm algorithm = entries.get(i).algorithm();
      MersenneTwister random = new MersenneTwister((long) line.get("seed").number());
      Inputs drawn =
          algorithm.sample(line.get("n").integer(), options(algorithm, line.get("kwargs")), random);
      String where = file.getFileName() + " line " + (i + 1);
      Inputs expected = entries.get(i).instance().inputs();
      if (expected.hasGraph()) {
        assertThat(drawn.graph()).as(where).isEqualTo(expected.graph());
      }
      assertEqual(drawn.features(), expected.features(), where);
    }
  }

  private static SamplerOptions options(Algorithm algorithm, Json kwargs) {
    // The package's own defaults if the file names none.
    SamplerOptions options = SamplerOptions.DEFAULT.withEdgeProbabilities(List.of(0.5));
    for (Map.Entry<String, Json> option : kwargs.members().entrySet()) {
      Json value = option.getValue();
      options =
          switch (option.getKey()) {
            case "p" ->
                options.withEdgeProbabilities(value.values().stream().map(Json::number).toList());
            case "k" -> options.withCommunities(value.integer());
            case "eps" -> options.withToggleProbability(value.number());
            case "length_needle" -> options.withNeedle(value.integer());
            default -> throw new AssertionError(algorithm + ": unknown option " + option.getKey());
          };
    }
    return options;
  }

  private static void assertEqual(List<Feature> actual, List<Feature> expected, String where) {
    assertThat(actual.stream().map(Feature::name))
        .as(where)
        .containsExactlyElementsOf(expected.stream().map(Feature::name).toList());
    for (int f = 0; f < expected.size(); f++) {
      Feature feature = expected.get(f);
      String what = where + ", " + feature.name();
      if (feature.name().equals("atans")) {
        assertThat(actual.get(f).reals()).as(what).hasSameSizeAs(feature.reals());
        for (int i = 0; i < feature.reals().length; i++) {
          assertThat(actual.get(f).reals()[i])
              .as(what)
              .isCloseTo(feature.reals()[i], org.assertj.core.data.Offset.offset(ATAN2_TOLERANCE));
        }
      } else if (!actual
          .get(f)
          .equals(feature)) { // containsExactly boxes, so it is used only for its message
        if (feature.spec().isReal()) {
          assertThat(actual.get(f).reals()).as(what).containsExactly(feature.reals());
        } else {
          assertThat(actual.get(f).codes()).as(what).containsExactly(feature.codes());
        }
      }
    }
  }

  /** The content of the lines besides the features. */
  private static List<Json> headers(Path file) throws IOException {
    try (JsonReader reader =
        JsonReader.lines(new GZIPInputStream(Files.newInputStream(file)), file.toString())) {
      List<Json> headers = new ArrayList<>();
      while (reader.peek() != JsonReader.Token.END_OF_INPUT) {
        Map<String, Json> header = new HashMap<>();
        reader.beginObject();
        while (reader.hasNext()) {
          String name = reader.nextName();
          switch (name) {
            case "inputs", "hints", "outputs" -> reader.skipValue();
            default -> header.put(name, Json.parse(reader));
          }
        }
        reader.endObject();
        reader.endDocument();
        headers.add(new Json.Members(header));
      }
      return headers;
    }
  }

  private static String words(FeatureSpec spec) {
    return String.join(
        " ", stageName(spec.stage()), spec.name(), spec.locationName(), spec.typeName());
  }

  private static String stageName(Stage stage) {
    return stage.name().toLowerCase(Locale.ROOT);
  }
}
