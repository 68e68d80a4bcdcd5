// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends work cleanly on Ctrl-C: asks it to stop, and keeps the program alive until it reports that
 * it is done.
 */
final class Interruption implements AutoCloseable {
  /** The time allowed for the current batch and its checkpoint. */
  private static final long GRACE_SECONDS = 60;

  private final Runnable stop;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "dear-interrupt");

  private Interruption(Runnable stop) {
    this.stop = stop;
  }

  /** From now on, an interruption asks the work to stop. */
  static Interruption of(Runnable stop) {
    Interruption interruption = new Interruption(stop);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** Reports that the work is done; returns false if the program is being shut down. */
  boolean done() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      return true;
    } catch (IllegalStateException e) {
      return false; // the hook is waiting for us
    }
  }

  @Override
  public void close() {
    done();
  }

  private void interrupted() {
    stop.run();
    try {
      if (!done.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime()
            .halt(1); // the last checkpoint is complete, and the run can be resumed from it
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
