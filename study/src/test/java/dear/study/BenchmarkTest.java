// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.sampling.MersenneTwister;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.trait.Category;
import dear.reasoner.settings.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CLRS-30's protocol, what was published about it, and the recipes for its models. */
class BenchmarkTest {
  private static Benchmark.Task task(String name) throws IOException {
    return Benchmark.standard().task(name).orElseThrow();
  }

  @Test
  void thirtyAlgorithmsInEightClasses() throws IOException {
    Benchmark benchmark = Benchmark.standard();
    assertThat(benchmark.tasks()).hasSize(30);
    assertThat(benchmark.tasks())
        .extracting(it -> it.algorithm().name())
        .doesNotHaveDuplicates()
        .doesNotContain("strongly_connected_components_local");
    assertThat(benchmark.tasks())
        .extracting(it -> it.algorithm().category())
        .contains(Category.values());
  }

  /** The counts of graphs are those of the benchmark's test split. */
  @Test
  void algorithmsWithFewSignalsGetMoreGraphs() throws IOException {
    Protocol protocol = new Protocol(3, 64, List.of(128), 32, 64, 1);
    assertThat(protocol.count(task("dijkstra"), 64)).isEqualTo(32);
    assertThat(protocol.count(task("find_maximum_subarray_kadane"), 64)).isEqualTo(1024);
    for (String name :
        List.of(
            "quickselect",
            "minimum",
            "binary_search",
            "naive_string_matcher",
            "kmp_matcher",
            "segments_intersect")) {
      assertThat(protocol.count(task(name), 64)).as(name).isEqualTo(2048);
      assertThat(protocol.count(task(name), 128)).as(name).isEqualTo(64);
    }
    assertThat(protocol.count(task("dijkstra"), 128)).isEqualTo(8);
    Protocol brief = new Protocol(3, 64, List.of(128), 32, 10, 1);
    assertThat(brief.count(task("dijkstra"), 128)).isEqualTo(8);
    assertThat(brief.count(task("minimum"), 128)).isEqualTo(10);
    assertThat(brief.count(task("minimum"), 64)).isEqualTo(2048);
    assertThat(Benchmark.standard().tasks().stream().mapToInt(Benchmark.Task::multiplier).sum())
        .isEqualTo(23 + 32 + 6 * 64);
  }

  @Test
  void edgeProbabilitiesAreTheSamplersDefaults() throws IOException {
    for (Benchmark.Task task : Benchmark.standard().tasks()) {
      boolean sparse =
          List.of("articulation_points", "bridges", "mst_kruskal")
              .contains(task.algorithm().name());
      assertThat(task.options().edgeProbabilities()).containsExactly(sparse ? 0.2 : 0.5);
      assertThat(task.options().communities()).isEqualTo(4);
      assertThat(task.options().toggleProbability()).isEqualTo(0.01);
      assertThat(task.options().needle()).isZero();
    }
  }

  /** As dm-clrs draws a split: one generator, from which all samples are drawn in a row. */
  @Test
  void samplesComeFromOneGenerator() throws IOException {
    List<Instance> drawn = new Protocol(3, 8, List.of(), 2, 64, 1).instances(task("bridges"), 8, 2);
    MersenneTwister random = new MersenneTwister(3);
    SamplerOptions options = SamplerOptions.DEFAULT.withEdgeProbabilities(List.of(0.2));
    for (Instance instance : drawn) {
      Inputs expected = Clrs.algorithm("bridges").sample(8, options, random);
      assertThat(instance.inputs().graph()).isEqualTo(expected.graph());
    }
    // numpy.random.RandomState(3).uniform(size=3): the keys of the first sample of a sort
    Instance sort =
        new Protocol(3, 3, List.of(), 1, 64, 1).instances(task("insertion_sort"), 3, 1).getFirst();
    assertThat(sort.inputs().reals("key"))
        .containsExactly(0.5507979025745755, 0.7081478226181048, 0.2909047389129443);
  }

  @Test
  void sizesThatCannotBeDrawnAreRefused() throws IOException {
    Benchmark benchmark = Benchmark.standard();
    new Protocol(3, 64, List.of(128, 512), 32, 64, 1).requireSizesOf(benchmark);
    assertThatThrownBy(() -> new Protocol(3, 3, List.of(), 32, 64, 1).requireSizesOf(benchmark))
        .hasMessageContaining("size 3 is not possible for strongly_connected_components");
    assertThatThrownBy(() -> new Protocol(3, 64, List.of(513), 32, 64, 1).requireSizesOf(benchmark))
        .hasMessageContainingAll("513", "512");
  }

  @Test
  void everyTaskHasOneRecipe() throws IOException {
    Plan recipes = Plan.recipes();
    assertThat(recipes.rows()).hasSize(1);
    assertThat(recipes.algorithms()).hasSize(24);
    for (Benchmark.Task task : Benchmark.standard().tasks()) {
      assertThat(recipes.algorithms().stream().filter(task.algorithm()::sameTaskAs))
          .as(task.algorithm().name())
          .hasSize(1);
    }
    for (Cell cell : recipes.cells(1)) {
      assertThat(cell.settings().text(Setting.PROCESSOR)).isEqualTo("pairs");
      assertThat(cell.settings().text(Setting.KEEP)).isEqualTo("last");
      boolean matcher = cell.settings().algorithm().name().equals("naive_string_matcher");
      assertThat(cell.settings().trainNodesMax()).isEqualTo(matcher ? 20 : 16); // as dm-clrs does
    }
  }

  @Test
  void publishedScoresArePerCentAndHaveASource() throws IOException {
    Benchmark benchmark = Benchmark.standard();
    List<Benchmark.Claim> claims = new ArrayList<>(benchmark.meansWithHints());
    benchmark.tasks().forEach(task -> claims.addAll(task.withoutHints()));
    benchmark.tasks().forEach(task -> claims.addAll(task.withHints()));
    for (Benchmark.Claim claim : claims) {
      assertThat(benchmark.sources()).containsKey(claim.source());
      assertThat(claim.score().orElse(50)).isBetween(2.0, 100.0);
      claim.citedBy().ifPresent(it -> assertThat(benchmark.sources()).containsKey(it));
      if (claim.score().isPresent()) {
        assertThat(benchmark.sources())
            .hasEntrySatisfying(
                claim.source(), source -> assertThat(source.reference()).isNotBlank());
      }
    }
    assertThat(benchmark.meansWithHints()).allMatch(Benchmark.Claim::isComparable);
    for (Benchmark.Task task : benchmark.tasks()) {
      for (List<Benchmark.Claim> column : List.of(task.withoutHints(), task.withHints())) {
        Stream<OptionalDouble> scores =
            column.stream().map(Benchmark.Claim::score).filter(OptionalDouble::isPresent);
        assertThat(scores.count()).as(task.algorithm().name()).isLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void otherAlgorithmsAreNotPartOfIt() throws IOException {
    Algorithm local = Clrs.algorithm("strongly_connected_components_local");
    Benchmark benchmark = Benchmark.standard();
    assertThatThrownBy(() -> benchmark.withAlgorithms(List.of(local)))
        .hasMessageContaining("strongly_connected_components_local is not one of the thirty");
    assertThat(benchmark.withAlgorithms(List.of(Clrs.algorithm("dfs"))).tasks())
        .containsExactly(task("dfs"));
  }
}
