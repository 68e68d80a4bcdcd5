// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.data.Instance;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Searches, scans and greedy choices against their definitions. */
class ScansTest {
  private static final Trial MINIMUM = new Trial(new Minimum(), Minimum.FEATURES);
  private static final Trial SEARCH = new Trial(new BinarySearch(), BinarySearch.FEATURES);
  private static final Trial KADANE =
      new Trial(new KadaneMaximumSubarray(), KadaneMaximumSubarray.FEATURES);
  private static final Trial ACTIVITIES =
      new Trial(new ActivitySelector(), ActivitySelector.FEATURES);
  private static final Trial TASKS = new Trial(new TaskScheduling(), TaskScheduling.FEATURES);

  private final Random random = new Random(23);

  @Test
  void minimumIsTheFirstOfTheSmallest() {
    for (int n = 1; n <= 30; n++) {
      double[] keys = integers(n, 0, 5);
      int expected = 0;
      for (int i = n - 1; i >= 0; i--) {
        expected = keys[i] <= keys[expected] ? i : expected;
      }
      Instance found = MINIMUM.run(MINIMUM.inputs(n).reals("key", keys).build());
      assertThat(found.output("min").codes()).containsExactly(expected);
      assertThat(found.length()).isEqualTo(n);
    }
  }

  @Test
  void binarySearchFindsTheLowerBoundOrTheLast() {
    for (int n = 1; n <= 30; n++) {
      double[] keys = IntStream.range(0, n).map(i -> i / 2).asDoubleStream().toArray();
      for (double target = -1; target <= n; target += 0.5) {
        int expected = 0;
        while (expected < n - 1 && keys[expected] < target) {
          expected++;
        }
        Instance found =
            SEARCH.run(SEARCH.inputs(n).reals("key", keys).reals("target", target).build());
        assertThat(found.output("return").codes()).containsExactly(expected);
      }
    }
  }

  @Test
  void kadaneFindsTheLargestSum() {
    for (int n = 1; n <= 30; n++) {
      double[] keys = integers(n, -5, 6);
      double best = Double.NEGATIVE_INFINITY;
      for (int low = 0; low < n; low++) {
        double sum = 0;
        for (int high = low; high < n; high++) {
          sum += keys[high];
          best = Math.max(best, sum);
        }
      }
      Instance found = KADANE.run(KADANE.inputs(n).reals("key", keys).build());
      int start = found.output("start").codes()[0];
      int end = found.output("end").codes()[0];
      assertThat(IntStream.rangeClosed(start, end).mapToDouble(i -> keys[i]).sum()).isEqualTo(best);
      assertThat(found.hint("best_sum").reals()[n - 1]).isEqualTo(best);
    }
  }

  @Test
  void activitiesAreAsManyAsPossible() {
    for (int n = 1; n <= 10; n++) {
      double[] start = integers(n, 0, 12);
      double[] finish = new double[n];
      for (int i = 0; i < n; i++) {
        finish[i] = start[i] + 1 + random.nextInt(4);
      }
      int most = 0;
      for (int set = 0; set < 1 << n; set++) {
        if (disjoint(set, start, finish)) {
          most = Math.max(most, Integer.bitCount(set));
        }
      }
      int[] selected =
          ACTIVITIES
              .run(ACTIVITIES.inputs(n).reals("s", start).reals("f", finish).build())
              .output("selected")
              .codes();
      int chosen = 0;
      for (int i = 0; i < n; i++) {
        chosen |= selected[i] << i;
      }
      assertThat(disjoint(chosen, start, finish)).isTrue();
      assertThat(Integer.bitCount(chosen)).isEqualTo(most);
    }
  }

  @Test
  void tasksAreTakenByWeightWhileTheirDeadlineAllows() {
    for (int n = 1; n <= 40; n++) {
      double[] deadline = integers(n, 1, n + 1);
      double[] weight = integers(n, 0, 6);
      int[] expected = new int[n];
      int taken = 0;
      for (int task :
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -weight[i]))
              .toList()) {
        if (taken < deadline[task]) {
          expected[task] = 1;
          taken++;
        }
      }
      Instance scheduled =
          TASKS.run(TASKS.inputs(n).reals("d", deadline).reals("w", weight).build());
      assertThat(scheduled.output("selected").codes()).isEqualTo(expected);
      assertThat(scheduled.hint("t").reals()[n]).isEqualTo(taken);
    }
  }

  @Test
  void ordersAreStableAtAnySize() {
    for (int n : new int[] {1, 2, 3, 7, 8, 9, 1000, 10_000}) {
      double[] keys = integers(n, 0, Math.max(1, n / 3));
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> keys[i]))
              .mapToInt(i -> i)
              .toArray();
      assertThat(StableOrder.ascending(keys)).isEqualTo(expected);
    }
  }

  private double[] integers(int n, int from, int to) {
    return random.ints(n, from, to).asDoubleStream().toArray();
  }

  private static boolean disjoint(int set, double[] start, double[] finish) {
    for (int i = 0; i < start.length; i++) {
      for (int j = 0; j < i; j++) {
        boolean both = (set >> i & 1) == 1 && (set >> j & 1) == 1;
        if (both && start[i] < finish[j] && start[j] < finish[i]) {
          return false;
        }
      }
    }
    return true;
  }
}
