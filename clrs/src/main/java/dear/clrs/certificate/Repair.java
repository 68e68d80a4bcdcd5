// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import dear.clrs.trait.AnswerForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A right answer made from one that may be wrong, and how much of that was kept.
 *
 * <p>Where an algorithm can start from an answer, it does: paths are shortened edge by edge from
 * those that were given, and an order is sorted from the order that was given. What is right
 * already then costs one pass. All other algorithms run from the beginning.
 *
 * @param outputs the right answer
 * @param start where the algorithm started
 * @param kept the number of values that are the same in both answers
 * @param places the number of values of an answer
 */
public record Repair(List<Feature> outputs, Start start, long kept, long places) {
  /** Copies the list. */
  public Repair {
    outputs = List.copyOf(outputs);
  }

  /** Where the algorithm started. */
  public enum Start {
    /** From the given answer. */
    ANSWER,
    /** From the beginning. */
    BEGINNING
  }

  /** Repairs the outputs of an algorithm; they need not be an answer at all. */
  public static Repair of(Algorithm algorithm, Inputs inputs, List<Feature> outputs) {
    Optional<Feature> mended =
        switch (algorithm.traits().answer()) {
          case AnswerForm.Paths(String pi) ->
              Optional.of(
                  ShorterPaths.fromOne(inputs, find(outputs, pi), algorithm.traits().proof()));
          case AnswerForm.AllPaths(String pi) ->
              Optional.of(ShorterPaths.fromAll(inputs.graph(), find(outputs, pi)));
          case AnswerForm.Order(String pred) -> Resorting.of(inputs, find(outputs, pred));
          default -> Optional.empty();
        };
    List<Feature> right = mended.map(List::of).orElseGet(() -> algorithm.run(inputs).outputs());
    long kept = 0;
    long places = 0;
    for (Feature output : right) {
      int[] before = find(outputs, output.name()).codes();
      int[] after = output.codes();
      places += after.length;
      for (int i = 0; i < after.length; i++) {
        kept += before[i] == after[i] ? 1 : 0;
      }
    }
    return new Repair(right, mended.isPresent() ? Start.ANSWER : Start.BEGINNING, kept, places);
  }

  private static Feature find(List<Feature> outputs, String name) {
    List<Feature> found = new ArrayList<>(outputs);
    found.removeIf(output -> !output.name().equals(name));
    return found.getFirst();
  }
}
