// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.web.http.Limits;
import dear.web.http.Refusal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Questions that wait, by the address they come from. The address with the fewest questions in
 * progress is next; among equals, the one that waits longest.
 */
final class FairQueue {
  /** How many addresses may fill their queues. */
  private static final int MOST_QUEUES = 4;

  /** The weight of the newest question in the mean time of a question. */
  private static final double NEWEST = 0.2;

  private final Limits.Questions limits;
  private final Map<String, Deque<Entry>> waiting = new LinkedHashMap<>();
  private final Map<String, Integer> inProgress = new HashMap<>();
  private int count;
  private double meanNanos;

  FairQueue(Limits.Questions limits) {
    this.limits = limits;
  }

  /** A question in the queue or in progress. */
  static final class Entry {
    private final String client;
    private final Runnable task;
    private final IntConsumer begun;
    private long start;

    /**
     * A question.
     *
     * @param client the address it comes from
     * @param task its work
     * @param begun is told how many questions the thread has then begun
     */
    Entry(String client, Runnable task, IntConsumer begun) {
      this.client = client;
      this.task = task;
      this.begun = begun;
    }

    Runnable task() {
      return task;
    }

    void begun(int questions) {
      begun.accept(questions);
    }
  }

  /** Adds a question, or refuses one that could not be answered in time. */
  synchronized void add(Entry entry) {
    int ahead = waiting.getOrDefault(entry.client, new ArrayDeque<>()).size();
    if (ahead >= limits.waiting() || count >= MOST_QUEUES * limits.waiting()) {
      throw Refusal.of(
          503,
          "%d questions are already waiting; try again soon".formatted(Math.max(ahead, count)));
    }
    double seconds = ahead * meanNanos / limits.solvers() / 1e9;
    if (seconds > limits.time().toSeconds()) {
      throw Refusal.of(
          503,
          "%d questions of this address are already waiting, for about %.0f s; try again later"
              .formatted(ahead, seconds));
    }
    waiting.computeIfAbsent(entry.client, _ -> new ArrayDeque<>()).add(entry);
    count++;
    notifyAll();
  }

  /** Waits for a question and takes it. */
  synchronized Entry take() throws InterruptedException {
    while (true) {
      String next = null;
      int fewest = Integer.MAX_VALUE;
      for (String client : waiting.keySet()) {
        int busy = inProgress.getOrDefault(client, 0);
        if (busy < fewest) {
          next = client;
          fewest = busy;
        }
      }
      if (next != null) {
        return begin(next);
      }
      wait();
    }
  }

  /** Takes a question of an address that has none in progress, if one waits. */
  synchronized Optional<Entry> takeNewcomer() {
    return waiting.keySet().stream()
        .filter(client -> !inProgress.containsKey(client))
        .findFirst()
        .map(this::begin);
  }

  private Entry begin(String client) {
    Deque<Entry> mine = Objects.requireNonNull(waiting.remove(client));
    Entry entry = mine.remove();
    if (!mine.isEmpty()) {
      waiting.put(client, mine); // behind the others
    }
    count--;
    inProgress.merge(client, 1, Integer::sum);
    entry.start = System.nanoTime();
    return entry;
  }

  /** Ends a question. */
  synchronized void done(Entry entry) {
    inProgress.computeIfPresent(entry.client, (_, busy) -> busy > 1 ? busy - 1 : null);
    long nanos = System.nanoTime() - entry.start;
    meanNanos = meanNanos == 0 ? nanos : meanNanos + NEWEST * (nanos - meanNanos);
  }

  /** Forgets a question that nobody waits for any more. */
  synchronized void remove(Entry entry) {
    Deque<Entry> mine = waiting.get(entry.client);
    if (mine != null && mine.remove(entry)) {
      count--;
      if (mine.isEmpty()) {
        waiting.remove(entry.client);
      }
    }
  }
}
