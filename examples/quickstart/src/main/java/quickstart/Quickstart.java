// SPDX-License-Identifier: Apache-2.0
package quickstart;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.reasoner.model.Model;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.util.Arrays;

/** Asks a trained network for shortest paths from node 0: each node's predecessor. */
public final class Quickstart {
  private Quickstart() {}

  /** Prints {@code [0, 0, 1]}. */
  public static void main(String[] arguments) throws IOException {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    ShippedModels models = ShippedModels.ofProgram();
    Model model = models.load(models.of(algorithm).orElseThrow());
    Graph graph = Graph.builder(3).undirected(0, 1, 0.4).undirected(1, 2, 0.3).build();
    Inputs question = Inputs.builder(algorithm.features(), graph).codes("s", 0).build();
    System.out.println(Arrays.toString(model.solve(question).output("pi").codes()));
  }
}
