// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dear.web.http.Limits;
import dear.web.http.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How addresses share the solvers. */
@Timeout(60)
class SolverPoolTest {
  private static SolverPool pool(int solvers, int waiting, Duration time) {
    return new SolverPool(new Limits.Questions(64, solvers, waiting, time));
  }

  private static Thread ask(SolverPool pool, String client, SolverPool.Work<Integer> work) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            pool.run(client, work);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (Refusal e) {
            // what the test is about happens elsewhere
          }
        });
  }

  @Test
  void costlyQuestionsMakeWayForAnotherAddress() throws InterruptedException {
    try (SolverPool pool = pool(2, 16, Duration.ofSeconds(20))) {
      AtomicBoolean answered = new AtomicBoolean();
      CountDownLatch busy = new CountDownLatch(2);
      List<Thread> costly = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        costly.add(
            ask(
                pool,
                "costly",
                turn -> {
                  busy.countDown();
                  for (int evaluation = 1; !answered.get(); evaluation++) {
                    turn.before(evaluation);
                  }
                  return 0;
                }));
      }
      busy.await();
      int answer = pool.run("normal", _ -> 1); // would wait 20 s otherwise
      assertThat(answer).isEqualTo(1);
      answered.set(true);
      for (Thread thread : costly) {
        thread.join();
      }
    }
  }

  @Test
  void oneAddressAloneHasAllSolvers() throws InterruptedException {
    try (SolverPool pool = pool(2, 16, Duration.ofSeconds(20))) {
      CountDownLatch both = new CountDownLatch(2);
      AtomicInteger met = new AtomicInteger();
      SolverPool.Work<Integer> meeting =
          _ -> {
            both.countDown();
            try {
              both.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return met.incrementAndGet();
          };
      Thread first = ask(pool, "alone", meeting);
      Thread second = ask(pool, "alone", meeting);
      first.join();
      second.join();
      assertThat(met).hasValue(2);
    }
  }

  @Test
  void whatCannotEndInTimeIsRefusedAtOnce() throws InterruptedException {
    try (SolverPool pool = pool(1, 16, Duration.ofSeconds(1))) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      pool.run("a", _ -> sleep(700)); // now it is known how long a question takes
      List<Thread> asking = new ArrayList<>();
      asking.add(
          ask(
              pool,
              "a",
              _ -> {
                begun.countDown();
                try {
                  end.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                return 0;
              }));
      begun.await();
      List<String> refusals = new CopyOnWriteArrayList<>();
      for (int i = 0; i < 5; i++) {
        asking.add(
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    pool.run("a", _ -> 0);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  } catch (Refusal e) {
                    refusals.add(e.detail());
                  }
                }));
      }
      while (refusals.size() < 3) { // two wait, which takes longer than a second for the next
        Thread.sleep(5);
      }
      assertThat(refusals).allMatch(it -> it.contains("already waiting, for about"));
      end.countDown();
      for (Thread thread : asking) {
        thread.join();
      }
    }
  }

  private static int sleep(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
