// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.reasoner.settings.Setting;
import java.io.IOException;
import java.nio.file.Path;
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
    assertThat(TrainingClock.at(620, metrics, 32)).isEqualTo(310);
  }

  @Test
  void timeGoesOnAfterTheLastValidation() throws IOException {
    List<Metrics> metrics =
        List.of(
            new Metrics(100, Map.of("validation_accuracy", 0.5, "training_seconds", 50.0)),
            new Metrics(120, Map.of("samples_per_second", 64.0, "training_seconds", 70.0)),
            new Metrics(140, Map.of("samples_per_second", 64.0, "training_seconds", 200.0)));
    assertThat(TrainingClock.at(100, metrics, 32)).isEqualTo(50);
    assertThat(TrainingClock.at(120, metrics, 32)).isEqualTo(70);
    assertThat(TrainingClock.at(126, metrics, 32)).as("six steps of half a second").isEqualTo(73);
    assertThat(TrainingClock.at(140, metrics, 32)).isEqualTo(200);
    try (RunFolder run = Runs.create(folder.resolve("run"), Runs.tiny("bellman_ford", 200))) {
      for (Metrics line : metrics) {
        run.append(line);
      }
    }
    RunSummary summary = RunSummary.of(folder.resolve("run"));
    assertThat(summary.step()).isEqualTo(140);
    assertThat(summary.seconds()).isEqualTo(200);
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
    try (RunFolder run = Runs.create(folder.resolve("run"), Runs.tiny("bellman_ford", 60))) {
      Runs.go(run, 1, 40);
      // As if the first session had taken an hour.
      Metrics last = run.metrics().getLast();
      run.append(new Metrics(last.step(), Map.of("training_seconds", 3600.0)));
      Runs.go(run, 1, 20);
      List<Validation> curve = Validation.read(folder.resolve("run"));
      assertThat(curve).isSortedAccordingTo((a, b) -> Double.compare(a.seconds(), b.seconds()));
      assertThat(curve.getLast().step()).isEqualTo(60);
      assertThat(curve.getLast().seconds()).isGreaterThan(3600).isCloseTo(3600, within(600.0));
      assertThat(curve.getFirst().seconds()).isLessThan(3600);
    }
  }
}
