// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dear.cli.Main;
import dear.spark.TestCluster.Invocation;
import dear.study.Campaign;
import dear.study.Cell;
import dear.study.Plan;
import dear.study.SharedRuns;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/** Models trained slice by slice, by executors and drivers that are killed, have the same bits. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SweepOnSparkTest {
  /** Two algorithms and a grid of two rates: four cells, of a second or two each. */
  private static final String PLAN =
      """
      {
        "preset": "quick",
        "settings": {
          "steps": "200", "batch": "4", "width": "8", "train-nodes-min": "4",
          "train-nodes-max": "4", "validation-nodes": "4", "validation-count": "4",
          "validate-every": "50", "checkpoint-every": "1000", "budget": "8", "test-budget": "8"
        },
        "algorithms": ["bellman_ford", "insertion_sort"],
        "grid": {"learning-rate": ["0.001", "0.003"]},
        "rows": [{"name": "tiny", "label": "T", "words": "w", "settings": {}, "algorithms": {}}]
      }
      """;

  private static Path plan = Path.of("");
  private static Path whole = Path.of("");
  private static List<Cell> cells = List.of();

  @TempDir Path folder;

  /** The same cells on one machine, without interruption. */
  @BeforeAll
  static void trainOnOneMachine(@TempDir Path shared) throws IOException {
    TestCluster.session();
    plan = Files.writeString(shared.resolve("plan.json"), PLAN);
    whole = shared.resolve("whole");
    cells = Plan.read(plan).cells(1);
    assertThat(cells)
        .extracting(Cell::name)
        .containsExactly(
            "tiny-1-bellman_ford-1",
            "tiny-1-insertion_sort-1",
            "tiny-2-bellman_ford-1",
            "tiny-2-insertion_sort-1");
    assertThat(
            new Campaign(whole, Main.provenance(), 2, new Campaign.Listener() {})
                .train(cells, Duration.ofHours(1)))
        .isTrue();
  }

  private Invocation sweep(String out, String slice) {
    return Invocation.of("spark", "sweep", plan.toString(), "--slice", slice, "--out", out);
  }

  private void assertSameModels(String out) throws IOException {
    Path runs = folder.resolve("runs");
    assertThat(new SharedRuns(runs).join(folder.resolve(out)))
        .hasSize(4)
        .allMatch(SharedRuns.Moved::finished);
    for (Cell cell : cells) {
      assertThat(
              Files.mismatch(
                  runs.resolve(cell.name()).resolve("best.safetensors"),
                  whole.resolve(cell.name()).resolve("best.safetensors")))
          .as(cell.name())
          .isEqualTo(-1);
    }
  }

  @Test
  void everyCellIsTrained() throws IOException {
    String out = TestCluster.elsewhere(folder.resolve("out"));
    Invocation swept = sweep(out, "5m");
    assertThat(swept.code()).as(swept.err()).isZero();
    assertThat(swept.err())
        .contains("4 models, 0 of them done, 0 of 800 steps", "4 of 4 models done, 0 running");
    assertThat(swept.out())
        .contains("all 4 models are trained; copy " + out + " to a disk", "'dear reproduce join'");
    assertSameModels("out");
    Invocation again = sweep(out, "5m"); // nothing left to do
    assertThat(again.code()).isZero();
    assertThat(again.err()).isEqualTo("4 models, 4 of them done, 800 of 800 steps\n");
    Invocation other = Invocation.of("spark", "sweep", plan + "", "--steps", "9", "--out", out);
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.err()).contains("was begun with other settings: steps 9 instead of 200");
  }

  @Test
  void anExecutorMayDie() throws Exception {
    Map<String, Long> before = executors();
    assertThat(before).hasSize(2);
    Killer killer = new Killer(before, () -> packed() > 0);
    TestCluster.session().sparkContext().addSparkListener(killer);
    StringWriter told = new StringWriter();
    try {
      Sweep sweep =
          new Sweep(
              TestCluster.context(),
              new SweepFolder(
                  folder.resolve("out") + "", TestCluster.context().hadoopConfiguration()),
              Duration.ofMillis(100),
              Duration.ofHours(1),
              new SweepProgress(new PrintWriter(told)));
      assertThat(sweep.train(cells)).as(told.toString()).isTrue();
      await("Spark tells of the lost task", () -> killer.lost.get() > 0);
    } finally {
      TestCluster.session().sparkContext().removeSparkListener(killer);
    }
    assertThat(killer.killed).isNotEmpty();
    assertThat(executors().values()).doesNotContainAnyElementsOf(killer.killed);
    assertSameModels("out");
  }

  /** Kills one executor, at the beginning of a task. */
  private static final class Killer extends SparkListener {
    private final Map<String, Long> processes;
    private final BooleanSupplier ready;
    private final List<Long> killed = new CopyOnWriteArrayList<>();
    private final AtomicInteger lost = new AtomicInteger();

    Killer(Map<String, Long> processes, BooleanSupplier ready) {
      this.processes = processes;
      this.ready = ready;
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
      Long process = processes.get(start.taskInfo().executorId());
      if (process != null && killed.isEmpty() && ready.getAsBoolean()) {
        ProcessHandle.of(process).orElseThrow().destroyForcibly();
        killed.add(process);
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (!(end.reason() instanceof Success$)) {
        lost.incrementAndGet();
      }
    }
  }

  /** The processes of the executors, by Spark's names for these. */
  private static Map<String, Long> executors() throws InterruptedException {
    Map<String, Long> found = new HashMap<>();
    await(
        "two executors answer",
        () -> {
          found.clear();
          TestCluster.context()
              .parallelize(IntStream.range(0, 4).boxed().toList(), 4)
              .mapToPair(_ -> {
                Thread.sleep(50); // so that no executor does it all
                return new Tuple2<>(SparkEnv.get().executorId(), ProcessHandle.current().pid());
              })
              .collect()
              .forEach(it -> found.put(it._1(), it._2()));
          return found.size() == 2;
        });
    return found;
  }

  /** The number of runs that the driver keeps. */
  private int packed() {
    Path out = folder.resolve("out");
    try {
      return Files.exists(out) ? SampleOnSparkTest.files(out, ".zip").size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(String what, BooleanSupplier reached) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(150).toNanos();
    while (!reached.getAsBoolean()) {
      assertThat(System.nanoTime())
          .as("two and a half minutes passed before: " + what)
          .isLessThan(end);
      Thread.sleep(5);
    }
  }

  @Test
  void theDriverMayDie() throws Exception {
    Path out = folder.resolve("out");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--add-modules", "jdk.incubator.vector", "-Xmx1g"));
    command.addAll(TestCluster.QUICK_START);
    command.add("-Ddear.kernels=" + System.getProperty("dear.kernels", "vector"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dear.cli.Main"));
    command.addAll(List.of("spark", "sweep", plan.toString(), "--slice", "0s"));
    command.addAll(List.of("--master", "local[2]", "--out", out.toString()));
    Process driver =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      await(
          "the driver keeps a run",
          () -> {
            assertThat(driver.isAlive()).as(this::log).isTrue();
            return packed() > 0;
          });
    } finally {
      driver.destroyForcibly();
      assertThat(driver.waitFor(150, TimeUnit.SECONDS)).as("the driver is gone").isTrue();
    }
    Invocation resumed = sweep(out.toString(), "5m");
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(resumed.err()).contains("4 models, 0 of them done");
    assertThat(resumed.out()).contains("trained; 'dear reproduce join " + out + "' takes them");
    assertSameModels("out");
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void aRunThatCannotGoOnIsSkipped() throws IOException {
    Path wild =
        Files.writeString(
            folder.resolve("wild.json"),
            PLAN.replace("learning-rate", "jacobian")
                .replace("\"0.001\", \"0.003\"", "\"1e6\"")
                .replace("\"batch\": \"4\"", "\"batch\": \"1\", \"mode\": \"nar\"")
                .replace("\"budget\"", "\"clip\": \"1e9\", \"warm-up\": \"0\", \"budget\"")
                .replace("\"width\"", "\"learning-rate\": \"1\", \"width\""));
    Invocation swept =
        Invocation.of("spark", "sweep", wild + "", "--slice", "5m", "--out", folder + "/out");
    assertThat(swept.code()).isEqualTo(1);
    assertThat(swept.err()).contains("tiny-1-insertion_sort-1: skipped: training stopped at step");
    assertThat(swept.out()).contains("not all of the 2 models are finished");
  }
}
