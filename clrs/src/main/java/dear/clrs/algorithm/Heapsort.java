// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.SequenceSamplers;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.Category;
import dear.clrs.trait.Equilibrium;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.clrs.trait.PointerReach;
import dear.clrs.trait.PredecessorChain;
import dear.clrs.trait.Proof;
import dear.clrs.trait.Task;
import dear.clrs.trait.Traits;
import java.util.List;

/** Sorting with a binary max-heap (CLRS 6.4; Williams 1964). */
public final class Heapsort implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos       node scalar
          input  key       node scalar
          output pred      node should_be_permutation
          hint   pred_h    node pointer
          hint   parent    node pointer
          hint   i         node mask_one
          hint   j         node mask_one
          hint   largest   node mask_one
          hint   heap_size node mask_one
          hint   phase     graph categorical 3
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "heapsort",
          "Heapsort",
          Category.SORTING,
          FEATURES,
          new Heapsort(),
          SequenceSamplers.uniform("key", 0, 1),
          new Traits(
              new InputForm.Keys("key"),
              new AnswerForm.Order("pred"),
              Equilibrium.RULE,
              Proof.Known.SORTED_CHAIN,
              Invariance.KEY_ORDER,
              PointerReach.EDGES,
              PredecessorChain.CHANGING,
              Task.SORT));

  private static final int BUILD = 0;
  private static final int EXTRACT = 1;
  private static final int RESTORE = 2;

  @Override
  public void execute(Execution run) {
    Heap heap = new Heap(run);
    int n = heap.size;
    run.push();
    for (int root = n - 1; root >= 0; root--) {
      heap.sift(root, root, BUILD);
    }
    for (int end = n - 1; end > 0; end--) {
      heap.extract(end);
      heap.sift(0, end, RESTORE);
    }
    run.output("pred", heap.items.predecessors());
  }

  /** The heap in the first slots of the arrangement, and the hints about it. */
  private static final class Heap {
    private final Execution run;
    private final Arrangement items;
    private final int[] parent;
    private final int[] i;
    private final int[] j;
    private final int[] largest;
    private final int[] heapSize;
    private final int[] phase = {BUILD};
    private int size;

    Heap(Execution run) {
      this.run = run;
      items = new Arrangement(run);
      size = items.size();
      int last = size - 1;
      i = new int[] {last};
      j = new int[] {last};
      largest = new int[] {last};
      heapSize = new int[] {last};
      parent = new int[size];
      for (int slot = 1; slot < size; slot++) {
        parent[slot] = (slot - 1) / 2;
      }
      run.hint("parent", parent);
      run.hint("i", i);
      run.hint("j", j);
      run.hint("largest", largest);
      run.hint("heap_size", heapSize);
      run.hint("phase", phase);
    }

    /** Sinks the key in a slot until no child is larger; the hint i keeps its initial value. */
    void sift(int root, int start, int duringPhase) {
      int at = root;
      boolean sinking = true;
      while (sinking) {
        int best = largestOfFamily(at);
        sinking = best != at;
        swap(at, best);
        if (run.recording()) {
          show(start, at, items.node(best), duringPhase);
        }
        run.push();
        at = best;
      }
    }

    private int largestOfFamily(int slot) {
      int best = slot;
      int left = 2 * slot + 1;
      if (left < size && items.key(left) > items.key(best)) {
        best = left;
      }
      if (left + 1 < size && items.key(left + 1) > items.key(best)) {
        best = left + 1;
      }
      return best;
    }

    /** Moves the largest key out of the heap, to the slot that the heap frees. */
    void extract(int end) {
      size = end;
      swap(0, end);
      if (run.recording()) {
        // CLRS-30 shows node 0 as the largest here, regardless of the order.
        show(0, end, 0, EXTRACT);
      }
      run.push();
    }

    private void show(int iSlot, int jSlot, int largestNode, int duringPhase) {
      i[0] = items.node(iSlot);
      j[0] = items.node(jSlot);
      largest[0] = largestNode;
      heapSize[0] = items.node(size - 1);
      phase[0] = duringPhase;
    }

    private void swap(int a, int b) {
      items.swap(a, b);
      if (a != b && run.recording()) {
        hang(a);
        hang(b);
      }
    }

    /** Sets the parents of a slot and of its two children. */
    private void hang(int slot) {
      adopt(slot);
      adopt(2 * slot + 1);
      adopt(2 * slot + 2);
    }

    private void adopt(int slot) {
      if (slot < items.size()) {
        boolean inside = slot > 0 && slot < size;
        parent[items.node(slot)] = items.node(inside ? (slot - 1) / 2 : slot);
      }
    }
  }
}
