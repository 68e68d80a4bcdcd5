// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomSourceTest {
  /** Words of MT19937 from its default seed 5489, without their highest bits. */
  @Test
  void mersenneTwisterIsTheReference() {
    long[] words = {3499211612L, 581869302L, 3890346734L, 3586334585L, 545404204L};
    MersenneTwister random = new MersenneTwister(5489);
    for (long word : words) {
      assertThat(random.nextInt(Integer.MAX_VALUE)).isEqualTo((int) (word & 0x7fffffff));
    }
    // The C++ standard requires word number 10000 to be 4123659995.
    for (int i = words.length + 1; i < 10_000; i++) {
      random.nextInt(1 << 30);
    }
    assertThat(random.nextInt(1 << 30)).isEqualTo((int) (4123659995L & 0x3fffffff));
    double first = ((words[0] >>> 5) * 0x1p26 + (words[1] >>> 6)) * 0x1p-53;
    assertThat(new MersenneTwister(5489).nextDouble()).isEqualTo(first);
  }

  @Test
  void numpysFirstDoubles() {
    assertThat(new MersenneTwister(0).nextDouble()).isEqualTo(0.5488135039273248);
    assertThat(new MersenneTwister(42).uniforms(2, 0, 1))
        .containsExactly(0.3745401188473625, 0.9507143064099162);
  }

  @Test
  void aBoundOfOneDrawsNothingInNumpy() {
    MersenneTwister random = new MersenneTwister(7);
    random.nextInt(1);
    assertThat(random.nextDouble()).isEqualTo(new MersenneTwister(7).nextDouble());
  }

  @Test
  void aCopyContinuesOnItsOwn() {
    MersenneTwister random = new MersenneTwister(7);
    random.uniforms(100, 0, 1);
    MersenneTwister copy = random.copy();
    double[] expected = random.copy().uniforms(1000, 0, 1); // more than the words of a state
    random.uniforms(500, 0, 1);
    assertThat(copy.uniforms(1000, 0, 1)).isEqualTo(expected);
    assertThat(random.uniforms(500, 0, 1)).isEqualTo(Arrays.copyOfRange(expected, 500, 1000));
  }

  @Test
  void seedsAndBoundsAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> new MersenneTwister(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new MersenneTwister(1L << 32));
    new MersenneTwister((1L << 32) - 1).nextDouble();
    for (RandomSource random : sources()) {
      assertThatIllegalArgumentException().isThrownBy(() -> random.nextInt(0));
      assertThatIllegalArgumentException().isThrownBy(() -> random.nextInt(-3));
    }
  }

  @Test
  void integersAreUniform() {
    int draws = 60_000;
    for (RandomSource random : sources()) {
      for (int bound : new int[] {2, 3, 7, 10, 64}) {
        int[] counts = new int[bound];
        for (int value : random.integers(draws, bound)) {
          counts[value]++;
        }
        double expected = (double) draws / bound;
        double chiSquare = 0;
        for (int count : counts) {
          chiSquare += (count - expected) * (count - expected) / expected;
        }
        // Mean bound - 1, variance twice that.
        assertThat(chiSquare).isLessThan(bound - 1 + 6 * Math.sqrt(2.0 * bound));
      }
      // Each of these gets 8/3 of the 2^32 words: without rejection some thirds get more.
      int large = 3 << 29;
      int[] thirds = new int[6];
      for (int value : random.integers(draws, large)) {
        thirds[value / (large / 3)]++;
        thirds[3 + value % 3]++;
      }
      for (int count : thirds) {
        assertThat((double) count / draws).isBetween(0.3218, 0.3449); // six deviations
      }
    }
  }

  @Test
  void permutationsAreOrdersAndUniform() {
    for (RandomSource random : sources()) {
      int[] atFirst = new int[5];
      for (int i = 0; i < 20_000; i++) {
        int[] order = random.permutation(5);
        assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        atFirst[order[0]]++;
      }
      for (int count : atFirst) {
        assertThat(count).isBetween(3660, 4340); // 4000 and six times 57
      }
    }
  }

  @Test
  void skippingEqualsDrawing() {
    for (int count : new int[] {0, 1, 2, 311, 312, 313, 5000}) {
      for (int s = 0; s < 2; s++) {
        RandomSource drawn = sources().get(s);
        RandomSource skipped = sources().get(s);
        drawn.uniforms(count, 0, 1);
        skipped.skipDoubles(count);
        assertThat(skipped.nextDouble()).isEqualTo(drawn.nextDouble());
      }
    }
  }

  @Test
  void doublesAreMultiplesInTheUnitInterval() {
    for (RandomSource random : sources()) {
      double sum = 0;
      for (double value : random.uniforms(100_000, 0, 1)) {
        assertThat(value >= 0 && value < 1 && value * 0x1p53 == Math.rint(value * 0x1p53)).isTrue();
        sum += value;
      }
      assertThat(sum / 100_000).isBetween(0.494, 0.506);
    }
  }

  @Test
  void streamsAreNamedAndDiffer() {
    Set<Long> firsts = new HashSet<>();
    int streams = 0;
    for (long seed : new long[] {0, 1, -1, 2, Long.MIN_VALUE, 12345}) {
      SplitStream root = SplitStream.of(seed);
      for (String name : List.of("", "train", "test", "val", "tset")) {
        for (long k = -50; k < 50; k++) {
          firsts.add(root.split(name).split(k).nextLong());
          firsts.add(root.split(k).split(name).nextLong());
          streams += 2;
        }
      }
    }
    assertThat(firsts).hasSize(streams);
    assertThat(SplitStream.of(3).split("a").split(1).nextLong())
        .isEqualTo(SplitStream.of(3).split("a").split(1).nextLong());
  }

  @Test
  void splittingDoesNotAdvance() {
    SplitStream parent = SplitStream.of(9);
    parent.split(1).nextLong();
    assertThat(parent.nextLong()).isEqualTo(SplitStream.of(9).nextLong());
  }

  /** Numbers from neighbouring streams are as good as numbers from one stream. */
  @Test
  void neighbouringStreamsAreIndependent() {
    SplitStream root = SplitStream.of(1);
    int n = 20_000;
    double product = 0;
    double sum = 0;
    for (int k = 0; k < n; k++) {
      double a = root.split(k).nextDouble() - 0.5;
      double b = root.split(k + 1).nextDouble() - 0.5;
      product += a * b;
      sum += a;
    }
    assertThat(product / n).isBetween(-0.0036, 0.0036); // six times 1/12/sqrt(n)
    assertThat(sum / n).isBetween(-0.0123, 0.0123); // six times sqrt(1/12/n)
  }

  private static List<RandomSource> sources() {
    return List.of(new MersenneTwister(11), SplitStream.of(11));
  }
}
