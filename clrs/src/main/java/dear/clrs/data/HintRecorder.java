package dear.clrs.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps every snapshot of a run, one growing array per hint. */
public final class HintRecorder implements SnapshotListener {
  private static final int FIRST_SNAPSHOTS = 16;

  private double[][] reals = {};
  private int[][] codes = {};
  private List<FeatureSpec> specs = List.of();
  private int[] sizes = {};
  private int steps;

  @Override
  public void snapshot(Snapshot snapshot) {
    if (steps == 0) {
      start(snapshot);
    }
    for (int h = 0; h < sizes.length; h++) {
      int size = sizes[h];
      int at = steps * size;
      if (specs.get(h).isReal()) {
        if (at == reals[h].length) {
          reals[h] = Arrays.copyOf(reals[h], capacity(h, 2L * at));
        }
        System.arraycopy(snapshot.reals(h), 0, reals[h], at, size);
      } else {
        if (at == codes[h].length) {
          codes[h] = Arrays.copyOf(codes[h], capacity(h, 2L * at));
        }
        if (size == 1) { // most hints of most algorithms: a call of arraycopy costs more
          codes[h][at] = snapshot.codes(h)[0];
        } else {
          System.arraycopy(snapshot.codes(h), 0, codes[h], at, size);
        }
      }
    }
    steps++;
  }

  /** What was recorded. */
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
    specs = snapshot.specs();
    sizes = new int[specs.size()];
    reals = new double[specs.size()][];
    codes = new int[specs.size()][];
    for (int h = 0; h < sizes.length; h++) {
      if (specs.get(h).isReal()) {
        sizes[h] = snapshot.reals(h).length;
        reals[h] = new double[capacity(h, (long) FIRST_SNAPSHOTS * sizes[h])];
      } else {
        sizes[h] = snapshot.codes(h).length;
        codes[h] = new int[capacity(h, (long) FIRST_SNAPSHOTS * sizes[h])];
      }
    }
  }
}
