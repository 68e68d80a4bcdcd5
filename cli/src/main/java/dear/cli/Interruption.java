// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets work come to a good end when someone presses Ctrl-C: it is asked to stop, and the program
 * waits until it has said that it is done.
 */
final class Interruption implements AutoCloseable {
  /** So long may the present batch and its checkpoint take. */
  private static final long GRACE_SECONDS = 60;

  private final Runnable stop;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "dear-interrupt");

  private Interruption(Runnable stop) {
    this.stop = stop;
  }

  /** From now on an interruption asks the work to stop. */
  static Interruption of(Runnable stop) {
    Interruption interruption = new Interruption(stop);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** Says that the work is done; whether the program goes on, and is not being shut down. */
  boolean done() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      return true;
    } catch (IllegalStateException e) {
      return false; // the hook is what waits for us
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
        Runtime.getRuntime().halt(1); // the last checkpoint is whole, and is where one can go on
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
