// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hostile files, random command lines and kills: a short slice here, as many as wanted by {@code
 * checks/campaign}, which sets the properties.
 */
class CampaignTest {
  /** Processor time after which a trial counts as hanging. */
  private static final long HANGING = TimeUnit.SECONDS.toNanos(10);

  private static final long SEED = Long.getLong("campaign.seed", 1);

  @TempDir static Path shared;
  @TempDir Path folder;

  /** Something to be tried again and again. */
  private interface Trial {
    void next();
  }

  @BeforeAll
  static void trainOne() {
    Invocation trained =
        Runs.run(Runs.train("bellman_ford", shared.resolve("run"), "--width", "4"));
    assertThat(trained.code()).as(trained.err()).isZero();
  }

  @Test
  void damagedFilesAreReadOrRefused() throws IOException, InterruptedException {
    FileTrials trials = new FileTrials(shared.resolve("run"), folder, SEED);
    repeat(Integer.getInteger("campaign.files", 3_000), trials::next, trials::latest);
    System.out.println("damaged files: " + trials);
    assertThat(trials.defects()).isEmpty();
  }

  @Test
  void commandLinesEndWithADocumentedCode() throws IOException, InterruptedException {
    CommandTrials trials = new CommandTrials(shared.resolve("run"), folder, SEED);
    InputStream before = System.in;
    System.setIn(InputStream.nullInputStream());
    try {
      repeat(Integer.getInteger("campaign.commands", 60), trials::next, trials::latest);
    } finally {
      System.setIn(before);
    }
    System.out.println("command lines: " + trials);
    assertThat(trials.defects()).isEmpty();
  }

  @Test
  void killedProcessesEndWithTheSameBytes() throws IOException, InterruptedException {
    KillTrials trials = new KillTrials(folder, shared.resolve("run/best.safetensors"), SEED);
    for (int k = 0; k < Integer.getInteger("campaign.kills", 3); k++) {
      trials.next(k);
    }
    System.out.println("kills: " + trials);
    assertThat(trials.defects()).isEmpty();
  }

  /** Repeats a trial; one that takes the processor for too long is a defect. */
  private static void repeat(int count, Trial trial, Supplier<String> latest)
      throws InterruptedException {
    AtomicLong done = new AtomicLong();
    Thread worker =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              for (int k = 0; k < count; k++) {
                trial.next();
                done.incrementAndGet();
              }
            });
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long seen = -1;
    long since = 0;
    while (worker.isAlive()) {
      worker.join(1000);
      long spent = threads.getThreadCpuTime(worker.threadId());
      if (done.get() != seen) {
        seen = done.get();
        since = spent;
      }
      assertThat(spent - since).as("trial %d hangs: %s", seen, latest.get()).isLessThan(HANGING);
    }
    assertThat(done.get()).as("a trial failed: see above").isEqualTo(count);
  }
}
