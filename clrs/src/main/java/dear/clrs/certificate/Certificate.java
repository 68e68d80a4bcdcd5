// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.Inputs;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Whether an answer solves its problem, and where it does not.
 *
 * <pre>{@code
 * Certificate certificate = Certificate.check(algorithm, inputs, outputs);
 * if (certificate.verdict() == Verdict.WRONG) {
 *   certificate.faults().forEach(fault -> System.out.println(fault.reason()));
 * }
 * }</pre>
 *
 * <p>The question is not whether the answer is the one the algorithm would give: any of several
 * shortest paths, equal keys or spanning trees of the same weight is right. It is decided by
 * conditions that the answer must meet, never by running the algorithm. Most checks cost a few
 * passes over nodes and edges; each documents its cost.
 *
 * @param verdict the result
 * @param faults the first faults, at most {@link #MOST_FAULTS}; empty unless WRONG
 * @param faultCount the total number of faults
 * @param basis one sentence saying what was verified, or why nothing could be
 */
public record Certificate(Verdict verdict, List<Fault> faults, long faultCount, String basis) {
  /** The number of faults that are described; the rest are only counted. */
  public static final int MOST_FAULTS = 20;

  /** Copies the list. */
  public Certificate {
    faults = List.copyOf(faults);
  }

  /** Whether the answer is proved right. */
  public boolean isRight() {
    return verdict == Verdict.RIGHT;
  }

  /** Checks an answer; nodes are named by their indices. */
  public static Certificate check(Algorithm algorithm, Inputs inputs, List<Feature> outputs) {
    return check(algorithm, inputs, outputs, Integer::toString);
  }

  /**
   * Checks an answer.
   *
   * @param algorithm the algorithm
   * @param inputs its inputs
   * @param outputs the output features as CLRS-30 has them: the predecessors of a sort as a chain,
   *     not as a cycle with a mask; those of Floyd-Warshall for all pairs or for edges only
   * @param names the names of nodes in messages
   */
  public static Certificate check(
      Algorithm algorithm, Inputs inputs, List<Feature> outputs, IntFunction<String> names) {
    Findings findings = new Findings(names);
    Conditions conditions = Conditions.of(algorithm.traits().proof());
    Answer answer = Answer.of(algorithm, inputs, outputs, findings);
    if (findings.none()) {
      conditions.verify(inputs, answer, findings);
    }
    return findings.certificate(conditions.basis());
  }

  /**
   * Checks only what a person reads of an answer. A table of splits or moves has a choice for every
   * range, of which the answer in words uses a few; the others are no faults here. All other
   * answers are checked as a whole.
   */
  public static Certificate checkShown(
      Algorithm algorithm, Inputs inputs, List<Feature> outputs, IntFunction<String> names) {
    List<Feature> shown = ShownCells.only(algorithm, inputs, outputs);
    Certificate certificate = check(algorithm, inputs, shown, names);
    return shown.equals(outputs) || !certificate.isRight()
        ? certificate
        : new Certificate(
            Verdict.RIGHT, List.of(), 0, "no other choice for a range that it uses is better");
  }
}
