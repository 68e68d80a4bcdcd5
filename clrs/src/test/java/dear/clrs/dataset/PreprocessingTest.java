// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Golden;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.sampling.SplitStream;
import dear.clrs.trait.AnswerForm;
import dear.io.Json;
import dear.io.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PreprocessingTest {
  private static final Preprocessing CYCLES = new Preprocessing(true, false, false);
  private static final Preprocessing CHAINS = new Preprocessing(false, true, false);
  private static final Preprocessing POSITIONS = new Preprocessing(false, false, true);

  static List<Algorithm> algorithms() {
    return Clrs.algorithms();
  }

  static List<Algorithm> constantChains() {
    return Stream.of(
            "binary_search",
            "minimum",
            "find_maximum_subarray_kadane",
            "matrix_chain_order",
            "lcs_length",
            "optimal_bst",
            "activity_selector",
            "task_scheduling",
            "naive_string_matcher",
            "kmp_matcher",
            "jarvis_march")
        .map(Clrs::algorithm)
        .toList();
  }

  @Test
  void cyclesAreThoseOfThePackage() throws IOException {
    List<Json> vectors = permutations();
    assertThat(vectors).isNotEmpty();
    for (Json vector : vectors) {
      int[] chain = vector.get("pred").values().stream().mapToInt(Json::integer).toArray();
      Instance processed = cycle(chain);
      int[] cycle = processed.output("pred").codes();
      int first = processed.output("pred_mask").codes()[0];
      for (int i = 0; i < chain.length; i++) {
        List<Json> row = vector.get("cyclic_one_hot").values().get(i).values();
        for (int j = 0; j < chain.length; j++) {
          assertThat(cycle[i] == j).isEqualTo(row.get(j).number() == 1);
        }
        assertThat(first == i).isEqualTo(vector.get("first_mask").values().get(i).number() == 1);
      }
      assertThat(Preprocessing.fuse(cycle, first)).isEqualTo(chain);
    }
  }

  @Test
  void fusingInvertsEverySort() {
    List<Algorithm> sorts =
        Clrs.algorithms().stream()
            .filter(algorithm -> algorithm.traits().answer() instanceof AnswerForm.Order)
            .toList();
    assertThat(sorts).hasSizeGreaterThanOrEqualTo(4);
    for (Algorithm algorithm : sorts) {
      for (int size = 2; size < 12; size++) {
        Instance sorted = algorithm.samples(1).size(size).get(0);
        Instance processed = CYCLES.apply(algorithm, sorted, SplitStream.of(1));
        int[] cycle = processed.output("pred").codes();
        assertThat(cycle).doesNotHaveDuplicates();
        int first = processed.output("pred_mask").codes()[0];
        assertThat(Preprocessing.fuse(cycle, first)).isEqualTo(sorted.output("pred").codes());
      }
    }
  }

  @Test
  void brokenChainsAreRefused() {
    int[][] broken = {
      {1, 0}, // no first node
      {0, 1, 1}, // two first nodes
      {0, 0, 0}, // two last nodes
      {0, 0, 3, 2}, // a chain and a separate cycle
      {0, 2, 1}, // a first node alone and a cycle
      {1, 2, 0}, // already a cycle
    };
    for (int[] chain : broken) {
      assertThatIllegalArgumentException()
          .as(Arrays.toString(chain))
          .isThrownBy(() -> cycle(chain))
          .withMessageStartingWith("output pred is not a chain: ");
    }
    assertThat(cycle(0).output("pred").codes()).containsExactly(0);
  }

  @ParameterizedTest
  @MethodSource("constantChains")
  void theChainIsTheConstantHint(Algorithm algorithm) {
    for (int k = 0; k < 5; k++) {
      Instance instance = algorithm.samples(1).size(6 + k).withHints().get(k);
      Instance processed = CHAINS.apply(algorithm, instance, SplitStream.of(1));
      int[] chain = processed.inputs().codes("pred");
      Feature hint = instance.hint("pred_h");
      for (int t = 0; t < hint.steps(); t++) {
        assertThat(Arrays.copyOfRange(hint.codes(), t * hint.size(), (t + 1) * hint.size()))
            .isEqualTo(chain);
      }
      assertThat(processed.hints().stream().map(Feature::name)).doesNotContain("pred_h");
      assertThat(processed.outputs()).isEqualTo(instance.outputs());
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void featuresAreWhatInstancesHave(Algorithm algorithm) {
    Instance instance = algorithm.samples(1).size(7).withHints().get(0);
    for (Preprocessing processing :
        List.of(Preprocessing.ALL, Preprocessing.NONE, CYCLES, CHAINS, POSITIONS)) {
      Instance processed = processing.apply(algorithm, instance, SplitStream.of(1));
      List<FeatureSpec> features = processing.features(algorithm);
      assertThat(specs(processed.inputs().features()))
          .isEqualTo(
              stage(features, Stage.INPUT).stream()
                  .filter(f -> !f.name().equals("A") && !f.name().equals("adj"))
                  .toList());
      assertThat(specs(processed.hints())).isEqualTo(stage(features, Stage.HINT));
      assertThat(specs(processed.outputs())).isEqualTo(stage(features, Stage.OUTPUT));
      assertThat(processed.length()).isEqualTo(instance.length());
    }
    assertThat(Preprocessing.NONE.features(algorithm)).isEqualTo(algorithm.features());
    assertThat(Preprocessing.NONE.apply(algorithm, instance, SplitStream.of(1)))
        .isEqualTo(instance);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void positionsAreRandomInTheSameOrder(Algorithm algorithm) {
    Instance instance = algorithm.samples(1).size(11).get(0);
    double[] before = instance.inputs().reals("pos");
    Instance processed = POSITIONS.apply(algorithm, instance, SplitStream.of(5));
    double[] after = processed.inputs().reals("pos");
    // As many numbers as nodes, then each string, or everything, sorted by itself.
    double[] expected = SplitStream.of(5).uniforms(before.length, 0, 1);
    int starts = 0;
    for (int start = 0, end; start < before.length; start = end) {
      assertThat(before[start]).isZero();
      starts++;
      end = start + 1;
      while (end < before.length && before[end] != 0) {
        end++;
      }
      Arrays.sort(expected, start, end);
    }
    assertThat(after).isEqualTo(expected);
    boolean strings = algorithm.features().stream().anyMatch(f -> f.name().equals("string"));
    assertThat(starts).isEqualTo(strings ? 2 : 1);
    assertThat(after)
        .isNotEqualTo(
            POSITIONS.apply(algorithm, instance, SplitStream.of(6)).inputs().reals("pos"));
    assertThat(instance.inputs().reals("pos")).isEqualTo(before);
  }

  private static Instance cycle(int... chain) {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    FeatureSpec spec = sort.features(Stage.OUTPUT).getFirst();
    Inputs inputs =
        Inputs.builder(sort.features(), chain.length)
            .reals("key", new double[chain.length])
            .build();
    Instance instance =
        new Instance(inputs, List.of(), List.of(Feature.of(spec, chain.length, chain)), 1);
    return CYCLES.apply(sort, instance, SplitStream.of(1));
  }

  private static List<FeatureSpec> stage(List<FeatureSpec> specs, Stage stage) {
    return specs.stream().filter(f -> f.stage() == stage).toList();
  }

  private static List<FeatureSpec> specs(List<Feature> features) {
    return features.stream().map(Feature::spec).toList();
  }

  private static List<Json> permutations() throws IOException {
    List<Json> found = new ArrayList<>();
    try (JsonReader reader =
        new JsonReader(
            new GZIPInputStream(
                Files.newInputStream(Golden.folder().resolve("extra/nn_vectors.json.gz"))),
            "nn_vectors.json.gz")) {
      reader.beginObject();
      while (reader.hasNext()) {
        if (reader.nextName().equals("permutations")) {
          found.addAll(Json.parse(reader).values());
        } else {
          reader.skipValue();
        }
      }
      reader.endObject();
    }
    return found;
  }
}
