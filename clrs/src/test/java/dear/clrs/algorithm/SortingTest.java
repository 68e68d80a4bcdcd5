// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.data.Instance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The four sorts and quickselect against the library's sort, on ties, orders and sizes. */
class SortingTest {
  private static final Trial HEAP = new Trial(new Heapsort(), Heapsort.FEATURES);
  private static final Trial QUICK = new Trial(new Quicksort(), Quicksort.FEATURES);
  private static final Trial INSERTION = new Trial(new InsertionSort(), InsertionSort.FEATURES);
  private static final Trial BUBBLE = new Trial(new BubbleSort(), BubbleSort.FEATURES);
  private static final Trial SELECT = new Trial(new Quickselect(), Quickselect.FEATURES);

  static List<Trial> sorts() {
    return List.of(INSERTION, BUBBLE, HEAP, QUICK);
  }

  static List<Trial> stableSorts() {
    return List.of(INSERTION, BUBBLE);
  }

  @ParameterizedTest
  @MethodSource("sorts")
  void keysAscendAlongTheChain(Trial sort) {
    for (double[] keys : arrays()) {
      Instance sorted = run(sort, keys);
      int[] order = order(sorted.output("pred").codes());
      assertThat(Arrays.stream(order).mapToDouble(i -> keys[i]).toArray())
          .isEqualTo(Arrays.stream(keys).sorted().toArray());
      assertThat(Trial.snapshot(sorted, "pred_h", sorted.length() - 1))
          .isEqualTo(sorted.output("pred").codes());
    }
  }

  @ParameterizedTest
  @MethodSource("sorts")
  void everySnapshotIsOneChain(Trial sort) {
    for (double[] keys : arrays()) {
      Instance sorted = run(sort, keys);
      for (int step = 0; step < sorted.length(); step++) {
        assertThat(order(Trial.snapshot(sorted, "pred_h", step))).hasSize(keys.length);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stableSorts")
  void equalKeysKeepTheirOrder(Trial sort) {
    for (double[] keys : arrays()) {
      int[] stable =
          IntStream.range(0, keys.length)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> keys[i]))
              .mapToInt(i -> i)
              .toArray();
      assertThat(order(run(sort, keys).output("pred").codes())).isEqualTo(stable);
    }
  }

  @ParameterizedTest
  @MethodSource("stableSorts")
  void zerosOfEitherSignAreEqual(Trial sort) {
    double[] zeros = {0.0, -0.0, 0.0, -0.0};
    assertThat(run(sort, zeros).output("pred").codes()).containsExactly(0, 0, 1, 2);
  }

  @ParameterizedTest
  @MethodSource("sorts")
  void tenThousandKeysInAnyOrder(Trial sort) {
    int n = 10_000;
    double[] random = new Random(5).doubles(n).toArray();
    double[] ascending = Arrays.stream(random).sorted().toArray();
    for (double[] keys : List.of(random, ascending)) {
      Instance sorted = sort.answer(sort.inputs(n).reals("key", keys).build());
      int[] order = order(sorted.output("pred").codes());
      assertThat(Arrays.stream(order).mapToDouble(i -> keys[i]).toArray()).isEqualTo(ascending);
    }
  }

  @Test
  void heapsortShowsTheParentsOfItsHeap() {
    for (double[] keys : arrays()) {
      Instance sorted = run(HEAP, keys);
      for (int step = 0; step < sorted.length(); step++) {
        int[] order = order(Trial.snapshot(sorted, "pred_h", step));
        int last = Trial.snapshot(sorted, "heap_size", step)[0];
        int[] parents = new int[keys.length];
        boolean inside = true;
        for (int slot = 0; slot < keys.length; slot++) {
          parents[order[slot]] = order[inside && slot > 0 ? (slot - 1) / 2 : slot];
          inside &= order[slot] != last;
        }
        assertThat(Trial.snapshot(sorted, "parent", step)).isEqualTo(parents);
      }
    }
  }

  @Test
  void lengthsAreThoseOfTheAlgorithm() {
    double[] keys = {3, 1, 2, 5, 4};
    assertThat(run(INSERTION, keys).length()).isEqualTo(5);
    assertThat(run(BUBBLE, keys).length()).isEqualTo(1 + 5 * 4 / 2);
    assertThat(run(QUICK, new double[] {1, 2, 3, 4}).length()).isEqualTo(4 + 3 + 2);
    assertThat(run(QUICK, new double[] {1}).length()).isEqualTo(1);
  }

  @Test
  void quickselectFindsTheUpperMedian() {
    for (double[] keys : arrays()) {
      int median = run(SELECT, keys).output("median").codes()[0];
      double[] sorted = Arrays.stream(keys).sorted().toArray();
      assertThat(keys[median]).isEqualTo(sorted[keys.length / 2]);
    }
  }

  private static Instance run(Trial sort, double[] keys) {
    return sort.run(sort.inputs(keys.length).reals("key", keys).build());
  }

  private static List<double[]> arrays() {
    List<double[]> arrays = new ArrayList<>();
    Random random = new Random(17);
    for (int n = 1; n <= 20; n++) {
      double[] distinct = random.doubles(n).toArray();
      arrays.add(distinct);
      arrays.add(random.ints(n, 0, 3).asDoubleStream().toArray());
      arrays.add(Arrays.stream(distinct).sorted().toArray());
      arrays.add(Arrays.stream(distinct).map(x -> -x).sorted().map(x -> -x).toArray());
      arrays.add(new double[n]);
    }
    return arrays;
  }

  /** The nodes from first to last; fails if the pointers do not form one chain. */
  private static int[] order(int[] pred) {
    int[] next = new int[pred.length];
    Arrays.fill(next, -1);
    int at = -1;
    for (int i = 0; i < pred.length; i++) {
      if (pred[i] == i) {
        at = i;
      } else {
        next[pred[i]] = i;
      }
    }
    int[] order = new int[pred.length];
    for (int i = 0; i < order.length; i++) {
      if (at < 0) {
        throw new AssertionError("not one chain: " + Arrays.toString(pred));
      }
      order[i] = at;
      at = next[at];
    }
    return order;
  }
}
