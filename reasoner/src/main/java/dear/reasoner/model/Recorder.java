// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.reasoner.inference.EvaluationObserver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps states of a search, evenly spaced and never more than requested. They are decoded after the
 * search: decoding while it runs would need the memory of both at once.
 */
final class Recorder implements EvaluationObserver {
  private final TraceOptions options;
  private final EvaluationObserver other;
  private final List<Snapshot> snapshots = new ArrayList<>();
  private int stride = 1;

  /** The state after an evaluation. */
  @SuppressWarnings("ArrayRecordComponent") // bulk numbers to read, never to compare
  record Snapshot(int evaluation, float[] state) {}

  /**
   * Creates a recorder for one search.
   *
   * @param other another observer, to which all calls are forwarded
   */
  Recorder(TraceOptions options, EvaluationObserver other) {
    this.options = options;
    this.other = other;
  }

  @Override
  public void before(int evaluation) {
    other.before(evaluation);
  }

  @Override
  public void after(int evaluation, float[] states, int at, int dimension) {
    other.after(evaluation, states, at, dimension);
    int most = options.mostFrames(dimension);
    if (most > 0 && isKept(evaluation)) {
      snapshots.add(new Snapshot(evaluation, Arrays.copyOfRange(states, at, at + dimension)));
      thinOut(most);
    }
  }

  private boolean isKept(int evaluation) {
    return (evaluation - 1) % stride == 0;
  }

  private void thinOut(int most) {
    while (snapshots.size() > most) {
      if (snapshots.size() == 1) {
        snapshots.clear();
        return;
      }
      stride *= 2;
      snapshots.removeIf(snapshot -> !isKept(snapshot.evaluation()));
    }
  }

  /**
   * Returns the kept states in the order of evaluations, including the one the answer was read
   * from.
   */
  List<Snapshot> kept(Snapshot answer) {
    List<Snapshot> all = new ArrayList<>(snapshots);
    all.removeIf(snapshot -> snapshot.evaluation() == answer.evaluation());
    all.add(answer);
    all.sort(Comparator.comparingInt(Snapshot::evaluation));
    return all;
  }
}
