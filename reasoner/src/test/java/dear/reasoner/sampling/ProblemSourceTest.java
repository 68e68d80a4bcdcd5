// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.data.Instance;
import dear.clrs.sampling.MersenneTwister;
import dear.clrs.sampling.RandomSource;
import dear.clrs.sampling.SamplerOptions;
import dear.reasoner.problem.Problem;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.Runs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProblemSourceTest {
  private final Settings settings = Runs.tiny("bellman_ford", 10);

  /** A fingerprint that distinguishes problems. */
  private static String face(Problem problem) {
    StringBuilder face = new StringBuilder().append(Arrays.toString(problem.edges().values()));
    problem.nodeInputs().forEach(input -> face.append(Arrays.toString(input)));
    problem.targets().forEach(target -> face.append(Arrays.toString(target.truth())));
    return face.append(problem.steps()).toString();
  }

  private static List<String> faces(List<Problem> problems) {
    return problems.stream().map(ProblemSourceTest::face).toList();
  }

  private static ProblemSource source(Settings settings) {
    return new ProblemSource(settings, settings.network());
  }

  @Test
  void aBatchDependsOnItsStepAlone() {
    for (String set : List.of("0", "10")) {
      aBatchDependsOnItsStepAlone(settings.with(Setting.TRAIN_SAMPLES, set));
      aBatchDependsOnItsStepAlone(
          settings.with(Map.of(Setting.TRAIN_SAMPLES, set, Setting.RNG, "numpy")));
    }
  }

  private static void aBatchDependsOnItsStepAlone(Settings chosen) {
    ProblemSource forward = source(chosen);
    List<List<String>> batches = new ArrayList<>();
    for (int step = 0; step < 8; step++) {
      batches.add(faces(forward.batch(step)));
    }
    ProblemSource backward = source(chosen);
    for (int step = 7; step >= 0; step--) {
      assertThat(faces(backward.batch(step))).isEqualTo(batches.get(step));
      assertThat(faces(source(chosen).batch(step))).isEqualTo(batches.get(step));
    }
    assertThat(new HashSet<>(batches)).hasSize(8);
  }

  /** As {@code Sampler(algorithm, num_samples, seed, length)} of dm-clrs draws them. */
  @Test
  void numpyDrawsOneSampleAfterAnother() {
    Settings numpy =
        settings.with(
            Map.of(
                Setting.RNG, "numpy",
                Setting.SEED, "5",
                Setting.TRAIN_NODES_MIN, "6",
                Setting.TRAIN_NODES_MAX, "6"));
    Samples positions = numpy.algorithm().samples(5).size(6);
    RandomSource random = new MersenneTwister(5);
    List<String> expected = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      Instance instance =
          numpy.algorithm().run(numpy.algorithm().sample(6, SamplerOptions.DEFAULT, random));
      expected.add(
          face(
              numpy
                  .network()
                  .problem(
                      numpy
                          .preprocessing()
                          .apply(
                              numpy.algorithm(),
                              instance,
                              positions.random(k).split("positions")))));
    }
    ProblemSource source = source(numpy);
    for (int step = 0; step < 25; step++) {
      assertThat(faces(source.batch(step))).isEqualTo(expected.subList(4 * step, 4 * step + 4));
    }
    assertThat(faces(source.fixed("validation", 6, 5)))
        .isEqualTo(faces(source(numpy.with(Setting.RNG, "split")).fixed("validation", 6, 5)));
  }

  /** An undirected graph of CLRS-30 has an edge with probability p², G(n,p) with p. */
  @Test
  void graphsCanBeThoseOfTheTextbook() {
    Settings half =
        settings.with(
            Map.of(
                Setting.EDGE_PROBABILITIES, "0.5",
                Setting.TRAIN_NODES_MIN, "16",
                Setting.TRAIN_NODES_MAX, "16"));
    assertThat(edges(half)).isCloseTo(16 + 240 * 0.25, within(6.0));
    assertThat(edges(half.with(Setting.GRAPHS, "gnp"))).isCloseTo(16 + 240 * 0.5, within(6.0));
    assertThatThrownBy(() -> Runs.tiny("insertion_sort", 10).with(Setting.GRAPHS, "gnp"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("setting graphs: insertion_sort does not take graphs of G(n,p)");
  }

  private static double edges(Settings settings) {
    ProblemSource source = source(settings);
    double edges = 0;
    for (int step = 0; step < 25; step++) {
      for (Problem problem : source.batch(step)) {
        edges += problem.edges().count();
      }
    }
    return edges / (25.0 * settings.batch());
  }

  @Test
  void aDatasetIsVisitedOncePerEpochInAnotherOrder(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("train.jsonl");
    Runs.writeData(file, settings.algorithm(), 12);
    Settings given = settings.with(Setting.DATA, file.toString());
    ProblemSource source = ProblemSource.ofRun(given, given.network());
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    for (int step = 0; step < 3; step++) { // batches of four
      first.addAll(faces(source.batch(step)));
      second.addAll(faces(source.batch(step + 3)));
    }
    assertThat(new HashSet<>(first)).hasSize(12);
    assertThat(second).containsExactlyInAnyOrderElementsOf(first).isNotEqualTo(first);
    assertThat(faces(ProblemSource.ofRun(given, given.network()).batch(1)))
        .isEqualTo(first.subList(4, 8));
    Settings other = Runs.tiny("bfs", 10).with(Setting.DATA, file.toString());
    assertThatThrownBy(() -> ProblemSource.ofRun(other, other.network()))
        .hasMessageContainingAll(
            file.toString(), "line 1 is an instance of bellman_ford", "the model is one of bfs");
  }

  /** All of it, in its order, and as drawn graphs are scored: along edges. */
  @Test
  void aDatasetCanBeValidatedOn(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("validation.jsonl");
    Runs.writeData(file, settings.algorithm(), 9);
    Settings given =
        settings.with(
            Map.of(Setting.VALIDATION_DATA, file.toString(), Setting.VALIDATION_COUNT, "2"));
    ProblemSource source = ProblemSource.ofRun(given, given.network());
    assertThat(faces(source.validation()))
        .hasSize(9)
        .isEqualTo(
            faces(
                GivenInstances.read(
                    file, settings.algorithm(), _ -> true, _ -> true, given.network()::problem)));
    assertThat(faces(source.batch(3))).isEqualTo(faces(source(settings).batch(3)));
    assertThat(faces(source(settings).validation()))
        .isEqualTo(faces(source(settings).fixed("validation", 6, 4)));
    Settings other = Runs.tiny("bfs", 10).with(Setting.VALIDATION_DATA, file.toString());
    assertThatThrownBy(() -> ProblemSource.ofRun(other, other.network()).validation())
        .hasMessageContainingAll(
            file.toString(), "line 1 is an instance of bellman_ford", "the model is one of bfs");
  }

  /** Sizes that are not drawn need not be possible. */
  @Test
  void aDatasetHasItsOwnSizes() {
    Settings needle = Runs.tiny("kmp_matcher", 6).with(Setting.VALIDATION_NODES, "2");
    ProblemSource.requireSizes(needle.with(Setting.VALIDATION_DATA, "some.jsonl"));
    assertThatThrownBy(() -> ProblemSource.requireSizes(needle))
        .hasMessageContaining("validation-nodes");
  }

  @Test
  void patternsOfEveryLengthAreDrawnAndShorterThanTheirText() {
    Settings chosen =
        Runs.tiny("naive_string_matcher", 10)
            .with(Setting.TRAIN_NODES_MIN, "4")
            .with(Setting.TRAIN_NODES_MAX, "20")
            .with(Setting.NEEDLE, "-8");
    ProblemSource source = source(chosen);
    Set<Integer> lengths = new HashSet<>();
    for (int step = 0; step < 50; step++) {
      for (Problem problem : source.batch(step)) {
        int pattern = 0;
        for (float second : problem.nodeInputs().getFirst()) {
          pattern += second == 1 ? 1 : 0;
        }
        assertThat(pattern).isLessThan(problem.nodes() - pattern);
        lengths.add(pattern);
      }
    }
    assertThat(lengths).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8);
  }

  /** The answer to a pattern that does not occur is the head of the pattern. */
  @Test
  void someTextsDoNotHaveTheirPattern() {
    Settings always =
        Runs.tiny("naive_string_matcher", 10)
            .with(Setting.TRAIN_NODES_MAX, "16")
            .with(Setting.TRAIN_NODES_MIN, "16")
            .with(Setting.NEEDLE, "4");
    assertThat(absent(always)).isZero();
    assertThat(absent(always.with(Setting.ABSENT, "1"))).isGreaterThan(0.9);
    assertThat(absent(always.with(Setting.ABSENT, "0.5"))).isBetween(0.35, 0.6);
    Settings other = Runs.tiny("lcs_length", 10);
    assertThat(faces(source(other.with(Setting.ABSENT, "1")).batch(0)))
        .isEqualTo(faces(source(other).batch(0)));
  }

  private static double absent(Settings settings) {
    ProblemSource source = source(settings);
    int absent = 0;
    int all = 0;
    for (int step = 0; step < 50; step++) {
      for (Problem problem : source.batch(step)) {
        absent += problem.targets().getFirst().truth()[0] == 12 ? 1 : 0;
        all++;
      }
    }
    return (double) absent / all;
  }

  @Test
  void freshSamplesNeverComeAgain() {
    ProblemSource source = source(settings);
    Set<String> seen = new HashSet<>();
    for (int step = 0; step < 50; step++) {
      for (Problem problem : source.batch(step)) {
        assertThat(seen.add(face(problem))).isTrue();
        assertThat(problem.nodes()).isBetween(4, 6);
      }
    }
    assertThat(source.batch(1_000_000_000_000L)).hasSize(4);
  }

  @Test
  void everyEpochGoesThroughTheWholeSetInAnotherOrder() {
    // 12 samples in batches of 4: an epoch has three steps.
    ProblemSource source = source(settings.with(Setting.TRAIN_SAMPLES, "12"));
    List<List<String>> epochs = new ArrayList<>();
    for (int epoch = 0; epoch < 4; epoch++) {
      List<String> seen = new ArrayList<>();
      for (int step = 3 * epoch; step < 3 * epoch + 3; step++) {
        seen.addAll(faces(source.batch(step)));
      }
      assertThat(new HashSet<>(seen)).hasSize(12);
      epochs.add(seen);
    }
    assertThat(epochs.stream().map(HashSet::new).distinct()).hasSize(1);
    assertThat(epochs.stream().distinct()).hasSize(4);
  }

  @Test
  void anEpochMayEndInsideOfABatch() {
    ProblemSource source = source(settings.with(Setting.TRAIN_SAMPLES, "5"));
    Map<String, Integer> seen = new HashMap<>();
    for (int step = 0; step < 5; step++) { // 20 samples, four epochs
      faces(source.batch(step)).forEach(face -> seen.merge(face, 1, Integer::sum));
    }
    assertThat(seen).hasSize(5).allSatisfy((face, times) -> assertThat(times).isEqualTo(4));
  }

  @Test
  void splitsAndSeedsAreIndependent() {
    List<String> validation = faces(source(settings).fixed("validation", 6, 5));
    assertThat(faces(source(settings).fixed("validation", 6, 3)))
        .isEqualTo(validation.subList(0, 3));
    assertThat(faces(source(settings).fixed("test", 6, 5))).doesNotContainAnyElementsOf(validation);
    assertThat(faces(source(settings.with(Setting.SEED, "2")).fixed("validation", 6, 5)))
        .doesNotContainAnyElementsOf(validation);
  }

  @Test
  void edgeProbabilitiesAreThoseOfTrainingOnly() {
    Settings dense = settings.with(Setting.EDGE_PROBABILITIES, "1");
    for (Problem problem : source(dense).batch(0)) {
      assertThat(problem.answers().columns()).hasSize(problem.nodes() * problem.nodes());
    }
    for (String split : List.of("validation", "test")) {
      assertThat(faces(source(dense).fixed(split, 6, 5)))
          .isEqualTo(faces(source(settings).fixed(split, 6, 5)));
    }
  }

  @Test
  void someTrainingGraphsAreTreesOrRingsAndNothingElse() {
    Settings all = settings.with(Setting.SPARSE, "1").with(Setting.TRAIN_NODES_MIN, "6");
    for (int step = 0; step < 5; step++) {
      for (Problem problem : source(all).batch(step)) { // with self-loops, and both ways
        assertThat(problem.edges().count()).isBetween(6 + 2 * 5, 6 + 2 * 7);
      }
    }
    assertSomeAreChanged(settings.with(Setting.SPARSE, "0.5"));
  }

  @Test
  void someTrainingGraphsAreDirectedAndNothingElse() {
    Settings all = settings.with(Setting.DIRECTED, "1");
    int oneWay = 0;
    int told = 0;
    for (int step = 0; step < 5; step++) {
      for (Problem problem : source(all).batch(step)) {
        oneWay += problem.answers() == problem.edges() ? 0 : 1;
        told += problem.targets().getFirst().count() == problem.nodes() ? 1 : 0;
      }
    }
    assertThat(oneWay).isGreaterThan(15); // of 20; one with p = 0.9 may be complete
    assertThat(told).isEqualTo(20); // every predecessor is a candidate
    assertSomeAreChanged(settings.with(Setting.DIRECTED, "0.5"));
    assertThatThrownBy(
            () -> Settings.of(Clrs.algorithm("dfs"), Preset.QUICK).with(Setting.DIRECTED, "0.5"))
        .hasMessage("setting directed: dfs has graphs of one kind only");
  }

  @Test
  void someTrainingSamplesAreSqueezedAndNothingElse() {
    assertSomeAreChanged(settings.with(Setting.SQUEEZE, "0.5"));
  }

  private void assertSomeAreChanged(Settings some) {
    int same = 0;
    for (int step = 0; step < 25; step++) {
      List<String> plain = faces(source(settings).batch(step));
      List<String> mixed = faces(source(some).batch(step));
      for (int i = 0; i < plain.size(); i++) {
        same += plain.get(i).equals(mixed.get(i)) ? 1 : 0;
      }
    }
    assertThat(same).isBetween(30, 70); // of 100
    assertThat(faces(source(some).fixed("validation", 6, 5)))
        .isEqualTo(faces(source(settings).fixed("validation", 6, 5)));
  }
}
