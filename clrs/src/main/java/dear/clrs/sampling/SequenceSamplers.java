// SPDX-License-Identifier: Apache-2.0
package dear.clrs.sampling;

import dear.clrs.data.Inputs;
import java.util.Arrays;
import java.util.EnumSet;

/** The distributions of the algorithms on sequences of numbers and letters. */
public final class SequenceSamplers {
  private static final int LETTERS = 4;

  private SequenceSamplers() {}

  /** A feature of independent numbers. */
  public static Sampler uniform(String feature, double low, double high) {
    return (features, size, options, random) ->
        Inputs.builder(features, size).reals(feature, random.uniforms(size, low, high)).build();
  }

  /** Ascending keys and a target. */
  public static Sampler search() {
    return (features, size, options, random) -> {
      double[] keys = random.uniforms(size, 0, 1);
      Arrays.sort(keys);
      return Inputs.builder(features, size)
          .reals("key", keys)
          .reals("target", random.nextDouble())
          .build();
    };
  }

  /** Activities with a start and a finish. */
  public static Sampler activities() {
    return (features, size, options, random) -> {
      double[] start = random.uniforms(size, 0, 1);
      double[] finish = random.uniforms(size, 0, 1);
      for (int i = 0; i < size; i++) {
        double earlier = Math.min(start[i], finish[i]);
        finish[i] = Math.max(start[i], finish[i]);
        start[i] = earlier;
      }
      return Inputs.builder(features, size).reals("s", start).reals("f", finish).build();
    };
  }

  /** Tasks with a deadline and a weight. */
  public static Sampler tasks() {
    return (features, size, options, random) -> {
      double[] deadlines = new double[size];
      for (int i = 0; i < size; i++) {
        deadlines[i] = random.nextInt(size) + 1;
      }
      return Inputs.builder(features, size)
          .reals("d", deadlines)
          .reals("w", random.uniforms(size, 0, 1))
          .build();
    };
  }

  /** Probabilities of keys and of the gaps between them; there is one more node than keys. */
  public static Sampler searchTree() {
    return (features, size, options, random) -> {
      double[] all = random.uniforms(2 * size + 1, 0, 1);
      double sum = PairwiseSum.of(all);
      for (int i = 0; i < all.length; i++) {
        all[i] /= sum;
      }
      double[] keys = Arrays.copyOf(all, size + 1);
      keys[size] = 0;
      return Inputs.builder(features, size + 1)
          .reals("p", keys)
          .reals("q", Arrays.copyOfRange(all, size, 2 * size + 1))
          .build();
    };
  }

  /** Two strings of about half the size each. */
  public static Sampler twoStrings() {
    return (features, size, options, random) -> {
      int second = size / 2;
      int[] letters = random.integers(size, LETTERS);
      return strings(Inputs.builder(features, size), size - second, letters);
    };
  }

  /** A text and a needle that occurs in it; the text is longer. */
  public static Sampler haystack() {
    return new ChoosableSampler(
        (features, size, options, random) -> {
          int longest = longestNeedle(size, options.needle());
          if (size - longest <= longest) {
            throw new IllegalArgumentException(
                "a needle of %d letters does not fit a text of %d: size %d is too small, it must be at least %d"
                    .formatted(longest, size - longest, size, 2L * longest + 1));
          }
          int needle = options.needle() < 0 ? 1 + random.nextInt(longest) : longest;
          int text = size - needle;
          int[] pattern = random.integers(needle, LETTERS);
          int[] letters = Arrays.copyOf(random.integers(text, LETTERS), size);
          System.arraycopy(pattern, 0, letters, random.nextInt(text - needle), needle);
          System.arraycopy(pattern, 0, letters, text, needle);
          return strings(Inputs.builder(features, size), text, letters);
        },
        EnumSet.of(SamplerOption.NEEDLE),
        3);
  }

  /**
   * Whatever may be drawn must always fit, so that no sample of a family fails where others
   * succeed.
   */
  private static int longestNeedle(int size, int option) {
    if (option == 0) {
      return size < 5 ? 1 : size / 5;
    }
    return Math.abs(option);
  }

  private static Inputs strings(Inputs.Builder builder, int first, int[] letters) {
    int second = letters.length - first;
    int[] which = new int[letters.length];
    Arrays.fill(which, first, letters.length, 1);
    double[] positions = Arrays.copyOf(Inputs.ramp(first), letters.length);
    System.arraycopy(Inputs.ramp(second), 0, positions, first, second);
    return builder
        .codes("string", which)
        .reals(Inputs.POSITION, positions)
        .codes("key", letters)
        .build();
  }
}
