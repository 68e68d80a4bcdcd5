// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WorkersTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void everyIndexIsDoneOnce(int threads) {
    try (Workers workers = new Workers(threads)) {
      assertThat(workers.threads()).isEqualTo(threads);
      for (int count : new int[] {0, 1, 2, 7, 100, 1000}) {
        AtomicIntegerArray done = new AtomicIntegerArray(count);
        workers.forEach(
            count,
            (worker, index) -> {
              assertThat(worker).isBetween(0, threads - 1);
              done.incrementAndGet(index);
            });
        for (int i = 0; i < count; i++) {
          assertThat(done.get(i)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void manyShortJobsInARow() {
    try (Workers workers = new Workers(3)) {
      AtomicIntegerArray done = new AtomicIntegerArray(5);
      for (int job = 0; job < 10_000; job++) {
        workers.forEach(5, (worker, index) -> done.incrementAndGet(index));
      }
      for (int i = 0; i < 5; i++) {
        assertThat(done.get(i)).isEqualTo(10_000);
      }
    }
  }

  @Test
  void rangesCoverAllAndDependOnTheGrainOnly() {
    for (int threads : new int[] {1, 3}) {
      try (Workers workers = new Workers(threads)) {
        int[] rangeOf = new int[103];
        workers.forRanges(
            103,
            10,
            (worker, from, to) -> {
              for (int i = from; i < to; i++) {
                rangeOf[i] += from + 1;
              }
            });
        for (int i = 0; i < rangeOf.length; i++) {
          assertThat(rangeOf[i]).isEqualTo(i / 10 * 10 + 1);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void theLowestFailureIsReportedAndTheTeamLivesOn(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (int attempt = 0; attempt < 20; attempt++) {
        assertThatThrownBy(() ->
                workers.forEach(
                    50,
                    (worker, index) -> {
                      if (index >= 13) {
                        throw new IllegalArgumentException("bad " + index);
                      }
                    }))
            .isInstanceOf(TaskFailedException.class)
            .hasMessage("index 13: java.lang.IllegalArgumentException: bad 13")
            .hasCauseInstanceOf(IllegalArgumentException.class)
            .extracting(e -> ((TaskFailedException) e).index())
            .isEqualTo(13);
        workers.forEach(3, (worker, index) -> {});
      }
    }
  }

  @Test
  void aLaterFailureOfAHigherIndexDoesNotHideALowerOne() {
    try (Workers workers = new Workers(2)) {
      CountDownLatch bothStarted = new CountDownLatch(2);
      CountDownLatch lowFails = new CountDownLatch(1);
      assertThatThrownBy(() ->
              workers.forEach(
                  2,
                  (worker, index) -> {
                    bothStarted.countDown();
                    await(bothStarted);
                    if (index == 0) {
                      lowFails.countDown();
                    } else {
                      await(lowFails);
                      LockSupport.parkNanos(100_000_000);
                    }
                    throw new IllegalArgumentException("bad " + index);
                  }))
          .hasMessageContaining("bad 0");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void closedIsClosed() {
    Workers workers = new Workers(2);
    workers.close();
    assertThatIllegalStateException().isThrownBy(() -> workers.forEach(2, (worker, index) -> {}));
  }
}
