// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.MersenneTwister;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumpySamplesTest {
  private static final Algorithm ALGORITHM = Clrs.algorithm("minimum");

  /** The last one lies beyond the first 4096 places, 32 samples apart. */
  private static final int COUNT = 150_000;

  private int draws;

  private Samples family(long k) {
    draws++;
    return ALGORITHM.samples(7).size(2 + (int) (k % 3));
  }

  @Test
  void aSampleIsTheSameInWhateverOrderTheyAreTaken() {
    MersenneTwister random = new MersenneTwister(7);
    List<Inputs> expected = new ArrayList<>();
    for (int k = 0; k < COUNT; k++) {
      expected.add(ALGORITHM.sample(2 + k % 3, family(k).options(), random));
    }
    NumpySamples samples = new NumpySamples(7, this::family);
    Random order = new Random(1);
    for (int i = 0; i < 500; i++) {
      int k = order.nextInt(i < 100 ? 1000 : COUNT); // jumps to and fro, first among the earliest
      assertThat(samples.get(k)).as("sample %d", k).isEqualTo(expected.get(k));
    }
    for (int k = COUNT - 10; k < COUNT; k++) {
      assertThat(samples.get(k)).isEqualTo(expected.get(k));
    }
  }

  @Test
  void whatFollowsIsDrawnOnceAndAJumpBackDrawsLittle() {
    NumpySamples samples = new NumpySamples(7, this::family);
    for (int k = 0; k < COUNT; k++) {
      samples.get(k);
    }
    assertThat(draws).isEqualTo(COUNT);
    samples.get(COUNT / 2 + 5);
    assertThat(draws - COUNT).isLessThanOrEqualTo(64);
  }
}
