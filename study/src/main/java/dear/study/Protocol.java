// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Algorithm;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.MersenneTwister;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * How a model is tested as CLRS-30 tests it.
 *
 * <p>Samples are drawn one after another from numpy's generator, as dm-clrs draws a test split;
 * positions stay evenly spaced. Answers about pairs of nodes are given and scored for all pairs. A
 * cell that has no answer in CLRS-30, such as "is this a bridge" without an edge, does not count.
 *
 * @param seed the seed of the generator
 * @param nodes the size of the main table; 64 in CLRS-30
 * @param larger the sizes of the table on larger graphs
 * @param graphs the number of graphs in the main table, before an algorithm's multiplier
 */
public record Protocol(long seed, int nodes, List<Integer> larger, int graphs) {
  /** Larger graphs take much longer, so there are fewer of them. */
  private static final int FEWER = 4;

  private static final int MOST_MULTIPLIER = 8;

  /** Positions as they are drawn, which is how the benchmark's test split has them. */
  private static final Preprocessing PREPROCESSING = new Preprocessing(true, true, false);

  /** Copies the list. */
  public Protocol {
    larger = List.copyOf(larger);
  }

  /** Checks that all algorithms have instances of all sizes, and that models take them. */
  public void requireSizesOf(Benchmark benchmark) {
    int most = ProcessorKind.PAIRS.mostNodes();
    for (int size : sizes()) {
      for (Benchmark.Task task : benchmark.tasks()) {
        int least = task.algorithm().leastSize();
        if (size < least || size > most) {
          throw new IllegalArgumentException(
              "size %d is not possible for %s: it takes %d to %d"
                  .formatted(size, task.algorithm(), least, most));
        }
      }
    }
  }

  /** Returns all sizes, that of the main table first. */
  List<Integer> sizes() {
    List<Integer> sizes = new ArrayList<>(List.of(nodes));
    larger.stream().filter(size -> size != nodes).forEach(sizes::add);
    return sizes;
  }

  /** Returns the number of graphs of some size. */
  int count(Benchmark.Task task, int size) {
    return size == nodes
        ? graphs * task.multiplier()
        : Math.max(1, graphs / FEWER) * Math.min(task.multiplier(), MOST_MULTIPLIER);
  }

  /** Returns the test graphs, solved by the algorithm and as the model sees them. */
  List<Problem> problems(Benchmark.Task task, Model model, int size) {
    Algorithm trained = model.settings().algorithm(); // may be another one with the same task
    List<Problem> problems = new ArrayList<>();
    for (Instance instance : instances(task, size, count(task, size))) {
      problems.add(
          problem(model.network(), PREPROCESSING.apply(trained, instance, SplitStream.of(seed))));
    }
    return problems;
  }

  /** Draws and solves instances. */
  List<Instance> instances(Benchmark.Task task, int size, int count) {
    MersenneTwister random = new MersenneTwister(seed);
    List<Instance> instances = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      instances.add(task.algorithm().run(task.algorithm().sample(size, task.options(), random)));
    }
    return instances;
  }

  private static Problem problem(Network network, Instance instance) {
    boolean aboutPairs =
        network.outputs().stream().anyMatch(output -> output.location() == Location.EDGE);
    return aboutPairs ? network.problemOverPairs(instance) : network.problem(instance);
  }
}
