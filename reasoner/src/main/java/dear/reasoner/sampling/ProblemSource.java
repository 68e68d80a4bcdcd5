// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.sampling;

import dear.clrs.Algorithm;
import dear.clrs.Samples;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.GraphModel;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import dear.io.JsonWriter;
import dear.reasoner.network.Network;
import dear.reasoner.problem.AbsentPatterns;
import dear.reasoner.problem.NearTies;
import dear.reasoner.problem.Problem;
import dear.reasoner.problem.Rescaling;
import dear.reasoner.settings.Choices;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Problems by number: a batch depends only on the settings and its step, so a resumed run sees the
 * same problems as an uninterrupted one.
 */
public final class ProblemSource {
  private final Settings settings;
  private final Network network;
  private final Algorithm algorithm;
  private final Preprocessing preprocessing;
  private final List<Problem> given;
  private final Optional<NumpySamples> numpy;
  private long epoch = -1;
  private int[] order = {};

  /** Creates a source of drawn problems. */
  public ProblemSource(Settings settings, Network network) {
    this(settings, network, List.of());
  }

  private ProblemSource(Settings settings, Network network, List<Problem> given) {
    this.given = given;
    this.settings = settings;
    this.network = network;
    this.algorithm = settings.algorithm();
    this.preprocessing = settings.preprocessing();
    this.numpy =
        switch (settings.rng()) {
          case SPLIT -> Optional.empty();
          case NUMPY -> Optional.of(new NumpySamples(settings.seed(), this::training));
        };
  }

  /** Creates the source of problems for a run, which may train on a dataset. */
  public static ProblemSource ofRun(Settings settings, Network network) throws IOException {
    if (settings.dataset().isEmpty()) {
      return new ProblemSource(settings, network);
    }
    ProblemSource drawing = new ProblemSource(settings, network);
    return new ProblemSource(
        settings, network, drawing.read(settings.dataset().get(), drawing::problem));
  }

  private List<Problem> read(Path data, Function<Instance, Problem> prepared) throws IOException {
    return GivenInstances.read(data, algorithm, algorithm::sameTaskAs, _ -> true, prepared);
  }

  /**
   * Writes the member {@code data} of an object: the random stream of each part of a run, as the
   * path of names by which it is split from its root.
   */
  public static void writeStreams(Settings settings, JsonWriter json) throws IOException {
    String root = settings.seed() + "/" + settings.algorithm();
    json.name("data").beginObject();
    json.name("generator").value("SplitStream");
    if (settings.dataset().isPresent()) {
      json.name("train").value(settings.dataset().get().toString());
    } else {
      json.name("train")
          .value(
              switch (settings.rng()) {
                case SPLIT -> root + "/train/NODES/SAMPLE";
                case NUMPY -> "numpy.random.RandomState(%d)".formatted(settings.seed());
              });
      json.name("train_nodes").value(root + "/train size/SAMPLE");
    }
    json.name("train_order").value(settings.seed() + "/epoch/EPOCH");
    json.name("validation")
        .value(
            settings
                .validationDataset()
                .map(Path::toString)
                .orElse(root + "/validation/" + settings.validationNodes() + "/SAMPLE"));
    json.endObject();
  }

  /** Checks that the algorithm has instances of the chosen sizes. */
  public static void requireSizes(Settings settings) {
    requireSize(settings, Setting.TRAIN_NODES_MIN, settings.trainNodesMin());
    if (settings.validationDataset().isEmpty()) {
      requireSize(settings, Setting.VALIDATION_NODES, settings.validationNodes());
    }
  }

