// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The tasks that CLRS-30 takes: going from heavy to light, those whose deadline is later than the
 * number of tasks taken so far. Each of them is then done on time, but the set need not be the best
 * one. Given the marks, the rule is checked separately for each group of tasks of equal weight, in
 * any order within the group: with t heavier tasks marked, those marked in the group must have
 * deadlines later than t, t + 1, … when sorted, and the others none later than t plus the number
 * marked. Costs a sort.
 */
final class TaskMarks implements Conditions {
  @Override
  public String basis() {
    return "a task is marked exactly if its deadline is later than the number of heavier marked"
        + " tasks, which is CLRS-30's rule: all are on time, but another choice may weigh more";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    double[] deadline = inputs.reals("d");
    double[] weight = inputs.reals("w");
    int[] marked = answer.codes("selected");
    for (int i = 0; i < deadline.length; i++) {
      if (deadline[i] < 1) {
        findings.doubt(
            "not checked: the deadline of %s is %s, but every task takes one unit of time"
                .formatted(findings.name(i), deadline[i]));
        return;
      }
    }
    int[] order =
        IntStream.range(0, weight.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(i -> -weight[i])
                    .thenComparingDouble(i -> deadline[i]))
            .mapToInt(i -> i)
            .toArray();
    int taken = 0;
    for (int from = 0, to; from < order.length; from = to) {
      to = from;
      while (to < order.length && weight[order[to]] == weight[order[from]]) {
        to++;
      }
      int[] group = Arrays.copyOfRange(order, from, to);
      int before = taken;
      for (int task : group) {
        if (marked[task] == 1) {
          int count = taken++;
          if (deadline[task] <= count) {
            report(task, count, "%s is marked, but %d others are done before it", findings);
          }
        }
      }
      for (int task : group) {
        if (marked[task] == 0 && deadline[task] > taken) {
          report(
              task, before, "%s is not marked, but only %d heavier ones are, so it fits", findings);
        }
      }
    }
  }

  private static void report(int task, int count, String reason, Findings findings) {
    findings.node(task, () -> reason.formatted(findings.name(task), count));
  }
}
