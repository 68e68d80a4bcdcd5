// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import java.util.Arrays;

/**
 * A binary heap of nodes that returns the one with the least key, the lowest index first among
 * equals. The keys are the algorithm's own array.
 */
final class NodeQueue {
  private static final int ABSENT = -1;

  private final double[] keys;
  private final int[] heap;
  private final int[] places;
  private int size;

  NodeQueue(double[] keys) {
    this.keys = keys;
    heap = new int[keys.length];
    places = new int[keys.length];
    Arrays.fill(places, ABSENT);
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds a node, or moves it forward after its key has decreased. */
  void offer(int node) {
    int at = places[node] == ABSENT ? size++ : places[node];
    while (at > 0) {
      int up = (at - 1) >>> 1;
      if (!precedes(node, heap[up])) {
        break;
      }
      put(heap[up], at);
      at = up;
    }
    put(node, at);
  }

  /** Removes the first node. */
  int take() {
    int first = heap[0];
    places[first] = ABSENT;
    int moved = heap[--size];
    if (size > 0) {
      sink(moved);
    }
    return first;
  }

  private void sink(int node) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && precedes(heap[child + 1], heap[child])) {
        child++;
      }
      if (!precedes(heap[child], node)) {
        break;
      }
      put(heap[child], at);
      at = child;
    }
    put(node, at);
  }

  private boolean precedes(int a, int b) {
    return keys[a] < keys[b] || (keys[a] == keys[b] && a < b);
  }

  private void put(int node, int place) {
    heap[place] = node;
    places[node] = place;
  }
}
