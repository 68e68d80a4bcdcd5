package dear.reasoner.settings;

import java.util.List;
import java.util.Optional;

/**
 * Everything that can be chosen about a training run: the name in {@code config.json} and on the
 * command line, the paper's value and the value for a quick look.
 *
 * <p>One table, so that no setting can exist that is not named, documented, checked and recorded.
 */
public enum Setting {
  MODE("mode", "dear", "dear", Kind.choice("dear", "nar"), "equilibrium (dear) or rollout (nar)"),
  PROCESSOR(
      "processor",
      "nodes",
      "nodes",
      Kind.choice("nodes", "pairs"),
      "where the state lives: at the nodes, or on all ordered pairs of nodes"),
  SEED("seed", "1", "1", Kind.integer(0, Long.MAX_VALUE), "root of all randomness"),
  STEPS("steps", "312500", "2000", Kind.integer(1, 1_000_000_000), "batches to train on"),
  BATCH("batch", "32", "32", Kind.integer(1, 65_536), "graphs per batch"),
  WIDTH("width", "128", "128", Kind.integer(1, 4096), "channels of a node's state"),
  LEARNING_RATE("learning-rate", "3e-4", "1e-3", Kind.number(1e-12, 1), "Adam's step size"),
  SCHEDULE(
      "schedule",
      "constant",
      "cosine",
      Kind.choice("constant", "cosine"),
      "how the learning rate goes on: constant, or falling to zero along a cosine"),
  WARM_UP("warm-up", "0", "100", Kind.integer(0, 1_000_000), "steps of rising learning rate"),
  WEIGHT_DECAY("weight-decay", "0", "0", Kind.number(0, 1), "Adam's decoupled weight decay"),
  CLIP("clip", "1", "1", Kind.number(1e-9, 1e9), "largest norm of the gradient"),
  AVERAGING(
      "averaging",
      "0",
      "0",
      Kind.number(0, 0.999999),
      "decay of the running average of weights that is evaluated; 0 for none"),
  TRAIN_NODES_MIN("train-nodes-min", "8", "8", Kind.integer(2, 65_536), "smallest graphs"),
  TRAIN_NODES_MAX("train-nodes-max", "16", "16", Kind.integer(2, 65_536), "largest graphs"),
  TRAIN_SAMPLES(
      "train-samples",
      "100000",
      "0",
      Kind.integer(0, 1_000_000_000),
      "size of the training set, gone through again and again; 0 for fresh samples for ever"),
  VALIDATION_NODES("validation-nodes", "16", "16", Kind.integer(2, 65_536), "validation graphs"),
  VALIDATION_COUNT("validation-count", "100", "100", Kind.integer(1, 100_000), "how many"),
  VALIDATE_EVERY("validate-every", "3125", "200", Kind.integer(1, 1_000_000_000), "in steps"),
  KEEP(
      "keep",
      "best",
      "best",
      Kind.choice("best", "last"),
      "which model the run gives: that of the lowest validation loss, or the last one"),
  CHECKPOINT_EVERY("checkpoint-every", "500", "100", Kind.integer(1, 1_000_000_000), "in steps"),
  EDGE_PROBABILITIES(
      "p",
      "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
      "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
      Kind.numbers(0, 1),
      "edge probabilities of training graphs, one drawn per graph"),
  SQUEEZE(
      "squeeze",
      "0",
      "0",
      Kind.number(0, 1),
      "share of training samples whose keys or weights are squeezed into a part of their range"),
  GAPS(
      "gaps",
      "0",
      "0",
      Kind.number(0, 1),
      "share of training samples whose keys get other gaps in the same order"),
  TARGETS(
      "targets",
      "edges",
      "edges",
      Kind.choice("edges", "pairs"),
      "where training asks for answers about pairs of nodes: on edges, or everywhere"),
  COMMUNITIES(
      "communities",
      "4",
      "4",
      Kind.numbers(1, 1000),
      "communities of training graphs for components, one number drawn per graph"),
  TOGGLES(
      "toggles",
      "0.01",
      "0.01",
      Kind.numbers(0, 1),
      "probabilities with which their edges are flipped, one drawn per graph"),
  RANDOM_POSITIONS(
      "random-pos", "true", "true", Kind.flag(), "positions are sorted random numbers, not i/n"),
  WIRING(
      "wiring",
      "auto",
      "auto",
      Kind.choice("auto", "directed", "both-ways"),
      "whether messages also run against edges; auto as the authors do"),
  SOLVER(
      "solver", "anderson", "anderson", Kind.choice("anderson", "broyden", "plain"), "root finder"),
  WINDOW("window", "6", "6", Kind.integer(1, 64), "points that Anderson mixes"),
  REGULARISATION("regularisation", "1e-4", "1e-4", Kind.number(0, 1), "of Anderson's mixing"),
  RESIDUAL(
      "residual", "relative", "relative", Kind.choice("relative", "absolute"), "what is compared"),
  EXTENT(
      "extent",
      "state",
      "state",
      Kind.choice("state", "nodes"),
      "residual of the whole state, or the largest of any node"),
  TOLERANCE("tolerance", "0.1", "0.1", Kind.number(1e-12, 10), "where the solver stops"),
  HITS(
      "hits", "1", "1", Kind.integer(1, 100), "residuals in a row under the tolerance in training"),
  BUDGET("budget", "40", "40", Kind.integer(3, 10_000), "evaluations per graph in training"),
  TEST_BUDGET("test-budget", "160", "160", Kind.integer(3, 10_000), "the same in evaluation"),
  TEST_HITS("test-hits", "1", "1", Kind.integer(1, 100), "hits in evaluation"),
  GRADIENT(
      "gradient",
      "one-step",
      "one-step",
      Kind.choice("one-step", "last", "damped", "implicit", "unrolled"),
      "how the loss is led back through the equilibrium"),
  GRADIENT_STEPS(
      "gradient-steps",
      "3",
      "3",
      Kind.integer(1, 1000),
      "applications that 'last' goes back through"),
  APPLICATIONS_MIN(
      "applications-min",
      "0",
      "0",
      Kind.integer(0, 10_000),
      "fewest plain applications that a training graph gets instead of a search"),
  APPLICATIONS_MAX(
      "applications-max",
      "0",
      "0",
      Kind.integer(0, 10_000),
      "most of them, drawn graph by graph; 0 for a search"),
  JACOBIAN("jacobian", "1e-4", "1e-4", Kind.number(0, 1e6), "weight of the Jacobian term"),
  JACOBIAN_EVERY("jacobian-every", "1", "1", Kind.integer(1, 1_000_000), "in steps"),
  NOISE("noise", "1e-3", "1e-3", Kind.number(0, 1e3), "added to f in training");

