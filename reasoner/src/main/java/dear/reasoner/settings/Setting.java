// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

import dear.equilibrium.StopRule;
import dear.equilibrium.gradient.BackwardSolver;
import dear.reasoner.inference.Inference;
import dear.reasoner.network.ProcessorKind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a training run: the name in {@code config.json} and on the command line, the
 * paper's value and the value for a quick try.
 *
 * <p>They form a single table, so every setting is named, documented, checked and recorded. A new
 * setting is an entry here and an accessor in {@link Settings} for the code that reads it; so that
 * older files can still be read, the entry ends with the value that matches their behaviour.
 */
public enum Setting {
  MODE("mode", "dear", "dear", choice(Choices.Mode.class), "equilibrium (dear) or rollout (nar)"),
  PROCESSOR(
      "processor",
      "nodes",
      "nodes",
      choice(ProcessorKind.class),
      "where the state lives: at the nodes, or on all ordered pairs of nodes",
      "nodes"),
  SEED("seed", "1", "1", integer(0, Long.MAX_VALUE), "root of all randomness"),
  STEPS("steps", "312500", "2000", integer(1, 1_000_000_000), "batches to train on"),
  BATCH("batch", "32", "32", integer(1, 65_536), "graphs per batch"),
  WIDTH("width", "128", "128", integer(1, 4096), "channels of a node's state"),
  LINEAR_PATH(
      "linear-path",
      "0",
      "0",
      integer(0, 1024),
      "channels of a linear path beside the message, for a state at the nodes; 0 for none",
      "0"),
  COMPARISONS(
      "comparisons",
      "5",
      "5",
      integer(0, 5),
      "scales at which the numbers of two nodes are compared, for a state on pairs; 0 for none",
      "5"),
  EDGE_COMPARISONS(
      "edge-comparisons",
      "0",
      "0",
      integer(0, 5),
      "scales at which the numbers of an edge's nodes are compared, for a state at the nodes; 0 for"
          + " none",
      "0"),
  LEARNING_RATE("learning-rate", "3e-4", "1e-3", number(1e-12, 1), "Adam's step size"),
  SCHEDULE(
      "schedule",
      "constant",
      "cosine",
      choice(Choices.Schedule.class),
      "learning rate after warm-up: constant, or falling to zero along a cosine"),
  WARM_UP("warm-up", "0", "100", integer(0, 1_000_000), "steps of rising learning rate"),
  WEIGHT_DECAY("weight-decay", "0", "0", number(0, 1), "Adam's decoupled weight decay"),
  CLIP("clip", "1", "1", number(1e-9, 1e9), "largest norm of the gradient"),
  AVERAGING(
      "averaging",
      "0",
      "0",
      number(0, 0.999999),
      "decay of the running average of weights that is evaluated; 0 for none"),
  TRAIN_NODES_MIN(
      "train-nodes-min", "8", "8", integer(2, 65_536), "nodes of the smallest training graphs"),
  TRAIN_NODES_MAX(
      "train-nodes-max", "16", "16", integer(2, 65_536), "nodes of the largest training graphs"),
  TRAIN_SAMPLES(
      "train-samples",
      "100000",
      "0",
      integer(0, 1_000_000_000),
      "size of the training set, which is used repeatedly; 0 for fresh samples in every batch"),
  VALIDATION_NODES(
      "validation-nodes", "16", "16", integer(2, 65_536), "nodes of validation graphs"),
  VALIDATION_COUNT(
      "validation-count", "100", "100", integer(1, 100_000), "number of validation graphs"),
  VALIDATE_EVERY(
      "validate-every", "3125", "200", integer(1, 1_000_000_000), "steps between validations"),
  KEEP(
      "keep",
      "best",
      "best",
      choice(Choices.Keep.class),
      "which model the run keeps: the one with the lowest validation loss, or the last one",
      "best"),
  PATIENCE(
      "patience",
      "0",
      "0",
      integer(0, 1_000_000),
      "validations without a lower loss after which training stops early; 0 for never",
      "0"),
  CHECKPOINT_EVERY(
      "checkpoint-every", "500", "100", integer(1, 1_000_000_000), "steps between checkpoints"),
  EDGE_PROBABILITIES(
      "p",
      "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
      "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
      numbers(0, 1),
      "edge probabilities of training graphs, one drawn per graph"),
  SPARSE(
      "sparse",
      "0",
      "0",
      number(0, 1),
      "share of training graphs that are trees or rings with few chords",
      "0"),
  DIRECTED(
      "directed",
      "0",
      "0",
      number(0, 1),
      "share of training graphs whose edges have a direction, if the algorithm takes both kinds",
      "0"),
  SQUEEZE(
      "squeeze",
      "0",
      "0",
      number(0, 1),
      "share of training samples whose keys or weights are squeezed into a part of their range",
      "0"),
  STRETCH(
      "stretch",
      "0",
      "0",
      number(0, 1),
      "share of training samples whose numbers, if only their ratios matter, grow up to fourfold",
      "0"),
  NEAR_TIES(
      "near-ties",
      "0",
      "0",
      number(0, 1),
      "share of training samples with numbers under which many answers are nearly the best",
      "0"),
  GAPS(
      "gaps",
      "0",
      "0",
      number(0, 1),
      "share of training samples whose keys get different gaps in the same order",
      "0"),
  TARGETS(
      "targets",
      "edges",
      "edges",
      choice(Choices.Targets.class),
      "where training targets answers about pairs of nodes: on edges, or everywhere",
      "edges"),
  COMMUNITIES(
      "communities",
      "4",
      "4",
      integers(1, 1000),
      "communities of training graphs for components, one number drawn per graph",
      "4"),
  TOGGLES(
      "toggles",
      "0.01",
      "0.01",
      numbers(0, 1),
      "probabilities of flipping their edges, one drawn per graph",
      "0.01"),
  NEEDLE(
      "needle",
      "0",
      "0",
      integer(-1000, 1000),
      "length of the pattern in training texts: 0 is a fifth of the size, -8 is drawn from 1 to 8",
      "0"),
  ABSENT(
      "absent",
      "0",
      "0",
      number(0, 1),
      "share of training texts that mostly do not have their pattern, as one letter is another",
      "0"),
  GRAPHS(
      "graphs",
      "clrs",
      "clrs",
      choice(Choices.Graphs.class),
      "how edges of training graphs are drawn: as in CLRS-30, or the textbook's G(n,p)",
      "clrs"),
  RNG(
      "rng",
      "split",
      "split",
      choice(Choices.Generator.class),
      "what draws training samples: a stream of its own for each (split), or numpy's"
          + " RandomState(seed) for one after another, as in dm-clrs; sizes, positions and"
          + " validation always have streams of their own",
      "split"),
  DATA(
      "data",
      "",
      "",
      new Kind.Text(),
      "a dataset to train on instead of drawn graphs, such as 'dear sample --rng numpy' writes",
      ""),
  VALIDATION_DATA(
      "validation-data",
      "",
      "",
      new Kind.Text(),
      "a dataset to validate on instead of drawn graphs, whatever the run trains on",
      ""),
  RANDOM_POSITIONS(
      "random-pos", "true", "true", flag(), "positions are sorted random numbers, not i/n"),
  WIRING(
      "wiring",
      "auto",
      "auto",
      choice(Choices.Direction.class),
      "whether messages also flow against edges; auto follows the authors"),
  POINTERS(
      "pointers",
      "edges",
      "edges",
      choice(Choices.Pointers.class),
      "whether a node points along edges only, the paper's bias, or to any node",
      "edges"),
  SOLVER("solver", "anderson", "anderson", choice(Choices.Solver.class), "root finder"),
  WINDOW("window", "6", "6", integer(1, 64), "number of points that Anderson mixes"),
  REGULARISATION(
      "regularisation", "1e-4", "1e-4", number(0, 1), "regularisation of Anderson's mixing"),
  RESIDUAL(
      "residual",
      "relative",
      "relative",
      choice(Choices.Residual.class),
      "measure compared with the tolerance"),
  EXTENT(
      "extent",
      "state",
      "state",
      choice(Choices.Extent.class),
      "residual of the whole state, or the largest over nodes"),
  TOLERANCE("tolerance", "0.1", "0.1", number(1e-12, 10), "residual at which the solver stops"),
  HITS("hits", "1", "1", integer(1, 100), "consecutive residuals below the tolerance in training"),
  BUDGET("budget", "40", "40", integer(3, 10_000), "evaluations per graph in training"),
  TEST_BUDGET(
      "test-budget", "160", "160", integer(3, 10_000), "evaluations per graph in evaluation"),
  TEST_HITS(
      "test-hits",
      "1",
      "1",
      integer(1, 100),
      "consecutive residuals below the tolerance in evaluation",
      "1"),
  GOAL(
      "goal",
      "first-hit",
      "first-hit",
      choice(StopRule.Goal.class),
      "whether the first residual below the tolerance ends a search, or the lowest one is sought",
      "first-hit"),
  STALL(
      "stall",
      "30",
      "30",
      integer(0, 10_000),
      "evaluations without progress after which a search ends; 0 for never",
      "30"),
  MIXING(
      "mixing",
      "1",
      "1",
      number(0.01, 1),
      "share of the new images in an Anderson step, and damping of plain iteration; 1 for all",
      "1"),
  BACKWARD(
      "backward",
      "gmres",
      "gmres",
      choice(BackwardSolver.class),
      "what solves the linear system of the implicit gradient",
      "gmres"),
  BACKWARD_TOLERANCE(
      "backward-tolerance",
      "1e-4",
      "1e-4",
      number(1e-12, 0.99),
      "residual of that system, relative to its right-hand side, at which it counts as solved",
      "1e-4"),
  BACKWARD_MEMORY(
      "backward-memory",
      "20",
      "20",
      integer(1, 1000),
      "products between restarts of GMRES, points that Anderson mixes, or steps that Broyden keeps",
      "20"),
  BACKWARD_BUDGET(
      "backward-budget",
      "60",
      "60",
      integer(3, 10_000),
      "products with the Jacobian per graph, after which one step replaces the implicit gradient",
      "60"),
  DECODED(
      "decoded",
      "image",
      "image",
      choice(Inference.Decoded.class),
      "decoded state, if the search stopped at z: f(z) (image), z (point), or f(f(z)) (next)",
      "image"),
  GRADIENT(
      "gradient",
      "one-step",
      "one-step",
      choice(Choices.Gradient.class),
      "how the loss is propagated back through the equilibrium"),
  GRADIENT_STEPS(
      "gradient-steps",
      "0",
      "0",
      integer(0, 1000),
      "number of applications that 'last' or 'damped' propagates through; 0 for the usual 3 or 5",
      "0"),
  GRADIENT_DAMPING(
      "gradient-damping",
      "0.5",
      "0.5",
      number(1e-12, 1),
      "share of the image in each application of 'damped', the rest being the state before it",
      "0.5"),
  APPLICATIONS_MIN(
      "applications-min",
      "0",
      "0",
      integer(0, 10_000),
      "fewest plain applications that replace the search for a training graph",
      "0"),
  APPLICATIONS_MAX(
      "applications-max",
      "0",
      "0",
      integer(0, 10_000),
      "most plain applications, drawn for each graph; 0 for a search",
      "0"),
  SUPERVISE(
      "supervise",
      "0",
      "0",
      integers(0, 10_000),
      "plain applications after which the state is decoded for the loss as well; 0 for none",
      "0"),
  START_NOISE(
      "start-noise",
      "0",
      "0",
      number(0, 1e3),
      "largest standard deviation of the state that a training graph starts from; 0 for zeros",
      "0"),
  JACOBIAN("jacobian", "1e-4", "1e-4", number(0, 1e6), "weight of the Jacobian term"),
  JACOBIAN_EVERY("jacobian-every", "1", "1", integer(1, 1_000_000), "steps between Jacobian terms"),
  NOISE(
      "noise",
      "1e-3",
      "1e-3",
      number(0, 1e3),
      "standard deviation of the noise added to f in training");

