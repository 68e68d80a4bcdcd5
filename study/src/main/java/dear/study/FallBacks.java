// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import dear.io.JsonWriter;
import dear.reasoner.training.Metrics;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * How often one step took the place of an implicit gradient: shares of the gradients in the batches
 * that have a line of metrics. Earlier metrics do not tell the reasons apart.
 *
 * @param noEquilibrium the share for which no equilibrium was found
 * @param notSolved the share whose linear system was not solved
 * @param either the share with one of these reasons, of which the metrics do not say which
 * @param late the share of all of them in the last third of the steps, if it was recorded: the
 *     share may rise in training, which the mean hides
 */
record FallBacks(double noEquilibrium, double notSolved, double either, OptionalDouble late) {
  private static final String ALL = "one_step_instead";
  private static final String NO_EQUILIBRIUM = "one_step_no_equilibrium";
  private static final String NOT_SOLVED = "one_step_not_solved";
  private static final String EITHER = "one_step_either";
  private static final String LATE = "one_step_last_third";

  /** Returns the shares in the metrics of a run, if it has implicit gradients. */
  static Optional<FallBacks> of(List<Metrics> metrics) {
    List<Metrics> found = metrics.stream().filter(line -> line.values().containsKey(ALL)).toList();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    List<Map<String, Double>> lines = found.stream().map(Metrics::values).toList();
    int last = found.getLast().step();
    return Optional.of(
        new FallBacks(
            mean(lines, line -> line.getOrDefault(NO_EQUILIBRIUM, 0.0)),
            mean(lines, line -> line.getOrDefault(NOT_SOLVED, 0.0)),
            mean(lines, line -> line.containsKey(NOT_SOLVED) ? 0 : line.getOrDefault(ALL, 0.0)),
            found.stream()
                .filter(line -> 3L * line.step() > 2L * last)
                .mapToDouble(line -> line.values().getOrDefault(ALL, 0.0))
                .average()));
  }

  private static double mean(
      List<Map<String, Double>> lines, ToDoubleFunction<Map<String, Double>> share) {
    return lines.stream().mapToDouble(share).average().orElseThrow();
  }

  double all() {
    return noEquilibrium + notSolved + either;
  }

  private boolean tellsApart() {
    return noEquilibrium > 0 || notSolved > 0;
  }

  /** Returns the shares in words. */
  String words() {
    String all =
        "%s of the gradients in the logged batches%s were those of one step"
            .formatted(
                share(all()),
                late.isPresent()
                    ? " (%s in the last third of the steps)".formatted(share(late.getAsDouble()))
                    : "");
    if (!tellsApart()) {
      return all
          + (either > 0
              ? ", where no equilibrium was found or the linear system of the implicit gradient was"
                  + " not solved"
              : "");
    }
    return all
        + ": %s because no equilibrium was found, %s because the linear system of the implicit"
            .formatted(share(noEquilibrium), share(notSolved))
        + " gradient was not solved"
        + (either > 0
            ? ", %s for one of these reasons (not recorded which)".formatted(share(either))
            : "");
  }

  private static String share(double value) {
    return Cells.text(100 * value, 1) + " %";
  }

  /** Reads the members of an object, if it has them. */
  static Optional<FallBacks> read(Json json) {
    if (!json.has(ALL)) {
      return Optional.empty();
    }
    OptionalDouble late =
        json.has(LATE) ? OptionalDouble.of(json.get(LATE).number()) : OptionalDouble.empty();
    return Optional.of(
        json.has(EITHER)
            ? new FallBacks(
                json.get(NO_EQUILIBRIUM).number(),
                json.get(NOT_SOLVED).number(),
                json.get(EITHER).number(),
                late)
            : new FallBacks(0, 0, json.get(ALL).number(), late));
  }

  /** Writes members of an object; those not known are absent, as in earlier documents. */
  void write(JsonWriter json) throws IOException {
    json.name(ALL).value(all());
    if (tellsApart()) {
      json.name(NO_EQUILIBRIUM).value(noEquilibrium);
      json.name(NOT_SOLVED).value(notSolved);
      json.name(EITHER).value(either);
    }
    if (late.isPresent()) {
      json.name(LATE).value(late.getAsDouble());
    }
  }
}
