// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.score;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.io.Json;
import dear.reasoner.inference.Prediction;
import dear.reasoner.network.NnVectors;
import dear.reasoner.network.VectorCase;
import dear.reasoner.problem.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scores and permutations, compared with CLRS-30's results. */
class ScoresGoldenTest {
  private static final Offset<Double> FLOAT = Offset.offset(1e-6);

  static List<Json> metrics() {
    return NnVectors.block("metrics").stream()
        .filter(it -> !it.get("type").string().equals("scalar")) // no algorithm has such an output
        .toList();
  }

  @ParameterizedTest
  @MethodSource("metrics")
  void scoreOfOneOutput(Json it) {
    VectorCase batch =
        VectorCase.of("metric", it.get("type").string(), it.get("truth"), it.get("pred"));
    ScoreBoard board = new ScoreBoard(List.of(batch.spec()));
    List<Target> targets = batch.targets();
    for (int i = 0; i < targets.size(); i++) {
      board.add(List.of(targets.get(i)), List.of(answer(batch, i)));
    }
    assertThat(board.scores().clrs()).isCloseTo(it.get("score").number(), FLOAT);
  }

  static List<Json> nets() {
    return NnVectors.block("no_hint_nets");
  }

  @ParameterizedTest
  @MethodSource("nets")
  void scoreOfAnAlgorithm(Json net) {
    List<FeatureSpec> specs = new ArrayList<>();
    List<List<Target>> targets = new ArrayList<>();
    List<List<Prediction>> answers = new ArrayList<>();
    net.get("outputs")
        .members()
        .forEach((name, output) -> {
          VectorCase batch =
              VectorCase.of(
                  name,
                  output.get("type").string(),
                  output.get("data"),
                  net.get("postprocessed").get(name));
          FeatureSpec spec = named(name, batch.spec());
          VectorCase named = new VectorCase(name, spec, batch.nodes(), batch.truth(), batch.said());
          specs.add(spec);
          List<Target> all = named.targets();
          for (int i = 0; i < all.size(); i++) {
            if (targets.size() <= i) {
              targets.add(new ArrayList<>());
              answers.add(new ArrayList<>());
            }
            targets.get(i).add(all.get(i));
            answers.get(i).add(answer(named, i));
          }
        });
    ScoreBoard board = new ScoreBoard(specs);
    for (int i = 0; i < targets.size(); i++) {
      board.add(targets.get(i), answers.get(i));
    }
    assertThat(board.scores().clrs()).isCloseTo(net.get("evaluate").get("score").number(), FLOAT);
  }

  private static FeatureSpec named(String name, FeatureSpec spec) {
    return new FeatureSpec(
        name,
        spec.stage(),
        spec.location(),
        spec.type(),
        spec.classes(),
        spec.support(),
        spec.background());
  }

  private static Prediction answer(VectorCase batch, int i) {
    double[] said = numbers(batch.said().get(i));
    float[] reals = new float[said.length];
    for (int k = 0; k < reals.length; k++) {
      reals[k] = (float) said[k];
    }
    return new Prediction(batch.spec(), batch.codes(reals));
  }

  private static double[] numbers(Json json) {
    return json instanceof Json.Values(List<Json> list)
        ? list.stream().flatMapToDouble(it -> Arrays.stream(numbers(it))).toArray()
        : new double[] {json.number()};
  }

  static List<Json> permutations() {
    return NnVectors.block("permutations");
  }

  @ParameterizedTest
  @MethodSource("permutations")
  void chainsBecomeCyclesAndBack(Json it) {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    FeatureSpec spec = sort.features(Stage.OUTPUT).getFirst();
    int[] chain = Arrays.stream(numbers(it.get("pred"))).mapToInt(x -> (int) x).toArray();
    Instance any = sort.run(new double[chain.length]);
    Instance instance =
        new Instance(
            any.inputs(), List.of(), List.of(Feature.of(spec, chain.length, chain)), any.length());
    Instance cyclic = Preprocessing.ALL.apply(sort, instance, SplitStream.of(1));
    int[] cycle = cyclic.output("pred").codes();
    int first = cyclic.output("pred_mask").codes()[0];
    for (int i = 0; i < chain.length; i++) {
      assertThat(it.get("cyclic_one_hot").values().get(i).values().get(cycle[i]).number())
          .isEqualTo(1);
    }
    assertThat(it.get("first_mask").values().get(first).number()).isEqualTo(1);
    assertThat(Preprocessing.fuse(cycle, first)).isEqualTo(chain);
  }
}
