// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of ten gigabytes, in the place of everything that is read: refused at once, and by name.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HugeFilesTest {
  private static final long TEN_GIGABYTES = 10_000_000_000L;

  @TempDir Path folder;

  private String model;

  @BeforeEach
  void makeAModel() throws IOException {
    Settings settings =
        Settings.of(Clrs.algorithm("bellman_ford"), Preset.QUICK).with(Setting.WIDTH, "8");
    Path file = folder.resolve("model.safetensors");
    var network = settings.network();
    new Model(settings, network, network.initial(1), new Provenance(Map.of("step", "0")))
        .save(file);
    model = file.toString();
  }

  /** A file that begins with a text and has zeros after it, which take no space on the disk. */
  private String huge(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    try (RandomAccessFile rest = new RandomAccessFile(file.toFile(), "rw")) {
      rest.setLength(TEN_GIGABYTES);
    }
    return file.toString();
  }

  private static void refused(Invocation invocation, String... words) {
    assertThat(invocation.code()).as(invocation.err()).isEqualTo(1);
    assertThat(invocation.err()).contains(words).doesNotContain("internal error");
  }

  @Test
  void asAModel() throws IOException {
    refused(Invocation.of("evaluate", huge("m.safetensors", "")), "m.safetensors");
    refused(Invocation.of("inspect", huge("n.safetensors", "\u0001")), "n.safetensors");
  }

  @Test
  void asAGraph() throws IOException {
    refused(
        Invocation.of(
            "solve", "bellman_ford", "--graph", huge("g.csv", "a,b,1\n"), "--model", model),
        "g.csv:2");
    refused(
        Invocation.of(
            "solve", "bellman_ford", "--graph", huge("g.gr", "p sp 2 1\n"), "--model", model),
        "g.gr:2");
  }

  @Test
  void asADataset() throws IOException {
    refused(
        Invocation.of("evaluate", model, "--data", huge("d.jsonl", "{\"algorithm\":")), "d.jsonl");
  }

  @Test
  void asAGraphThatIsPackedInAFewMegabytes() throws IOException {
    Path packed = folder.resolve("packed.csv.gz");
    byte[] comments =
        "# nothing but comments, again and again\n".repeat(25_000).getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      for (int edge = 0; edge < (1 << 20) + 2; edge++) {
        out.write(("0," + (edge + 1) + "\n").getBytes(StandardCharsets.US_ASCII));
        if (edge % (1 << 18) == 0) {
          out.write(comments);
        }
      }
    }
    refused(
        Invocation.of("solve", "bellman_ford", "--graph", packed.toString(), "--model", model),
        "packed.csv.gz:",
        "nodes");
  }

  /** A graph that may be read, but whose state takes more memory than there is. */
  @Test
  void asAGraphThatDoesNotFitIntoMemory() throws Exception {
    StringBuilder path = new StringBuilder();
    for (int node = 1; node < 30_000; node++) {
      path.append(node - 1).append(',').append(node).append(",1\n");
    }
    Path graph = Files.writeString(folder.resolve("path.csv"), path);
    Process process =
        Runs.process(
                "64m",
                List.of(
                    "solve",
                    "bellman_ford",
                    "--model",
                    "bellman_ford_nodes",
                    "--graph",
                    graph.toString()))
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isEqualTo(1);
    assertThat(printed)
        .contains("out of memory", "MB", "DEAR_JAVA_OPTIONS=-Xmx8g")
        .doesNotContain("Exception", "OutOfMemoryError", "internal error");
  }
}
