// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dear.reasoner.training.RunFolder;
import dear.tensor.safetensors.SafetensorsFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes that are killed, asked to stop, or get in each other's way. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class InterruptionTest {
  private static final int KILLS = 4;

  @TempDir Path folder;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void leaveNobodyBehind() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  /** Long enough to be killed several times. */
  private List<String> train(Path out) {
    return Runs.train(
        "bellman_ford",
        out,
        "--steps",
        "200",
        "--width",
        "16",
        "--batch",
        "8",
        "--validate-every",
        "25",
        "--checkpoint-every",
        "7",
        "--averaging",
        "0.9",
        "--train-samples",
        "50");
  }

  private Process start(List<String> arguments, File log) throws IOException {
    Process process = Runs.process("256m", arguments).redirectOutput(log).start();
    started.add(process);
    return process;
  }

  /** Lets a command come to its end, for bits to compare with. */
  private void runWhole(List<String> arguments) throws Exception {
    File log = folder.resolve("whole.log").toFile();
    assertThat(start(arguments, log).waitFor()).as(() -> read(log)).isZero();
  }

  private static void await(Process process, Path file) throws Exception {
    while (!Files.exists(file) && process.isAlive()) {
      Thread.sleep(5);
    }
  }

  /** A state at the nodes, and one on pairs with what is usual there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--processor pairs --width 8 --gradient last --applications-min 3 --applications-max 9"
            + " --supervise 4,8 --start-noise 0.1 --solver plain"
      })
  void aRunThatIsKilledAgainAndAgainEndsWithTheSameBits(String more) throws Exception {
    String[] options = more.isEmpty() ? new String[0] : more.split(" ", -1);
    Path whole = folder.resolve("whole");
    runWhole(Runs.with(train(whole), options));

    Path killed = folder.resolve("killed");
    Path last = killed.resolve("last.safetensors");
    File log = folder.resolve("log").toFile();
    Random random = new Random(20);
    int kills = 0;
    while (true) {
      boolean begun = Files.exists(killed.resolve("config.json"));
      Process process =
          start(
              begun
                  ? List.of("train", "--resume", killed.toString())
                  : Runs.with(train(killed), options),
              log);
      if (kills == KILLS || ended(process, last, random, kills)) {
        assertThat(process.waitFor()).as(() -> read(log)).isZero();
        break;
      }
      kills++;
    }
    assertThat(kills).isGreaterThan(1); // a fast machine may come to the end before the last one
    for (String file : List.of("last.safetensors", "best.safetensors")) {
      assertThat(Files.mismatch(killed.resolve(file), whole.resolve(file))).as(file).isEqualTo(-1);
    }
    try (Stream<Path> files = Files.list(killed)) {
      assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
    }
  }

  /** Kills a process at some moment, mostly after it has come further; true if it ended before. */
  private static boolean ended(Process process, Path last, Random random, int kills)
      throws Exception {
    if (kills > 0) { // the first one may die while it starts
      await(process, last);
      FileTime before = Files.getLastModifiedTime(last);
      while (process.isAlive() && Files.getLastModifiedTime(last).equals(before)) {
        Thread.sleep(1);
      }
    }
    if (process.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS)) {
      return true;
    }
    return process.destroyForcibly().waitFor() == 0;
  }

  @Test
  void aSecondAttemptInOneProcessDoesNotOpenTheFolderForOthers() throws Exception {
    Path run = folder.resolve("run");
    assertThat(Runs.run(Runs.train("bfs", run, "--steps", "1")).code()).isZero();
    List<String> resume = List.of("train", "--resume", run.toString());
    File log = folder.resolve("log").toFile();
    try (RunFolder held = RunFolder.open(run)) {
      assertThat(Runs.run(resume).err()).contains("another process is training in " + run);
      assertThat(start(resume, log).waitFor()).as(() -> read(log)).isEqualTo(1);
      assertThat(read(log)).contains("another process is training in " + run);
      assertThat(held.last()).exists();
    }
    assertThat(Runs.run(resume).code()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"TERM, 15", "INT, 2"})
  void askedToStopARunWritesACheckpoint(String signal, int number) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "only where processes can be asked");
    assumeFalse(isIgnored(number), "and where they listen");
    Path run = folder.resolve("run");
    File log = folder.resolve("log").toFile();
    // Without the end of the run there would be no checkpoint at all.
    Process process =
        start(Runs.with(train(run), "--checkpoint-every", "1000000", "--steps", "1000000"), log);
    await(process, run.resolve("best.safetensors"));
    assertThat(process.isAlive()).as(() -> read(log)).isTrue();
    assertThat(run.resolve("last.safetensors")).doesNotExist();

    Process second = start(List.of("train", "--resume", run.toString()), new File(log + "2"));
    assertThat(second.waitFor()).isEqualTo(1);
    assertThat(read(new File(log + "2")))
        .contains("another process is training in " + run)
        .doesNotContain("Exception");

    new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor()).isEqualTo(128 + number);
    assertThat(read(log)).contains("interrupted after ", "dear train --resume " + run);
    try (SafetensorsFile last = SafetensorsFile.open(run.resolve("last.safetensors"))) {
      long step = last.longs("training.step")[0];
      assertThat(step).isGreaterThanOrEqualTo(25);
      assertThat(read(log)).contains("interrupted after " + step + " steps");
    }
  }

  @Test
  void askedToStopTheServerCloses() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "only where processes can be asked");
    File log = folder.resolve("log").toFile();
    Process process = start(List.of("serve", "--port", "0"), log);
    while (!read(log).contains("the playground is at") && process.isAlive()) {
      Thread.sleep(20);
    }
    new ProcessBuilder("/bin/kill", "-TERM", Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor()).isEqualTo(128 + 15);
    assertThat(read(log)).doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 15, jsonl", "INT, 2, jsonl", "TERM, 15, shards"})
  void askedToStopSamplingLeavesNothing(String signal, int number, String format) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "only where processes can be asked");
    assumeFalse(isIgnored(number), "and where they listen");
    Path samples = folder.resolve("samples");
    Path out = samples.resolve("x");
    File log = folder.resolve("log").toFile();
    Process process =
        start(
            List.of(
                ("sample bfs --nodes 64 --count 100000000 --format " + format + " --out " + out)
                    .split(" ", -1)),
            log);
    Path begun = format.equals("shards") ? out.resolve("00000.safetensors") : samples;
    await(process, begun);
    assertThat(process.isAlive()).as(() -> read(log)).isTrue();
    new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor()).isEqualTo(128 + number);
    assertThat(read(log)).contains("interrupted: nothing was written to " + out);
    try (Stream<Path> left = Files.walk(samples)) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }

  /**
   * Whether signals of a number are ignored here, and so by the processes that are started from
   * here: a shell without job control makes what it runs in the background deaf to Ctrl-C.
   */
  private static boolean isIgnored(int signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    String key = "SigIgn:";
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> Long.parseUnsignedLong(line.substring(key.length()).strip(), 16))
        .anyMatch(ignored -> (ignored >> (signal - 1) & 1) != 0);
  }

  @Test
  void aDiskThatIsFullLeavesTheLastCheckpointWhole() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "limits are set by a shell");
    Path run = folder.resolve("run");
    File log = folder.resolve("log").toFile();
    List<String> small = Runs.train("bfs", run, "--steps", "40");
    Path whole = folder.resolve("whole");
    runWhole(Runs.with(small, "--out", whole.toString()));

    // First a few steps without a limit, then a limit below the size of a checkpoint.
    Process begun = start(Runs.with(small, "--checkpoint-every", "2", "--steps", "40"), log);
    await(begun, run.resolve("last.safetensors"));
    begun.destroyForcibly().waitFor();
    byte[] last = Files.readAllBytes(run.resolve("last.safetensors"));
    List<String> limited = new ArrayList<>(List.of("/bin/bash", "-c"));
    limited.add("ulimit -f " + last.length / 2 / 1024 + "; exec \"$@\"");
    limited.add("limited");
    limited.addAll(Runs.process("256m", List.of("train", "--resume", run.toString())).command());
    Process full =
        new ProcessBuilder(limited).redirectErrorStream(true).redirectOutput(log).start();
    assertThat(full.waitFor()).as(() -> read(log)).isEqualTo(1);
    assertThat(read(log)).contains("could not be written").doesNotContain("internal error");
    assertThat(run.resolve("last.safetensors")).hasBinaryContent(last);

    Process resumed = start(List.of("train", "--resume", run.toString()), log);
    assertThat(resumed.waitFor()).as(() -> read(log)).isZero();
    for (String file : List.of("last.safetensors", "best.safetensors")) {
      assertThat(Files.mismatch(run.resolve(file), whole.resolve(file))).as(file).isEqualTo(-1);
    }
  }

  private static String read(File log) {
    try {
      return Files.readString(log.toPath());
    } catch (IOException e) {
      return e.toString();
    }
  }
}
