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
 * <p>The question is not whether the answer is the one that the algorithm would give: of several
 * shortest paths, equal keys or spanning trees of the same weight any is right. It is decided by
 * conditions that the answer must meet, never by running the algorithm. Most cost a few passes over
 * nodes and edges; each check says what it costs.
 *
 * @param verdict what came out
 * @param faults the first of what is wrong, at most {@link #MOST_FAULTS}; empty unless WRONG
 * @param faultCount how many there are altogether
 * @param basis what was verified, or why nothing could be, in a sentence
 */
public record Certificate(Verdict verdict, List<Fault> faults, long faultCount, String basis) {
  /** How many faults are described; the rest is only counted. */
  public static final int MOST_FAULTS = 20;

  /** Copies the list. */
  public Certificate {
    faults = List.copyOf(faults);
  }

  /** Whether the answer is proved right. */
  public boolean isRight() {
    return verdict == Verdict.RIGHT;
  }

  /** Checks an answer; nodes are called by their indices. */
  public static Certificate check(Algorithm algorithm, Inputs inputs, List<Feature> outputs) {
    return check(algorithm, inputs, outputs, Integer::toString);
  }

  /**
   * Checks an answer.
   *
   * @param algorithm what was asked
   * @param inputs about what
   * @param outputs the output features as CLRS-30 has them: the predecessors of a sort as a chain,
   *     not as a cycle with a mask; those of Floyd-Warshall for all pairs or for edges only
   * @param names what the nodes are called in the reasons
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
}