  private final String key;
  private final String paper;
  private final String quick;

  @SuppressWarnings("ImmutableEnumChecker") // records of numbers and of classes
  private final Kind<?> kind;

  private final String words;

  /** The value implied by files that lack this setting; null if no file may lack it. */
  private final @Nullable String absent;

  /** A setting that every file must contain. */
  Setting(String key, String paper, String quick, Kind<?> kind, String words) {
    this(key, paper, quick, kind, words, null);
  }

  /** A setting that was added later; older files without it imply the given value. */
  Setting(
      String key, String paper, String quick, Kind<?> kind, String words, @Nullable String absent) {
    this.key = key;
    this.paper = paper;
    this.quick = quick;
    this.kind = kind;
    this.words = words;
    this.absent = absent;
  }

  /** Returns the name. */
  public String key() {
    return key;
  }

  /** Returns the description. */
  public String words() {
    return words;
  }

  /** Returns the values it accepts. */
  public Kind<?> kind() {
    return kind;
  }

  /** Returns its value in a preset. */
  public String value(Preset preset) {
    return switch (preset) {
      case PAPER -> paper;
      case QUICK -> quick;
      case PAIRS -> pairs();
    };
  }

  /** What a state on pairs needs that others do not; all else is as for a quick look. */
  private String pairs() {
    return switch (this) {
      case PROCESSOR, TARGETS -> "pairs";
      case WIDTH -> "64";
      case STEPS -> "5000";
      case AVERAGING -> "0.998";
      case TRAIN_NODES_MIN -> "4";
      case VALIDATE_EVERY -> "250";
      case KEEP, GRADIENT -> "last";
      case SQUEEZE -> "0.8";
      case GAPS -> "0.5";
      case COMMUNITIES -> "1,2,4";
      case TOGGLES -> "0.01,0.04,0.16";
      case NEEDLE -> "-8";
      case SOLVER -> "plain";
      case TOLERANCE -> "0.01";
      case TEST_BUDGET -> "48";
      case APPLICATIONS_MIN -> "3";
      case APPLICATIONS_MAX -> "14";
      case JACOBIAN, NOISE -> "0";
      default -> quick;
    };
  }

