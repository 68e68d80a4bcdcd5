// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A fixed team of threads, the caller being one of them.
 *
 * <p>A job is a count of indices; whoever is free takes the next one, so uneven graphs balance by
 * themselves. Which thread computes an index is arbitrary, so a task may write only to what belongs
 * to its index, or to scratch space of its worker; then the result is the same for any number of
 * threads. {@link GradientTree} does this for sums.
 *
 * <p>Waiting threads spin for a moment before they park, since the jobs of a training step follow
 * each other closely. A job allocates nothing except for an exception.
 *
 * <p>One job at a time; a task must not start another one on the same team.
 */
public final class Workers implements AutoCloseable {
  // As long as it takes to wake up a parked thread, which in a virtual machine is a long time. The
  // parts of an application end up to 30 µs apart, and the next one begins soon after.
  private static final long SPIN_NANOS = 100_000;

  /** More than any machine has cores for one program; each thread costs memory of its own. */
  public static final int MOST_THREADS = 4096;

  private final Thread[] helpers;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final Object failureLock = new Object();

  private volatile int generation;
  private volatile boolean closed;
  private volatile @Nullable Thread waiting;

  // The job; written before the generation that starts it, read after it.
  private IndexedTask task = (worker, index) -> {};
  private int count;
  private @Nullable Throwable failure;
  private int jobs;
  private volatile int failedIndex;

  // Created once: a capturing lambda per job would create garbage.
  private final IndexedTask range = this::runRange;
  private RangeTask rangeWork = (worker, from, to) -> {};
  private int rangeGrain;
  private int rangeEnd;

  /** Starts a team. */
  public Workers(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
    if (threads > MOST_THREADS) {
      throw new IllegalArgumentException(
          "%,d threads are too many; the maximum is %,d".formatted(threads, MOST_THREADS));
    }
    helpers = new Thread[threads - 1];
    for (int i = 0; i < helpers.length; i++) {
      int worker = i + 1;
      helpers[i] =
          Thread.ofPlatform().daemon().name("dear-worker-" + worker).unstarted(() -> help(worker));
    }
    for (Thread helper : helpers) {
      helper.start();
    }
  }

  /** The number of threads, the caller's included. */
  public int threads() {
    return helpers.length + 1;
  }

  /**
   * Runs a task for each index below a count; returns when all are done.
   *
   * @throws TaskFailedException if one fails; indices above it may have been skipped
   */
  public void forEach(int indices, IndexedTask work) {
    run("index", indices, work);
  }

  /**
   * Runs a task on consecutive ranges of at most {@code grain} indices: the parts of one graph. The
   * ranges depend on the grain only, not on the number of threads.
   */
  public void forRanges(int indices, int grain, RangeTask work) {
    if (indices <= grain) {
      if (indices > 0) {
        work.run(0, 0, indices);
      }
      return;
    }
    rangeWork = work;
    rangeGrain = grain;
    rangeEnd = indices;
    run("range", Math.ceilDiv(indices, grain), range);
  }

  void run(String what, int indices, IndexedTask work) {
    if (closed) {
      throw new IllegalStateException("the workers are closed");
    }
    task = work;
    count = indices;
    failure = null;
    failedIndex = Integer.MAX_VALUE;
    next.set(0);
    if (helpers.length == 0 || indices < 2) {
      work(0);
    } else {
      waiting = Thread.currentThread();
      running.set(helpers.length);
      generation = ++jobs;
      for (Thread helper : helpers) {
        LockSupport.unpark(helper);
      }
      work(0);
      awaitHelpers();
    }
    Throwable thrown = failure;
    if (thrown instanceof TaskFailedException inner) {
      throw inner; // more specific
    }
    if (thrown != null) {
      throw new TaskFailedException(what, failedIndex, thrown);
    }
  }

  /** Stops the threads. */
  @Override
  public void close() {
    closed = true;
    for (Thread helper : helpers) {
      LockSupport.unpark(helper);
    }
  }

  private void help(int worker) {
    int seen = 0;
    while (true) {
      long start = System.nanoTime();
      while (generation == seen) {
        if (closed) {
          return;
        }
        if (System.nanoTime() - start < SPIN_NANOS) {
          Thread.onSpinWait();
        } else {
          LockSupport.park(this);
        }
      }
      seen++;
      work(worker);
      if (running.decrementAndGet() == 0) {
        LockSupport.unpark(waiting);
      }
    }
  }

  private void work(int worker) {
    for (int i = next.getAndIncrement(); i < count && i < failedIndex; i = next.getAndIncrement()) {
      try {
        task.run(worker, i);
      } catch (Throwable e) {
        fail(i, e);
      }
    }
  }

  private void runRange(int worker, int i) {
    rangeWork.run(worker, i * rangeGrain, Math.min(rangeEnd, (i + 1) * rangeGrain));
  }

  private void fail(int index, Throwable e) {
    synchronized (failureLock) {
      if (index < failedIndex) {
        failedIndex = index;
        failure = e;
      }
    }
  }

  private void awaitHelpers() {
    long start = System.nanoTime();
    boolean interrupted = false;
    while (running.get() > 0) {
      if (System.nanoTime() - start < SPIN_NANOS) {
        Thread.onSpinWait();
      } else {
        LockSupport.park(this);
        interrupted |= Thread.interrupted(); // an interrupted thread does not park
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
