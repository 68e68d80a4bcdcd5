// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

import dear.io.Json;
import dear.io.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The origin of a run or a model, beyond its settings, as facts by name. A program identifies
 * itself, and training adds its results.
 *
 * @param facts the facts, in order
 */
public record Provenance(Map<String, String> facts) {
  /** The provenance of something of unknown origin. */
  public static final Provenance NONE = new Provenance(Map.of());

  private static final String UNKNOWN = "unknown";

  /** The facts that must be equal for the same bits. */
  private static final List<String> PROGRAM = List.of("program", "commit", "jdk", "kernels");

  /** The file whose weights a run started from, and its digest. */
  private static final String INITIAL = "initial_weights";

  private static final String INITIAL_DIGEST = "initial_weights_sha256";

  /** The steps behind those weights, with those of the models they come from. */
  private static final String INITIAL_STEPS = "initial_steps";

  /** The step at which a model was stored. */
  private static final String STEP = "step";

  /** How the length of a run was changed after it began. */
  private static final String EXTENDED = "extended";

  /** The programs that trained a run, if there were several. */
  private static final String TRAINED = "trained";

  private static final Pattern COMMIT = Pattern.compile("\\bcommit ([^,]+),");

  /** The facts about a run that its models inherit. */
  private static final List<String> HISTORY =
      List.of(INITIAL, INITIAL_DIGEST, INITIAL_STEPS, EXTENDED, TRAINED);

  /** Copies the map. */
  public Provenance {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /**
   * Creates the provenance of a program.
   *
   * @param program the program's version
   * @param commit the commit it was built from
   * @param jdk the Java runtime
   * @param kernels the kernels that compute
   */
  public Provenance(String program, String commit, String jdk, String kernels) {
    this(ordered(PROGRAM, List.of(program, commit, jdk, kernels)));
  }

  private static Map<String, String> ordered(List<String> names, List<String> values) {
    Map<String, String> facts = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      facts.put(names.get(i), values.get(i));
    }
    return facts;
  }

  /** Returns a copy with one more fact. */
  public Provenance with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(facts);
    more.put(name, value);
    return new Provenance(more);
  }

  /**
   * Returns a copy that also names the model whose weights a run starts from.
   *
   * @param steps how many steps that model was trained for in all, if that is known
   */
  public Provenance startingFrom(String model, String sha256, OptionalInt steps) {
    Provenance named = with(INITIAL, model).with(INITIAL_DIGEST, sha256);
    return steps.isPresent()
        ? named.with(INITIAL_STEPS, Integer.toString(steps.getAsInt()))
        : named;
  }

  /** Returns the digest of the file whose weights a run started from. */
  public Optional<String> initialDigest() {
    return Optional.ofNullable(facts.get(INITIAL_DIGEST));
  }

  /** Returns the step at which a model was stored, counted from the start of its run. */
  public OptionalInt step() {
    return number(STEP);
  }

  /** Returns the steps behind a model, with those of the models it continues, if all are known. */
  public OptionalInt totalSteps() {
    return facts.containsKey(INITIAL) ? totalSteps(number(INITIAL_STEPS)) : step();
  }

  /** Returns the steps behind a model that continues one with the given steps behind it. */
  public OptionalInt totalSteps(OptionalInt before) {
    return before.isPresent() && step().isPresent()
        ? OptionalInt.of(Math.addExact(before.getAsInt(), step().getAsInt()))
        : OptionalInt.empty();
  }

  private OptionalInt number(String name) {
    String text = fact(name);
    return text.matches("\\d{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }

  /** Returns a copy that also says at which step a run was given another length. */
  public Provenance extended(int from, int to, int step) {
    String before = facts.containsKey(EXTENDED) ? facts.get(EXTENDED) + "; " : "";
    return with(EXTENDED, "%sfrom %d to %d steps at step %d".formatted(before, from, to, step));
  }

  /**
   * Returns a copy that also names a program that continues the run at a step. One that is the last
   * anyway, or does not know its commit, adds nothing.
   */
  public Provenance continuedBy(Provenance program, int step) {
    String before = facts.getOrDefault(TRAINED, "begun by " + words());
    return before.endsWith(" by " + program.words()) || !program.facts.containsKey("commit")
        ? this
        : with(TRAINED, "%s; continued at step %d by %s".formatted(before, step, program.words()));
  }

  private String words() {
    return "commit %s, kernels %s".formatted(fact("commit"), fact("kernels"));
  }

  /** Returns the commits that are known to have trained a model or run, each once, in order. */
  public List<String> commits() {
    return facts.containsKey(TRAINED)
        ? COMMIT.matcher(fact(TRAINED)).results().map(it -> it.group(1)).distinct().toList()
        : List.of(fact("commit"));
  }

  /** Returns a copy with what a run's history adds to the facts about a program. */
  public Provenance inheriting(Provenance run) {
    Provenance more = this;
    for (String name : HISTORY) {
      if (run.facts.containsKey(name)) {
        more = more.with(name, run.fact(name));
      }
    }
    return more;
  }

  /** Returns a fact, or "unknown". */
  public String fact(String name) {
    return facts.getOrDefault(name, UNKNOWN);
  }

  /** Reads the member {@code provenance} of an object, if it has one. */
  public static Provenance read(Json object) {
    Map<String, String> facts = new LinkedHashMap<>();
    if (object.has("provenance")) {
      object.get("provenance").members().forEach((name, fact) -> facts.put(name, fact.string()));
    }
    return new Provenance(facts);
  }

  /** Writes the member {@code provenance} of an object. */
  public void write(JsonWriter json) throws IOException {
    json.name("provenance").beginObject();
    for (Map.Entry<String, String> fact : facts.entrySet()) {
      json.name(fact.getKey()).value(fact.getValue());
    }
    json.endObject();
  }

  /** Describes how the other program differs from this one; empty if it does not. */
  public List<String> changesTo(Provenance there) {
    List<String> changes = new ArrayList<>();
    for (String name : PROGRAM) {
      if (!fact(name).equals(there.fact(name))) {
        changes.add("%s %s, now %s".formatted(name, fact(name), there.fact(name)));
      }
    }
    return changes;
  }
}
