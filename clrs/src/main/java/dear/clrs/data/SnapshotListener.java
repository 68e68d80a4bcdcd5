// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

/** Receives every snapshot of a run as it is taken. */
@FunctionalInterface
public interface SnapshotListener {
  /** Called once per snapshot, in order. */
  void snapshot(Snapshot snapshot);
}