  private static void requireSize(Settings settings, Setting setting, int size) {
    try {
      settings
          .algorithm()
          .samples(settings.seed())
          .size(size)
          .options(settings.distribution())
          .inputs(0);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "setting %s: %d is not possible for %s: %s"
              .formatted(setting.key(), size, settings.algorithm(), e.getMessage()),
          e);
    }
  }

  /** Returns the training batch of a step. Not thread-safe. */
  public List<Problem> batch(long step) {
    List<Problem> batch = new ArrayList<>(settings.batch());
    for (int graph = 0; graph < settings.batch(); graph++) {
      batch.add(ofBatch(step, graph));
    }
    return batch;
  }

  /** Returns one graph of the training batch of a step. Not thread-safe. */
  public Problem ofBatch(long step, int graph) {
    return problem(step * settings.batch() + graph);
  }

  /** Returns the problems that a run is validated on: drawn ones, or those of a dataset. */
  public List<Problem> validation() throws IOException {
    return settings.validationDataset().isPresent()
        ? read(settings.validationDataset().get(), network::problem)
        : fixed("validation", settings.validationNodes(), settings.validationCount());
  }

  /** Returns problems of one split and size; they do not depend on the training data of a run. */
  public List<Problem> fixed(String split, int nodes, int count) {
    Samples samples =
        algorithm.samples(settings.seed()).split(split).size(nodes).options(SamplerOptions.DEFAULT);
    return prepared(samples, 0, count, preprocessing).stream().map(network::problem).toList();
  }

  /** Returns so many samples from the first on, solved and preprocessed. */
  public static List<Instance> prepared(
      Samples samples, int first, int count, Preprocessing preprocessing) {
    List<Instance> instances = new ArrayList<>(count);
    for (int k = first; k < first + count; k++) {
      instances.add(
          preprocessing.apply(
              samples.algorithm(), samples.get(k), samples.random(k).split("positions")));
    }
    return instances;
  }

  private Problem problem(long index) {
    if (!given.isEmpty()) {
      int all = given.size();
      return given.get((int) shuffled(index / all, (int) (index % all), all));
    }
    int set = settings.trainSamples();
    long k = set == 0 ? index : shuffled(index / set, (int) (index % set), set);
    Samples samples = training(k);
    Inputs inputs = numpy.isPresent() ? numpy.get().get(k) : samples.inputs(k);
    SplitStream ties = samples.random(k).split("near ties");
    if (ties.nextDouble() < settings.nearTies()) {
      inputs = NearTies.of(algorithm, inputs, ties);
    }
    SplitStream luck = samples.random(k).split("squeeze");
    if (luck.nextDouble() < settings.squeeze()) {
      inputs = Rescaling.squeeze(algorithm, inputs, luck);
    }
    SplitStream stretch = samples.random(k).split("stretch");
    if (stretch.nextDouble() < settings.stretch()) {
      inputs = Rescaling.stretch(algorithm, inputs, stretch);
    }
    SplitStream gaps = samples.random(k).split("gaps");
    if (gaps.nextDouble() < settings.gaps()) {
      inputs = Rescaling.otherGaps(algorithm, inputs, gaps);
    }
    SplitStream absent = samples.random(k).split("absent");
    if (absent.nextDouble() < settings.absent()) {
      inputs = AbsentPatterns.of(algorithm, inputs, absent);
    }
    Instance solved =
        preprocessing.apply(algorithm, algorithm.run(inputs), samples.random(k).split("positions"));
    return problem(solved);
  }

  /** Returns the family of training sample k: its size and the options of its distribution. */
  private Samples training(long k) {
    int least = settings.trainNodesMin();
    int most = settings.trainNodesMax();
    int nodes =
        least
            + SplitStream.of(settings.seed())
                .split(algorithm.name())
                .split("train size")
                .split(k)
                .nextInt(most - least + 1);
    Samples samples =
        algorithm
            .samples(settings.seed())
            .split("train")
            .size(nodes)
            .options(distribution(k, nodes));
    if (samples.random(k).split("sparse").nextDouble() < settings.sparse()) {
      samples = samples.options(samples.options().withGraphModel(GraphModel.SPARSE));
    }
    if (samples.random(k).split("directed").nextDouble() < settings.directed()) {
      samples = samples.options(samples.options().withDirected(true));
    }
    return samples;
  }

  private Problem problem(Instance solved) {
    return settings.targets() == Choices.Targets.PAIRS && answersPairs()
        ? network.problemOverPairs(solved)
        : network.problem(solved);
  }

  /** Whether an answer is about pairs of nodes. Pointers of nodes stay on edges in any case. */
  private boolean answersPairs() {
    return network.outputs().stream().anyMatch(spec -> spec.location() == Location.EDGE);
  }

  /** Each epoch visits a training set of fixed size in a different order. */
  private long shuffled(long ofEpoch, int place, int set) {
    if (ofEpoch != epoch) {
      order = SplitStream.of(settings.seed()).split("epoch").split(ofEpoch).permutation(set);
      epoch = ofEpoch;
    }
    return order[place];
  }

  /** Returns the distribution of training sample k. A drawn pattern is shorter than its text. */
  private SamplerOptions distribution(long k, int nodes) {
    SplitStream luck = SplitStream.of(settings.seed()).split("train distribution").split(k);
    return settings
        .distribution()
        .withCommunities((int) one(settings.communities().list(), luck))
        .withToggleProbability(one(settings.toggles().list(), luck))
        .withNeedle(Math.max(settings.needle(), -((nodes - 1) / 2)));
  }

  private static double one(List<Double> of, SplitStream luck) {
    return of.get(luck.nextInt(of.size()));
  }
}