  private final String key;
  private final String paper;
  private final String quick;

  @SuppressWarnings("ImmutableEnumChecker") // records of numbers and of lists that cannot change
  private final Kind kind;

  private final String words;

  Setting(String key, String paper, String quick, Kind kind, String words) {
    this.key = key;
    this.paper = paper;
    this.quick = quick;
    this.kind = kind;
    this.words = words;
  }

  /** Its name. */
  public String key() {
    return key;
  }

  /** What it means. */
  public String words() {
    return words;
  }

  /** What values it takes. */
  public Kind kind() {
    return kind;
  }

  /** Its value in a preset. */
  public String value(Preset preset) {
    return switch (preset) {
      case PAPER -> paper;
      case QUICK -> quick;
    };
  }

  /** Those that a trained model can be asked with other values for: how it searches an answer. */
  public static List<Setting> ofSearch() {
    return List.of(
        SOLVER, WINDOW, REGULARISATION, RESIDUAL, EXTENT, TOLERANCE, TEST_BUDGET, TEST_HITS);
  }

  /** The setting of that name. */
  public static Optional<Setting> of(String key) {
    for (Setting setting : values()) {
      if (setting.key.equals(key)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  /** What a file means that does not name it: files that are older than a setting went without. */
  Optional<String> whenAbsent() {
    return switch (this) {
      case SQUEEZE, GAPS, APPLICATIONS_MIN, APPLICATIONS_MAX -> Optional.of("0");
      case PROCESSOR -> Optional.of("nodes");
      case GRADIENT_STEPS -> Optional.of("3");
      case TARGETS -> Optional.of("edges");
      case COMMUNITIES -> Optional.of("4");
      case TOGGLES -> Optional.of("0.01");
      case KEEP -> Optional.of("best");
      case TEST_HITS -> Optional.of("1");
      default -> Optional.empty();
    };
  }

  /** Checks a text and brings it into one form. */
  String checked(String text) {
    return kind.check(key, text.strip());
  }

  /** The values that a setting takes. */
  public sealed interface Kind {
    /** One of a few words. */
    record Choice(List<String> words) implements Kind {}

    /** A whole number. */
    record Whole(long least, long most) implements Kind {}

    /** A number. */
    record Real(double least, double most) implements Kind {}

    /** Numbers with commas between them. */
    record Reals(double least, double most) implements Kind {}

    /** True or false. */
    record Flag() implements Kind {}

    private static Kind choice(String... words) {
      return new Choice(List.of(words));
    }

    private static Kind integer(long least, long most) {
      return new Whole(least, most);
    }

    private static Kind number(double least, double most) {
      return new Real(least, most);
    }

    private static Kind numbers(double least, double most) {
      return new Reals(least, most);
    }

    private static Kind flag() {
      return new Flag();
    }

    private String check(String key, String text) {
      return switch (this) {
        case Choice(List<String> words) -> {
          if (!words.contains(text)) {
            throw wrong(key, text, "one of " + String.join(", ", words));
          }
          yield text;
        }
        case Whole(long least, long most) -> {
          long value;
          try {
            value = Long.parseLong(text);
          } catch (NumberFormatException e) {
            throw wrong(key, text, "a whole number");
          }
          if (value < least || value > most) {
            throw wrong(key, text, "from " + least + " to " + most);
          }
          yield Long.toString(value);
        }
        case Real(double least, double most) -> real(key, text, least, most);
        case Reals(double least, double most) -> {
          StringBuilder list = new StringBuilder();
          for (String part : text.split(",", -1)) {
            list.append(list.isEmpty() ? "" : ",").append(real(key, part.strip(), least, most));
          }
          yield list.toString();
        }
        case Flag _ -> {
          if (!text.equals("true") && !text.equals("false")) {
            throw wrong(key, text, "true or false");
          }
          yield text;
        }
      };
    }

    private static String real(String key, String text, double least, double most) {
      double value;
      try {
        value = Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw wrong(key, text, "a number");
      }
      if (!(value >= least && value <= most)) {
        throw wrong(key, text, "from " + least + " to " + most);
      }
      return text;
    }

    private static IllegalArgumentException wrong(String key, String text, String right) {
      return new IllegalArgumentException(
          "setting %s: \"%s\" is not %s".formatted(key, text, right));
    }
  }
}
