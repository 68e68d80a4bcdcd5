// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Stage;
import dear.io.Json;
import dear.io.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** True answers are read without a warning, and any outputs at all without an exception. */
class ReadingTest {
  static Stream<Algorithm> algorithms() {
    return Clrs.algorithms().stream();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void trueAnswersRead(Algorithm algorithm) throws IOException {
    for (int k = 0; k < 50; k++) {
      Instance solved = algorithm.samples(5).size(5 + k % 8).get(k);
      Reading reading = Reading.of(algorithm, solved.inputs(), solved.outputs());
      assertThat(reading).isNotInstanceOf(Reading.Unreadable.class);
      assertThat(reading.warning()).isEmpty();
      Json json = json(algorithm, solved.inputs(), reading);
      assertThat(json.get("form").string()).isEqualTo(algorithm.traits().answer().word());
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void anyOutputsCanBeRead(Algorithm algorithm) throws IOException {
    SplittableRandom random = new SplittableRandom(algorithm.name().hashCode());
    for (int k = 0; k < 300; k++) {
      Instance solved = algorithm.samples(6).size(5 + k % 8).get(k);
      List<Feature> noise = new ArrayList<>();
      for (Feature output : solved.outputs()) {
        int values =
            switch (output.spec().type()) {
              case MASK -> 2;
              case CATEGORICAL -> output.spec().classes();
              default -> solved.nodes();
            };
        int[] codes = output.codes().clone();
        for (int i = 0; i < codes.length; i++) {
          codes[i] = random.nextInt(3) == 0 ? random.nextInt(values) : codes[i];
        }
        noise.add(Feature.of(output.spec(), output.size(), codes));
      }
      json(algorithm, solved.inputs(), Reading.of(algorithm, solved.inputs(), noise));
    }
  }

  private static Json json(Algorithm algorithm, Inputs inputs, Reading reading) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter writer = JsonWriter.compact(bytes)) {
      new ReadingJson(algorithm, WrittenInputs.of(algorithm, inputs), reading, OptionalInt.empty())
          .write(writer);
      writer.endDocument();
    }
    return Json.parse(bytes.toString(StandardCharsets.UTF_8));
  }

  @Test
  void pointersThatAreNoAnswerAreToldApart() {
    Algorithm sort = Clrs.algorithm("insertion_sort");
    assertThat(reading(sort, sort.inputs(3, 1, 2), 1, 0, 2).warning())
        .hasValue("no order: the pointers do not form one chain");
    assertThat(reading(sort, sort.inputs(3, 1, 2), 2, 1, 1).warning()).isEmpty();
    Graph path = Graph.builder(4).edge(0, 1, 0.1).edge(1, 2, 0.2).build();
    Algorithm paths = Clrs.algorithm("bellman_ford");
    Inputs inputs = Inputs.builder(paths.features(), path).codes("s", 0).build();
    Reading right = reading(paths, inputs, 0, 0, 1, 3);
    assertThat(right.warning()).isEmpty();
    PointerPaths.Way way = ((Reading.Routes) right).paths().to(2);
    assertThat(way.nodes()).containsExactly(0, 1, 2);
    assertThat(Decimals.text(way.length())).isEqualTo("0.3");
    assertThat(((Reading.Routes) right).paths().to(3).end()).isEqualTo(PointerPaths.End.ELSEWHERE);
    assertThat(reading(paths, inputs, 0, 2, 1, 3).warning())
        .hasValue("circular: 2 pointers lead into a cycle");
    assertThat(reading(paths, inputs, 0, 0, 0, 3).warning())
        .hasValue("no edge: 1 pointer leads where there is no edge");
  }

  private static Reading reading(Algorithm algorithm, Inputs inputs, int... codes) {
    return Reading.of(
        algorithm,
        inputs,
        List.of(Feature.of(algorithm.features(Stage.OUTPUT).getFirst(), codes.length, codes)));
  }

  /** In the shortest form that is exact. */
  @ParameterizedTest
  @CsvSource({
    "1234567.5, 1234567.5",
    "5, 5",
    "-0.0, 0",
    "100, 100",
    "0.1, 0.1",
    "1e-5, 0.00001",
    "1e300, 1E+300",
    "2.5e-200, 2.5E-200"
  })
  void numbersAreShortAndExact(double value, String text) {
    assertThat(Decimals.text(value)).isEqualTo(text);
    assertThat(Double.parseDouble(Decimals.text(value))).isEqualTo(value == 0 ? 0.0 : value);
  }
}
