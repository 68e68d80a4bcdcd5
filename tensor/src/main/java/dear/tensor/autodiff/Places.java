// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which values of a program may share a place in memory.
 *
 * <p>With derivatives, every value has its own place. For forward passes only, a value is needed
 * until its last reader is done; then another one of the same shape may reuse its place. Inputs are
 * excluded because they stay from pass to pass, and so are results, which no step reads.
 */
final class Places {
  private static final int NEVER = Integer.MAX_VALUE;

  private final boolean shared;
  private final int[] owner;
  private final boolean[] kept;

  private Places(boolean shared, int[] owner, boolean[] kept) {
    this.shared = shared;
    this.owner = owner;
    this.kept = kept;
  }

  /** One place per value. */
  static Places own(Program program) {
    int[] owner = new int[program.values().size()];
    Arrays.setAll(owner, i -> i);
    boolean[] kept = new boolean[owner.length];
    Arrays.fill(kept, true);
    return new Places(false, owner, kept);
  }

  /** As few places as needed. */
  static Places shared(Program program) {
    List<Program.Node> nodes = program.nodes();
    int[] owner = new int[program.values().size()];
    Arrays.setAll(owner, i -> i);
    int[] lastReader = new int[owner.length];
    Arrays.fill(lastReader, NEVER);
    boolean[] computed = new boolean[owner.length];
    for (int i = 0; i < nodes.size(); i++) {
      computed[nodes.get(i).output().id()] = true;
      for (Value input : nodes.get(i).inputs()) {
        lastReader[input.id()] = computed[input.id()] ? i : NEVER;
      }
    }
    List<Value> free = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Value output = nodes.get(i).output();
      for (Value place : free) {
        if (place.rows().equals(output.rows()) && place.cols() == output.cols()) {
          owner[output.id()] = place.id();
          free.remove(place);
          break;
        }
      }
      for (Value input : nodes.get(i).inputs()) {
        Value place = program.values().get(owner[input.id()]);
        if (lastReader[input.id()] == i && !free.contains(place)) {
          free.add(place);
        }
      }
    }
    boolean[] kept = new boolean[owner.length];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = lastReader[i] == NEVER;
    }
    return new Places(true, owner, kept);
  }

  /** Whether values share places. */
  boolean shared() {
    return shared;
  }

  /** The first value at the same place; the value itself if it is the first. */
  int owner(int value) {
    return owner[value];
  }

  /** Whether a value is kept after the pass. */
  boolean kept(int value) {
    return kept[value];
  }
}
