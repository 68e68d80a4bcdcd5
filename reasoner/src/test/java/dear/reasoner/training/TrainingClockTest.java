// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.reasoner.settings.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The training time of a run that was interrupted. */
class TrainingClockTest {
  @TempDir Path folder;

  private static Metrics trained(int step, double rate) {
    return new Metrics(step, Map.of("samples_per_second", rate));
  }

  private static Metrics validated(int step, double secondsOfSession) {
    return new Metrics(step, Map.of("validation_accuracy", 0.5, "seconds", secondsOfSession));
  }

  @Test
  void sessionsOfOlderRunsAddUp() {
    // 200 steps of 32 samples at 64 samples a second take 100 s, in each of three sessions; each
    // session counted from zero, and the second one took longer until its validation.
    List<Metrics> metrics =
        List.of(
            trained(200, 64),
            validated(200, 100),
            trained(300, 64),
            trained(400, 64),
            validated(400, 110),
            trained(600, 64),
            validated(600, 3));
    assertThat(Validation.of(metrics, 32))
        .extracting(Validation::seconds)
        .containsExactly(100.0, 200.0, 300.0);
    assertThat(TrainingClock.of(metrics, 32).at(620)).isEqualTo(310);
  }

  /** Lines every 20 steps of a run whose steps take so many seconds, then so many others. */
  private static List<Metrics> lines(int count, double early, double late) {
    List<Metrics> lines = new ArrayList<>();
    double seconds = 0;
    for (int i = 1; i <= count; i++) {
      double step = i <= count / 2 ? early : late;
      seconds += 20 * step;
      lines.add(
          new Metrics(
              20 * i, Map.of("samples_per_second", 32 / step, "training_seconds", seconds)));
    }
    return lines;
  }

  private static Metrics later(Metrics line, double pause) {
    Map<String, Double> values = new LinkedHashMap<>(line.values());
    values.merge("training_seconds", pause, Double::sum);
    return new Metrics(line.step(), values);
  }

  @Test
  void aPauseIsNotTraining() {
    List<Metrics> steady = lines(40, 0.5, 0.5);
    for (int stopped = 0; stopped < 40; stopped++) {
      List<Metrics> metrics = new ArrayList<>(steady);
      for (int i = stopped; i < 40; i++) {
        metrics.set(i, later(metrics.get(i), 3600));
      }
      TrainingClock clock = TrainingClock.of(metrics, 32);
      assertThat(clock.at(800)).as("stopped before line %d", stopped).isCloseTo(400, within(1e-6));
      assertThat(clock.at(430)).isCloseTo(215, within(1e-6));
      assertThat(clock.at(820)).as("beyond the last line").isCloseTo(410, within(1e-6));
    }
  }

  @Test
  void aSlowerMachineTakesLonger() {
    assertThat(TrainingClock.of(lines(40, 0.1, 0.5), 32).at(800)).isCloseTo(240, within(1e-6));
  }

  @Test
  void theSummaryHasTheTimeOfItsLastLine() throws IOException {
    try (RunFolder run = Runs.create(folder.resolve("run"), Runs.tiny("bellman_ford", 200))) {
      for (Metrics line : lines(7, 0.5, 0.5)) {
        run.append(line);
      }
    }
    RunSummary summary = RunSummary.of(folder.resolve("run"));
    assertThat(summary.step()).isEqualTo(140);
    assertThat(summary.seconds()).isCloseTo(70, within(1e-6));
  }

  @Test
  void anOlderRunWithoutRatesHasItsSeconds() {
    assertThat(Validation.of(List.of(validated(5, 2), validated(10, 4)), 32))
        .extracting(Validation::seconds)
        .containsExactly(2.0, 4.0);
  }

  private Map<String, Double> implicit(String name, Map<Setting, String> given) throws IOException {
    Path run =
        Runs.whole(
            folder.resolve(name),
            Runs.tiny("bellman_ford", 20).with(Setting.GRADIENT, "implicit").with(given),
            1);
    return RunFolder.readMetrics(run).stream()
        .map(Metrics::values)
        .filter(line -> line.containsKey("loss"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void gradientsThatFellBackToOneStepAreCountedByReason() throws IOException {
    // A search of three evaluations does not converge, so no implicit gradient can be computed.
    assertThat(implicit("brief", Map.of(Setting.BUDGET, "3", Setting.TOLERANCE, "1e-9")))
        .containsEntry("one_step_instead", 1.0)
        .containsEntry("one_step_no_equilibrium", 1.0)
        .containsEntry("one_step_not_solved", 0.0);
    // With this tolerance every state is an equilibrium, and with this rate the weights soon are
    // so large that the linear system is not solved.
    Map<String, Double> wild =
        implicit(
            "wild",
            Map.of(
                Setting.TOLERANCE, "10", Setting.LEARNING_RATE, "1", Setting.SCHEDULE, "constant"));
    assertThat(wild).containsEntry("one_step_no_equilibrium", 0.0);
    assertThat(wild.get("one_step_not_solved"))
        .isPositive()
        .isEqualTo(wild.get("one_step_instead"));
    Path oneStep = Runs.whole(folder.resolve("one"), Runs.tiny("bellman_ford", 20), 1);
    assertThat(RunFolder.readMetrics(oneStep))
        .noneMatch(line -> line.values().containsKey("one_step_instead"));
  }

  @Test
  void aResumedRunGoesOnCounting() throws IOException {
    try (RunFolder run = Runs.create(folder.resolve("run"), Runs.tiny("bellman_ford", 80))) {
      Runs.go(run, 1, 40);
      double before = TrainingClock.of(run.metrics(), 1).at(40);
      Runs.go(run, 1, 40);
      List<Double> seconds =
          run.metrics().stream()
              .filter(line -> line.values().containsKey("samples_per_second"))
              .map(line -> line.values().get("training_seconds"))
              .toList();
      assertThat(seconds).hasSize(4).isSorted();
      assertThat(seconds.get(2)).as("first of the second session").isGreaterThan(before);
      List<Validation> curve = Validation.read(folder.resolve("run"));
      assertThat(curve).isSortedAccordingTo((a, b) -> Double.compare(a.seconds(), b.seconds()));
      assertThat(curve.getLast().seconds()).isGreaterThan(before);
    }
  }

  @Test
  void thePaceIsThatOfTheLatestSteps() {
    RecentSteps steps = new RecentSteps();
    assertThat(steps.secondsPerStep()).isNaN();
    long now = 0;
    steps.ended(now += 30_000_000_000L); // cold code
    assertThat(steps.secondsPerStep()).isNaN();
    for (int i = 0; i < 10; i++) {
      steps.ended(now += 500_000_000);
    }
    assertThat(steps.secondsPerStep()).isCloseTo(0.5, within(1e-9));
    steps.ended(now += 3_600_000_000_000L); // stopped for an hour
    assertThat(steps.secondsPerStep()).isGreaterThan(100);
    for (int i = 0; i < 64; i++) {
      steps.ended(now += 250_000_000);
    }
    assertThat(steps.secondsPerStep()).isCloseTo(0.25, within(1e-9));
  }
}
