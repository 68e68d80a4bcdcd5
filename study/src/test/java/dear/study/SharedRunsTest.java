// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Clrs;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.training.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that travel between machines. */
class SharedRunsTest {
  private static final Provenance PROVENANCE = new Provenance("0", "none", "25", "any");
  private static final long PLENTY = 100_000_000;

  @TempDir Path folder;

  private static List<Cell> cells(int steps) {
    Map<Setting, String> small =
        Map.of(
            Setting.STEPS,
            Integer.toString(steps),
            Setting.BATCH,
            "2",
            Setting.WIDTH,
            "4",
            Setting.TRAIN_NODES_MIN,
            "4",
            Setting.TRAIN_NODES_MAX,
            "5",
            Setting.VALIDATION_NODES,
            "5",
            Setting.VALIDATE_EVERY,
            "4",
            Setting.BUDGET,
            "5");
    return new Plan(
            new Plan.Base(Preset.QUICK, small),
            List.of(Clrs.algorithm("bellman_ford"), Clrs.algorithm("insertion_sort")),
            List.of(new Row("tiny", "Tiny", "w", Map.of(), Map.of())))
        .cells(1);
  }

  private Path trained(String name, Cell cell, int until) throws IOException {
    Path runs = folder.resolve(name);
    assertThat(
            new Campaign(runs, PROVENANCE, 1, new Campaign.Listener() {})
                .trainInOrder(List.of(new Stint(cell, until)), Duration.ofHours(1)))
        .isTrue();
    return runs;
  }

  @Test
  void aPackedRunIsContinuedElsewhereWithTheSameBits() throws IOException {
    Cell cell = cells(12).getFirst();
    Path whole = trained("whole", cell, 12);
    Path begun = trained("begun", cell, 8);
    Path packed = folder.resolve("packed");
    List<SharedRuns.Moved> out = new SharedRuns(begun).pack(packed, PLENTY);
    assertThat(out).hasSize(1).allMatch(it -> it.step() == 8 && !it.finished() && it.bytes() > 0);
    byte[] first = Files.readAllBytes(packed.resolve(cell.name() + ".zip"));
    new SharedRuns(begun).pack(packed, PLENTY);
    assertThat(packed.resolve(cell.name() + ".zip")).hasBinaryContent(first);

    Path there = folder.resolve("there");
    assertThat(new SharedRuns(there).join(packed)).hasSize(1).allMatch(SharedRuns.Moved::taken);
    trained("there", cell, 12);
    for (String file : List.of("best.safetensors", "last.safetensors")) {
      assertThat(there.resolve(cell.name()).resolve(file))
          .hasSameBinaryContentAs(whole.resolve(cell.name()).resolve(file));
    }
    assertThat(new SharedRuns(there).join(packed)).noneMatch(SharedRuns.Moved::taken);
  }

  @Test
  void aFinishedRunIsPackedWithoutItsCheckpoint() throws IOException {
    Cell cell = cells(8).getFirst();
    Path runs = trained("runs", cell, 8);
    new SharedRuns(runs).pack(folder.resolve("packed"), PLENTY);
    Path there = folder.resolve("there");
    new SharedRuns(there).join(folder.resolve("packed"));
    assertThat(there.resolve(cell.name()).resolve("last.safetensors")).doesNotExist();
    assertThat(CellRun.of(there, cell).state()).isEqualTo(CellRun.State.FINISHED);
    trained("there", cell, 8); // nothing to do
    assertThatThrownBy(() -> new SharedRuns(runs).pack(folder.resolve("small"), 100))
        .hasMessageContainingAll("limit of 100", "1 runs");
    assertThat(folder.resolve("small")).doesNotExist();
  }

  @Test
  void theRunThatIsFurtherWins() throws IOException {
    List<Cell> cells = cells(12);
    Path a = trained("a", cells.getFirst(), 8);
    Path b = trained("b", cells.getFirst(), 4);
    trained("b", cells.getLast(), 4);
    SharedRuns joined = new SharedRuns(folder.resolve("joined"));
    joined.join(b);
    assertThat(joined.join(a)).hasSize(1).allMatch(SharedRuns.Moved::taken);
    assertThat(joined.join(b)).hasSize(2).noneMatch(SharedRuns.Moved::taken);
    assertThat(CellRun.of(folder.resolve("joined"), cells.getFirst()).step()).isEqualTo(8);
    assertThat(CellRun.of(folder.resolve("joined"), cells.getLast()).step()).isEqualTo(4);
    try (var left = Files.list(folder.resolve("joined"))) {
      assertThat(left).hasSize(2);
    }
    try (RunFolder _ = RunFolder.open(b.resolve(cells.getFirst().name()))) {
      assertThatThrownBy(() -> new SharedRuns(b).join(a)).isInstanceOf(IOException.class);
    }
    assertThat(CellRun.of(b, cells.getFirst()).step()).as("in training: left alone").isEqualTo(4);
  }

  @Test
  void runsWithOtherSettingsAreNotMixed() throws IOException {
    Path a = trained("a", cells(12).getFirst(), 4);
    Path b = trained("b", cells(16).getFirst(), 8);
    assertThatThrownBy(() -> new SharedRuns(a).join(b))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("tiny-bellman_ford-1", "steps 16 instead of 12");
    assertThat(CellRun.of(a, cells(12).getFirst()).step()).isEqualTo(4);
  }

  @Test
  void foreignFilesAreRefused() throws IOException {
    Path source = Files.createDirectory(folder.resolve("source"));
    SharedRuns runs = new SharedRuns(folder.resolve("runs"));
    Path file = source.resolve("tiny-bfs-1.zip");
    Files.write(file, zipped("../../evil"));
    assertThatThrownBy(() -> runs.join(source)).hasMessageContainingAll("tiny-bfs-1.zip", "evil");
    Files.write(file, zipped("metrics.jsonl"));
    assertThatThrownBy(() -> runs.join(source)).hasMessageContaining("it has no config.json");
    byte[] whole = zipped("config.json");
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> runs.join(source)).isInstanceOf(IOException.class);
    Files.write(file, whole);
    assertThatThrownBy(() -> runs.join(source)).isInstanceOf(IOException.class);
    Files.move(file, source.resolve("A b.zip"));
    assertThatThrownBy(() -> runs.join(source)).hasMessageContaining("not the name of a run");
    assertThatThrownBy(() -> runs.join(folder.resolve("nowhere"))).hasMessageContaining("nowhere");
    try (var left = Files.list(folder.resolve("runs"))) {
      assertThat(left).isEmpty();
    }
  }

  private static byte[] zipped(String name) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(name));
      zip.write("{\"algorithm\": \"bfs\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      zip.closeEntry();
    }
    return bytes.toByteArray();
  }
}
