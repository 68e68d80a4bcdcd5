// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sample k does not depend on who draws it, or when. */
class SamplesTest {
  private static final int COUNT = 12;
  private static final int THREADS = 4;

  static List<Algorithm> algorithms() {
    return Clrs.algorithms();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void independentOfThreadsAndOrder(Algorithm algorithm) throws Exception {
    Samples samples = algorithm.samples(7).size(9).withHints();
    List<Instance> sequential = samples.stream().limit(COUNT).toList();

    List<Integer> order = new ArrayList<>(IntStream.range(0, COUNT).boxed().toList());
    Collections.shuffle(order, new Random(3));
    Map<Integer, Instance> drawn = new ConcurrentHashMap<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> tasks = new ArrayList<>();
      for (int k : order) {
        tasks.add(threads.submit(() -> drawn.put(k, samples.get(k))));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
    }
    for (int k = 0; k < COUNT; k++) {
      assertThat(drawn).containsEntry(k, sequential.get(k));
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void hintsChangeNothingElse(Algorithm algorithm) {
    Samples plain = algorithm.samples(7).size(8);
    for (int k = 0; k < 4; k++) {
      Instance without = plain.get(k);
      Instance with = plain.withHints().get(k);
      assertThat(with.inputs()).isEqualTo(without.inputs()).isEqualTo(plain.inputs(k));
      assertThat(with.outputs()).isEqualTo(without.outputs());
      assertThat(with.length()).isEqualTo(without.length());
      assertThat(without.hints()).isEmpty();
      assertThat(with.hints())
          .isNotEmpty()
          .allSatisfy(hint -> assertThat(hint.steps()).isEqualTo(with.length()));
    }
  }

  @Test
  void seedsSplitsSizesAndNumbersDiffer() {
    Algorithm algorithm = Clrs.algorithm("minimum");
    Set<Inputs> drawn = new HashSet<>();
    int count = 0;
    for (long seed : new long[] {0, 1, -1, Long.MAX_VALUE}) {
      for (String split : List.of("train", "val", "test")) {
        for (int size : new int[] {2, 3, 16}) {
          for (long k : new long[] {0, 1, 2, 1L << 40}) {
            drawn.add(algorithm.samples(seed).split(split).size(size).inputs(k));
            count++;
          }
        }
      }
    }
    assertThat(drawn).hasSize(count);
  }

  /** The first numbers of a larger size are not those of a smaller one. */
  @Test
  void sizesAreNotPrefixesOfEachOther() {
    Samples samples = Clrs.algorithm("minimum").samples(1);
    assertThat(samples.size(9).inputs(0).reals("key"))
        .doesNotContain(samples.size(8).inputs(0).reals("key"));
  }

  @Test
  void aLongerDrawBeginsWithAShorterOne() {
    Samples samples = Clrs.algorithm("bfs").samples(4);
    assertThat(samples.stream().limit(20).toList())
        .startsWith(samples.stream().limit(5).toArray(Instance[]::new));
  }

  @Test
  void optionsAreChecked() {
    SamplerOptions options = SamplerOptions.DEFAULT;
    assertThatIllegalArgumentException().isThrownBy(() -> options.withEdgeProbabilities(List.of()));
    for (double p : new double[] {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> options.withEdgeProbabilities(List.of(0.5, p)))
          .withMessage("edge probability " + p + " is not in 0 to 1");
      assertThatIllegalArgumentException().isThrownBy(() -> options.withToggleProbability(p));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> options.withCommunities(0));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withNeedle(Integer.MIN_VALUE));
  }

  @Test
  void sizesThatDoNotFitAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Clrs.algorithm("bfs").samples(1).size(1).get(0))
        .withMessageContaining("size 1 is too small");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Clrs.algorithm("strongly_connected_components").samples(1).size(3).get(0))
        .withMessageContaining("4 communities");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Clrs.algorithm("graham_scan").samples(1).size(1025).get(0))
        .withMessageContaining("1025 points are too many");
  }

  /** Needles of random length fit either always or never: no sample fails where others pass. */
  @Test
  void needlesThatMayNotFitAreRefusedAtOnce() {
    Samples samples =
        Clrs.algorithm("kmp_matcher").samples(1).options(SamplerOptions.DEFAULT.withNeedle(-8));
    for (int k = 0; k < 20; k++) {
      long sample = k;
      assertThatIllegalArgumentException()
          .isThrownBy(() -> samples.size(16).inputs(sample))
          .withMessageContaining("a needle of 8 letters does not fit a text of 8")
          .withMessageContaining("at least 17");
      samples.size(17).inputs(k);
    }
  }
}