  /** Returns the settings of the search, which can still be changed for a trained model. */
  public static List<Setting> ofSearch() {
    return List.of(
        SOLVER,
        WINDOW,
        REGULARISATION,
        RESIDUAL,
        EXTENT,
        TOLERANCE,
        TEST_BUDGET,
        TEST_HITS,
        GOAL,
        STALL,
        MIXING,
        DECODED);
  }

  /** Returns the setting with the given name. */
  public static Optional<Setting> of(String key) {
    for (Setting setting : values()) {
      if (setting.key.equals(key)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  /** Returns the value implied by files that lack this setting, if any may. */
  Optional<String> whenAbsent() {
    return Optional.ofNullable(absent);
  }

  /** Parses a value, or throws an exception that says what is wrong with it. */
  Kind.Value<?> read(String text) {
    return kind.read(key, text);
  }

  private static <E extends Enum<E>> Kind<?> choice(Class<E> type) {
    return new Kind.Choice<>(type);
  }

  private static Kind<?> integer(long least, long most) {
    return new Kind.Whole(least, most);
  }

  private static Kind<?> number(double least, double most) {
    return new Kind.Real(least, most);
  }

  private static Kind<?> numbers(double least, double most) {
    return new Kind.Reals(least, most);
  }

  private static Kind<?> integers(long least, long most) {
    return new Kind.Wholes(least, most);
  }

  private static Kind<?> flag() {
    return new Kind.Flag();
  }
}
