// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Algorithm;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.MersenneTwister;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.evaluation.EquivalentQuestions;
import dear.reasoner.evaluation.Evaluation;
import dear.reasoner.evaluation.TestQuestion;
import dear.reasoner.model.Model;
import dear.reasoner.network.Network;
import dear.reasoner.network.ProcessorKind;
import dear.reasoner.problem.Problem;
import dear.tensor.parallel.Workers;
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
 * @param mostLarger no larger size has more graphs than this
 * @param ways the number of equivalent ways to ask the questions of the main table a second time; 1
 *     to ask them only as they are
 */
public record Protocol(
    long seed, int nodes, List<Integer> larger, int graphs, int mostLarger, int ways) {
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

  /**
   * A test of a model.
   *
   * @param size the size of its graphs
   * @param ways the number of ways in which each question is asked
   */
  public record Test(int size, int ways) {}

  /** Returns the tests of a model, those that ask once first. */
  List<Test> tests(Model model) {
    List<Test> tests = new ArrayList<>();
    int most = model.network().options().processor().mostNodes();
    sizes().stream().filter(it -> it <= most).forEach(size -> tests.add(new Test(size, 1)));
    if (ways > 1 && nodes <= most && EquivalentQuestions.areKnown(model)) {
      tests.add(new Test(nodes, ways));
    }
    return tests;
  }

  /** Returns the number of graphs of some size. */
  int count(Benchmark.Task task, int size) {
    return size == nodes
        ? graphs * task.multiplier()
        : Math.min(
            mostLarger, Math.max(1, graphs / FEWER) * Math.min(task.multiplier(), MOST_MULTIPLIER));
  }

  /** Tests a model. */
  BenchmarkTable.Result examine(Benchmark.Task task, Model model, Test test, Workers workers) {
    List<TestQuestion> questions =
        test.ways() == 1 ? asked(task, model, test.size()) : reworded(task, model, test);
    Evaluation evaluation =
        new Evaluation(model.network(), model.parameters(), model.settings().inference(), workers);
    return BenchmarkTable.Result.of(test, evaluation.examine(questions));
  }

  /** Returns the test graphs, solved by the algorithm and as the model sees them. */
  List<Problem> problems(Benchmark.Task task, Model model, int size) {
    return prepared(task, model, size).stream().map(it -> problem(model.network(), it)).toList();
  }

  /** The algorithm of the certificates is the model's, as answers are in its terms. */
  private List<TestQuestion> asked(Benchmark.Task task, Model model, int size) {
    return prepared(task, model, size).stream()
        .map(it ->
            TestQuestion.of(
                problem(model.network(), it), model.settings().algorithm(), it.inputs()))
        .toList();
  }

  private List<TestQuestion> reworded(Benchmark.Task task, Model model, Test test) {
    SplitStream random = SplitStream.of(seed).split("ways");
    List<TestQuestion> questions = new ArrayList<>();
    for (Instance instance : prepared(task, model, test.size())) {
      questions.add(
          EquivalentQuestions.of(model, instance, test.ways(), random.split(questions.size())));
    }
    return questions;
  }

  private List<Instance> prepared(Benchmark.Task task, Model model, int size) {
    Algorithm trained = model.settings().algorithm(); // may be another one with the same task
    return instances(task, size, count(task, size)).stream()
        .map(it -> PREPROCESSING.apply(trained, it, SplitStream.of(seed)))
        .toList();
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
