// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dear.io.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SafetensorsGoldenTest {
  private static final Duration BOUND = Duration.ofSeconds(5);

  static List<Path> broken() throws IOException {
    return GoldenFiles.startingWith("bad_");
  }

  static List<Path> valid() throws IOException {
    return GoldenFiles.startingWith("valid_");
  }

  @Test
  void everyFileIsUsed() throws IOException {
    assertThat(broken().size() + valid().size())
        .isPositive()
        .isEqualTo(GoldenFiles.startingWith("").size());
  }

  @ParameterizedTest
  @MethodSource("broken")
  void rejectsWithFileAndDefect(Path file) {
    assertThatThrownBy(
            () -> assertTimeoutPreemptively(BOUND, () -> SafetensorsFile.open(file).close()))
        .isInstanceOf(SafetensorsException.class)
        .message()
        .startsWith(file + ": ")
        .hasSizeGreaterThan(file.toString().length() + 10)
        .hasSizeLessThan(file.toString().length() + 300);
  }

  @ParameterizedTest
  @MethodSource("valid")
  void readsToTheLastBit(Path file) throws IOException {
    Json expected =
        Json.parse(Files.readString(GoldenFiles.folder().resolve("expected.json")))
            .get(file.getFileName().toString());
    try (SafetensorsFile read = SafetensorsFile.open(file)) {
      assertThat(read.metadata()).containsExactlyInAnyOrderEntriesOf(metadata(expected));
      Map<String, Json> tensors = expected.get("tensors").members();
      assertThat(read.tensors().keySet()).containsExactlyInAnyOrderElementsOf(tensors.keySet());
      for (Map.Entry<String, Json> tensor : tensors.entrySet()) {
        check(read, tensor.getKey(), tensor.getValue());
      }
    }
  }

  private static Map<String, String> metadata(Json expected) {
    Map<String, String> metadata = new TreeMap<>();
    if (expected.get("metadata") instanceof Json.Members(Map<String, Json> map)) {
      map.forEach((key, value) -> metadata.put(key, value.string()));
    }
    return metadata;
  }

  private static void check(SafetensorsFile read, String name, Json expected) throws IOException {
    assertThat(read.entry(name).shape())
        .containsExactlyElementsOf(
            expected.get("shape").values().stream().map(d -> (long) d.integer()).toList());
    List<Json> data = expected.get("data").values();
    String type = expected.get("dtype").string();
    switch (type) {
      case "float32", "float16", "bfloat16" -> {
        int[] bits = new int[data.size()];
        for (int i = 0; i < bits.length; i++) {
          bits[i] = Float.floatToIntBits((float) decimal(data.get(i)));
        }
        float[] floats = read.floats(name);
        int[] found = new int[floats.length];
        for (int i = 0; i < found.length; i++) {
          found[i] = Float.floatToIntBits(floats[i]);
        }
        assertThat(found).isEqualTo(bits);
      }
      case "float64" ->
          assertThat(read.doubles(name))
              .isEqualTo(data.stream().mapToDouble(SafetensorsGoldenTest::decimal).toArray());
      case "bool" -> {
        boolean[] found = read.booleans(name);
        assertThat(found).hasSize(data.size());
        for (int i = 0; i < found.length; i++) {
          assertThat(found[i]).isEqualTo(data.get(i).bool());
        }
      }
      default -> {
        assertThat(type).contains("int");
        assertThat(read.longs(name))
            .isEqualTo(data.stream().mapToLong(v -> (long) v.number()).toArray());
      }
    }
  }

  private static double decimal(Json value) {
    return switch (value.string()) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(value.string());
    };
  }
}
