// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

/** Sees every snapshot of a run at the moment it is taken. */
@FunctionalInterface
public interface SnapshotListener {
  /** Called once per snapshot, in order. */
  void snapshot(Snapshot snapshot);
}
