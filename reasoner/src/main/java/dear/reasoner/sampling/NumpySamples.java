// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.sampling;

import dear.clrs.Samples;
import dear.clrs.data.Inputs;
import dear.clrs.sampling.MersenneTwister;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Samples by number from a single generator, which draws one after another as dm-clrs does.
 *
 * <p>Nobody knows where sample k begins before all others up to it are drawn. So a jump draws them
 * again, from the nearest of some places whose state was kept; a jump beyond all of these, such as
 * that of a resumed run, draws what it skips. Only inputs are drawn, nothing is solved. The places
 * stay few: whenever there are too many, every other one is forgotten.
 */
final class NumpySamples {
  /** The state of a place takes 2.5 kB. */
  private static final int MOST_PLACES = 4096;

  private final LongFunction<Samples> families;
  private final List<MersenneTwister> places = new ArrayList<>();
  private long distance = 32;
  private MersenneTwister random;
  private long next;

  /**
   * Creates the samples of a seed.
   *
   * @param families the size and distribution of each sample
   */
  NumpySamples(long seed, LongFunction<Samples> families) {
    this.random = new MersenneTwister(seed);
    this.families = families;
  }

  /** Returns the inputs of sample k. */
  Inputs get(long k) {
    int place = (int) Math.min(k / distance, places.size() - 1L);
    if (k < next || place * distance > next) {
      random = places.get(place).copy();
      next = place * distance;
    }
    while (next < k) {
      draw();
    }
    return draw();
  }

  private Inputs draw() {
    if (next == places.size() * distance) {
      keepPlace();
    }
    Samples family = families.apply(next);
    Inputs inputs = family.algorithm().sample(family.size(), family.options(), random);
    next++;
    return inputs;
  }

  private void keepPlace() {
    if (places.size() == MOST_PLACES) {
      for (int i = 0; i < MOST_PLACES / 2; i++) {
        places.set(i, places.get(2 * i));
      }
      places.subList(MOST_PLACES / 2, MOST_PLACES).clear();
      distance *= 2;
    }
    places.add(random.copy());
  }
}
