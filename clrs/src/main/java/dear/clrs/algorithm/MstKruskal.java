// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.GraphSamplers;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.Category;
import dear.clrs.trait.Equilibrium;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.clrs.trait.PointerReach;
import dear.clrs.trait.PredecessorChain;
import dear.clrs.trait.Proof;
import dear.clrs.trait.Symmetry;
import dear.clrs.trait.Task;
import dear.clrs.trait.Traits;
import dear.clrs.trait.Weights;
import java.util.Arrays;
import java.util.List;

/**
 * A minimum spanning forest, lightest edge first, with a forest of disjoint sets whose paths are
 * compressed and whose roots are the highest indices (CLRS 23.2 and 21.3; Kruskal 1956).
 */
public final class MstKruskal implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos      node  scalar
          input  A        edge  scalar      edges 0
          input  adj      edge  mask        edges 0
          output in_mst   edge  mask        edges 0
          hint   in_mst_h edge  mask        edges 0
          hint   pi       node  pointer
          hint   u        node  mask_one
          hint   v        node  mask_one
          hint   root_u   node  mask_one
          hint   root_v   node  mask_one
          hint   mask_u   node  mask
          hint   mask_v   node  mask
          hint   phase    graph categorical 3
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "mst_kruskal",
          "Spanning tree, Kruskal",
          Category.GRAPHS,
          FEATURES,
          new MstKruskal(),
          GraphSamplers.undirected(true),
          new Traits(
              InputForm.OnGraph.whole(Symmetry.UNDIRECTED, Weights.NON_NEGATIVE),
              new AnswerForm.EdgeSelection("in_mst"),
              Equilibrium.RULE,
              Proof.Known.MINIMUM_FOREST,
              Invariance.WEIGHT_ORDER,
              PointerReach.EDGES,
              PredecessorChain.NONE,
              Task.OWN));

  private static final int UNION = 0;
  private static final int CLIMB_U = 1;
  private static final int CLIMB_V = 2;

  @Override
  public void execute(Execution run) {
    new Forest(run).grow();
  }

  /** The variables of one run. */
  private static final class Forest {
    private final Execution run;
    private final Graph graph;
    private final int[] inTree;
    private final int[] pi;
    private final int[] u = {0};
    private final int[] v = {0};
    private final int[] rootU = {0};
    private final int[] rootV = {0};
    private final int[] maskU;
    private final int[] maskV;
    private final int[] phase = {UNION};
    private final int[] path;

    Forest(Execution run) {
      this.run = run;
      graph = run.graph();
      inTree = new int[graph.edges()];
      pi = Chains.selves(graph.nodes());
      path = new int[graph.nodes()];
      maskU = new int[graph.nodes()];
      maskV = new int[graph.nodes()];
      run.hint("in_mst_h", inTree);
      run.hint("pi", pi);
      run.hint("u", u);
      run.hint("v", v);
      run.hint("root_u", rootU);
      run.hint("root_v", rootV);
      run.hint("mask_u", maskU);
      run.hint("mask_v", maskV);
      run.hint("phase", phase);
    }

    void grow() {
      run.push();
      int[] rows = graph.rows();
      for (int edge : lightestFirst(graph)) {
        u[0] = rows[edge];
        v[0] = graph.columns()[edge];
        join(edge);
      }
      run.output("in_mst", inTree);
    }

    private void join(int edge) {
      begin(u[0], rootU, maskU);
      begin(v[0], rootV, maskV);
      phase[0] = CLIMB_U;
      run.push();
      climb(rootU, maskU);
      phase[0] = CLIMB_V;
      climb(rootV, maskV);
      if (rootU[0] != rootV[0]) {
        inTree[edge] = 1;
        int back = graph.find(v[0], u[0]);
        if (back >= 0) {
          inTree[back] = 1;
        }
        pi[Math.min(rootU[0], rootV[0])] = Math.max(rootU[0], rootV[0]);
      }
      phase[0] = UNION;
      run.push();
    }

    private void begin(int node, int[] root, int[] mask) {
      root[0] = node;
      if (run.recording()) {
        Arrays.fill(mask, 0);
        mask[node] = 1;
      }
    }

    /** Climbs to the root, one snapshot per step, and points all nodes on the way to it. */
    private void climb(int[] root, int[] mask) {
      int length = 0;
      while (pi[root[0]] != root[0]) {
        path[length++] = root[0];
        root[0] = pi[root[0]];
        if (run.recording()) {
          shorten(length, root[0]);
          mask[root[0]] = 1;
        }
        run.push();
      }
      shorten(length, root[0]);
    }

    private void shorten(int length, int root) {
      for (int i = 0; i < length; i++) {
        pi[path[i]] = root;
      }
    }
  }

  /** The edges to a higher index with positive weight, by weight, then in their original order. */
  private static int[] lightestFirst(Graph graph) {
    int[] edges = new int[graph.edges()];
    int count = 0;
    for (int i = 0; i < graph.nodes(); i++) {
      for (int e = graph.rowStart()[i]; e < graph.rowStart()[i + 1]; e++) {
        if (graph.columns()[e] > i && graph.weights()[e] > 0) {
          edges[count++] = e;
        }
      }
    }
    double[] keys = new double[count];
    for (int k = 0; k < count; k++) {
      keys[k] = graph.weights()[edges[k]];
    }
    double[] sorted = keys.clone();
    Arrays.sort(sorted);
    int[] taken = new int[count]; // slots taken among equal keys, which start at this index
    int[] order = new int[count];
    for (int k = 0; k < count; k++) {
      int place = firstPlace(sorted, keys[k]);
      order[place + taken[place]++] = edges[k];
    }
    return order;
  }

  private static int firstPlace(double[] sorted, double key) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
