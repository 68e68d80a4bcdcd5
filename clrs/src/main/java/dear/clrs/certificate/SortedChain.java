// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;
import java.util.Arrays;

/**
 * A sorted sequence as predecessor pointers: one chain through all nodes along which keys never
 * decrease. A single linear walk; equal keys may come in any order.
 */
final class SortedChain implements Conditions {
  private static final int NONE = -1;

  @Override
  public String basis() {
    return "the pointers form one chain through all nodes, along which keys never decrease";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    double[] keys = inputs.reals("key");
    int[] pred = answer.codes("pred");
    int n = pred.length;
    int[] next = new int[n];
    Arrays.fill(next, NONE);
    int first = NONE;
    for (int v = 0; v < n; v++) {
      int node = v;
      if (pred[v] == v) {
        if (first != NONE) {
          int other = first;
          findings.node(
              v,
              () ->
                  "%s and %s both point to themselves, but only one can be first"
                      .formatted(findings.name(other), findings.name(node)));
        }
        first = first == NONE ? v : first;
        continue;
      }
      if (next[pred[v]] != NONE) {
        findings.node(
            v,
            () ->
                "%s and %s both come right after %s"
                    .formatted(
                        findings.name(next[pred[node]]),
                        findings.name(node),
                        findings.name(pred[node])));
      }
      next[pred[v]] = v;
      if (keys[pred[v]] > keys[v]) {
        findings.node(
            v,
            () ->
                "%s with key %s comes right after %s with the larger key %s"
                    .formatted(
                        findings.name(node),
                        Findings.number(keys[node]),
                        findings.name(pred[node]),
                        Findings.number(keys[pred[node]])));
      }
    }
    if (first == NONE) {
      findings.whole(() -> "no node points to itself, so the sequence has no first node");
    }
    if (findings.none()) {
      findCircles(first, next, findings);
    }
  }

  /** With one first node and no duplicates, whatever the chain does not reach lies on cycles. */
  private static void findCircles(int first, int[] next, Findings findings) {
    boolean[] inChain = new boolean[next.length];
    for (int v = first; v != NONE; v = next[v]) {
      inChain[v] = true;
    }
    for (int v = 0; v < next.length; v++) {
      int node = v;
      if (!inChain[v]) {
        findings.node(v, () -> "%s is in a cycle of equal keys".formatted(findings.name(node)));
      }
    }
  }
}
