// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsWriterTest {
  @TempDir Path folder = Path.of("replaced by JUnit");

  private static final float[] FLOATS = {
    1, Float.NaN, Float.NEGATIVE_INFINITY, -0f, Float.MIN_VALUE, 7
  };

  private static SafetensorsWriter sample() {
    SafetensorsWriter writer = new SafetensorsWriter();
    writer.add("b.weight", FLOATS, 2, 3);
    writer.add("a", new double[] {Math.PI}, 1);
    writer.add("step", new long[] {Long.MIN_VALUE});
    writer.add("empty", new float[0], 4, 0);
    writer.metadata("note", "grüße \"✓\"\n");
    writer.metadata("algorithm", "bfs");
    return writer;
  }

  @Test
  void readsBackWhatItWrote() throws IOException {
    Path file = folder.resolve("model.safetensors");
    sample().write(file);
    try (SafetensorsFile read = SafetensorsFile.open(file)) {
      assertThat(read.metadata()).isEqualTo(Map.of("note", "grüße \"✓\"\n", "algorithm", "bfs"));
      assertThat(read.tensors().keySet()).containsExactly("a", "step", "b.weight", "empty");
      assertThat(read.floats("b.weight")).isEqualTo(FLOATS);
      assertThat(read.entry("b.weight").shape()).isEqualTo(List.of(2L, 3L));
      assertThat(read.doubles("a")).containsExactly(Math.PI);
      assertThat(read.longs("step")).containsExactly(Long.MIN_VALUE);
      assertThat(read.floats("empty")).isEmpty();
    }
  }

  @Test
  void largeTensorsCrossChunks() throws IOException {
    float[] values = new float[100_003];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * 0.1f;
    }
    SafetensorsWriter writer = new SafetensorsWriter();
    writer.add("x", values, values.length);
    Path file = folder.resolve("large.safetensors");
    writer.write(file);
    try (SafetensorsFile read = SafetensorsFile.open(file)) {
      assertThat(read.floats("x")).isEqualTo(values);
    }
  }

  @Test
  void sameContentSameBytesInAnyOrder() throws IOException {
    SafetensorsWriter other = new SafetensorsWriter();
    other.metadata("algorithm", "bfs");
    other.add("empty", new float[0], 4, 0);
    other.add("step", new long[] {Long.MIN_VALUE});
    other.add("b.weight", FLOATS, 2, 3);
    other.metadata("note", "grüße \"✓\"\n");
    other.add("a", new double[] {Math.PI}, 1);
    sample().write(folder.resolve("one"));
    other.write(folder.resolve("two"));
    byte[] one = Files.readAllBytes(folder.resolve("one"));
    assertThat(one).isEqualTo(Files.readAllBytes(folder.resolve("two")));
    assertThat(ByteBuffer.wrap(one).order(ByteOrder.LITTLE_ENDIAN).getLong() % 8).isZero();
  }

  @Test
  void manifestIsALineOfSha256sum() throws Exception {
    Path file = folder.resolve("model.safetensors");
    sample().write(file);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    assertThat(Files.readString(folder.resolve("model.safetensors.sha256")))
        .isEqualTo(HexFormat.of().formatHex(digest) + "  model.safetensors\n");
  }

  @Test
  void damageBehindAValidHeaderIsFound() throws IOException {
    Path file = folder.resolve("model.safetensors");
    sample().write(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> SafetensorsFile.open(file))
        .isInstanceOf(SafetensorsException.class)
        .hasMessageStartingWith(file + ": its SHA-256 is ")
        .hasMessageContaining("model.safetensors.sha256");
    Files.delete(folder.resolve("model.safetensors.sha256"));
    SafetensorsFile.open(file).close();
  }

  @Test
  void aManifestForAnotherFileIsAnError() throws IOException {
    Path file = folder.resolve("model.safetensors");
    sample().write(file);
    Files.writeString(folder.resolve("model.safetensors.sha256"), "0".repeat(64) + "  other\n");
    assertThatThrownBy(() -> SafetensorsFile.open(file))
        .isInstanceOf(SafetensorsException.class)
        .hasMessageContaining("not a line of sha256sum for model.safetensors");
  }

  @Test
  void rewritingReplacesFileAndManifest() throws IOException {
    Path file = folder.resolve("model.safetensors");
    sample().write(file);
    SafetensorsWriter writer = new SafetensorsWriter();
    writer.add("x", new float[] {1, 2}, 2);
    writer.write(file);
    try (SafetensorsFile read = SafetensorsFile.open(file)) {
      assertThat(read.floats("x")).containsExactly(1, 2);
    }
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("model.safetensors", "model.safetensors.sha256");
    }
  }

  @Test
  void wrongCallsSayWhy() throws IOException {
    SafetensorsWriter writer = sample();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.add("w", FLOATS, 2, 2))
        .withMessage("tensor \"w\": 6 values do not fill shape [2, 2]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.add("a", FLOATS, 6))
        .withMessage("tensor \"a\": duplicate name");
    Path file = folder.resolve("model.safetensors");
    writer.write(file);
    try (SafetensorsFile read = SafetensorsFile.open(file)) {
      assertThatThrownBy(() -> read.floats("a"))
          .hasMessage(file + ": tensor \"a\" is F64, not floats");
      assertThatThrownBy(() -> read.longs("nothing")).hasMessage(file + ": no tensor \"nothing\"");
    }
  }
}
