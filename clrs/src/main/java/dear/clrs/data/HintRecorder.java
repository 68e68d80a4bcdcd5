// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps every snapshot of a run, one growing array per hint.
 *
 * <p>It can be reused for any number of runs: its arrays keep their size, and a run then costs one
 * copy into them and one out of them.
 */
public final class HintRecorder implements SnapshotListener {
  private static final int FIRST_SNAPSHOTS = 16;

  private double[][] reals = {};
  private int[][] codes = {};
  private List<FeatureSpec> specs = List.of();
  private int[] sizes = {};
  private int steps;

  /** An empty recorder. */
  public HintRecorder() {}

  @Override
  public void snapshot(Snapshot snapshot) {
    if (snapshot.step() == 0) { // even after a failed run
      steps = 0;
      start(snapshot);
    }
    for (int h = 0; h < sizes.length; h++) {
      int size = sizes[h];
      int at = steps * size;
      if (specs.get(h).isReal()) {
        if (at + size > reals[h].length) {
          reals[h] =
              Arrays.copyOf(
                  reals[h], capacity(h, Math.max(2L * at, FIRST_SNAPSHOTS * (long) size)));
        }
        System.arraycopy(snapshot.reals(h), 0, reals[h], at, size);
      } else {
        if (at + size > codes[h].length) {
          codes[h] =
              Arrays.copyOf(
                  codes[h], capacity(h, Math.max(2L * at, FIRST_SNAPSHOTS * (long) size)));
        }
        if (size == 1) { // most hints of most algorithms: calling arraycopy would cost more
          codes[h][at] = snapshot.codes(h)[0];
        } else {
          System.arraycopy(snapshot.codes(h), 0, codes[h], at, size);
        }
      }
    }
    steps++;
  }

  /** The recording of the last run. */
  public List<Feature> hints() {
    List<Feature> hints = new ArrayList<>(sizes.length);
    for (int h = 0; h < sizes.length; h++) {
      int length = steps * sizes[h];
      hints.add(
          specs.get(h).isReal()
              ? Feature.of(specs.get(h), sizes[h], Arrays.copyOf(reals[h], length))
              : Feature.of(specs.get(h), sizes[h], Arrays.copyOf(codes[h], length)));
    }
    return hints;
  }

  private int capacity(int hint, long wanted) {
    if (wanted > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "hint %s has too many values to be kept: %d in each of more than %d snapshots; look at them one by one with a SnapshotListener"
              .formatted(specs.get(hint).name(), sizes[hint], steps));
    }
    return (int) wanted;
  }

  private void start(Snapshot snapshot) {
    if (!specs.equals(snapshot.specs())) {
      specs = snapshot.specs();
      sizes = new int[specs.size()];
      reals = new double[specs.size()][0];
      codes = new int[specs.size()][0];
    }
    for (int h = 0; h < sizes.length; h++) {
      sizes[h] = specs.get(h).isReal() ? snapshot.reals(h).length : snapshot.codes(h).length;
    }
  }
}
