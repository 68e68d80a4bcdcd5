// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import java.util.function.Supplier;

/**
 * What a thread of an executor keeps from one task to the next: the network and workspace of the
 * job it works for. A task has no other place for it, since it comes as a function.
 */
final class ThreadMemory {
  private record Kept(String key, Object value) {}

  /** Only the latest, so that an executor that serves many jobs does not fill up. */
  private static final ThreadLocal<Kept> KEPT =
      ThreadLocal.withInitial(() -> new Kept("", new Object()));

  private ThreadMemory() {}

  /** Returns what this thread has kept under a key, or makes and keeps it. */
  static <T> T get(String key, Class<T> type, Supplier<T> maker) {
    Kept kept = KEPT.get();
    if (!kept.key().equals(key)) {
      kept = new Kept(key, maker.get());
      KEPT.set(kept);
    }
    return type.cast(kept.value());
  }
}
