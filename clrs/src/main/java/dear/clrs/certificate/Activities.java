// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A largest set of activities that do not overlap. Chosen activities must not overlap, and no other
 * may fit in between. That the set is largest is proved by duality: let every activity contain the
 * finish of a chosen one, s &lt; f &le; its own finish. Two activities that contain the same one
 * overlap, so no set without overlaps has more than were chosen. The set that the algorithm finds
 * always has this proof, or the same with starts; for another set the proof may fail. Then, and
 * only then, a largest set is built from the latest start backwards, and the sizes are compared.
 * Costs a sort of the chosen activities, in the latter case of all, and a binary search for each.
 */
final class Activities implements Conditions {
  @Override
  public String basis() {
    return "no two chosen overlap, and there cannot be more: every activity contains the finish, or"
        + " each the start, of a chosen one, or else the largest set has the same size";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    double[] start = inputs.reals("s");
    double[] finish = inputs.reals("f");
    int[] selected = answer.codes("selected");
    for (int i = 0; i < start.length; i++) {
      if (start[i] > finish[i]) {
        findings.doubt("not checked: activity %s ends before it starts".formatted(i));
        return;
      }
    }
    int[] chosen =
        IntStream.range(0, selected.length)
            .filter(i -> selected[i] == 1)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(i -> finish[i])
                    .thenComparingDouble(i -> start[i]))
            .mapToInt(i -> i)
            .toArray();
    for (int k = 1; k < chosen.length; k++) {
      int one = chosen[k - 1];
      int other = chosen[k];
      if (start[other] < finish[one]) {
        findings.node(
            other,
            () ->
                "%s and %s are both chosen, but they overlap"
                    .formatted(findings.name(one), findings.name(other)));
      }
    }
    if (findings.none()) {
      checkMost(start, finish, selected, chosen, findings);
    }
  }

  private static void checkMost(
      double[] start, double[] finish, int[] selected, int[] chosen, Findings findings) {
    double[] finishes = Arrays.stream(chosen).mapToDouble(i -> finish[i]).toArray();
    boolean byFinish = true;
    boolean byStart = true;
    for (int i = 0; i < start.length; i++) {
      int activity = i;
      int after = firstAbove(finishes, start[i]); // the first chosen one that has not finished
      boolean fits = after == chosen.length || start[chosen[after]] >= finish[i];
      if (selected[i] == 0 && fits) {
        findings.node(
            i,
            () ->
                "%s is not chosen, but overlaps no chosen activity"
                    .formatted(findings.name(activity)));
      }
      byFinish &= after < chosen.length && finishes[after] <= finish[i];
      int before = lastBelow(start, chosen, finish[i]); // the last chosen one that has begun
      byStart &= before >= 0 && start[chosen[before]] >= start[i];
    }
    if (findings.none() && !byFinish && !byStart) {
      int most = most(start, finish);
      if (most > chosen.length) {
        findings.whole(() ->
            "%d are chosen, but %d would fit if others were chosen".formatted(chosen.length, most));
      }
    }
  }

  /** The size of a largest set: the activity that starts last, then the last that ends by then. */
  private static int most(double[] start, double[] finish) {
    int count = 0;
    double free = Double.POSITIVE_INFINITY;
    for (int i :
        IntStream.range(0, start.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(i -> -start[i])
                    .thenComparingDouble(i -> -finish[i]))
            .toList()) {
      if (finish[i] <= free) {
        count++;
        free = start[i];
      }
    }
    return count;
  }

  private static int firstAbove(double[] sorted, double bound) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] > bound) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static int lastBelow(double[] start, int[] chosen, double bound) {
    int low = 0;
    int high = chosen.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (start[chosen[middle]] < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
