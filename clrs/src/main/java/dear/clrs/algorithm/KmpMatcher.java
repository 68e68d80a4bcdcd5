// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.SequenceSamplers;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.Category;
import dear.clrs.trait.Equilibrium;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.clrs.trait.PointerReach;
import dear.clrs.trait.PredecessorChain;
import dear.clrs.trait.Proof;
import dear.clrs.trait.Task;
import dear.clrs.trait.Traits;
import java.util.List;

/**
 * The first occurrence of a needle in a text without going back in the text (CLRS 32.4; Knuth,
 * Morris and Pratt 1977). If there is none, the answer is the head of the needle.
 *
 * <p>Phase 0 computes the prefix function of the needle, phase 1 scans the text. In both, the state
 * is the position of the last matched letter of the needle. The empty match has no such position;
 * CLRS-30 shows it as the needle's head together with a reset mark.
 */
public final class KmpMatcher implements Procedure {
  /** The features of this algorithm. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  string   node mask
          input  pos      node scalar
          input  key      node categorical 4
          output match    node mask_one
          hint   pred_h   node pointer
          hint   pi       node pointer
          hint   is_reset node mask
          hint   k        node mask_one
          hint   k_reset  graph mask
          hint   q        node mask_one
          hint   q_reset  graph mask
          hint   s        node mask_one
          hint   i        node mask_one
          hint   phase    graph mask
          """);

  /** The definition of this algorithm. */
  public static final Definition DEFINITION =
      new Definition(
          "kmp_matcher",
          "Knuth–Morris–Pratt",
          Category.STRINGS,
          FEATURES,
          new KmpMatcher(),
          SequenceSamplers.haystack(),
          new Traits(
              new InputForm.TwoStrings("text", "pattern"),
              new AnswerForm.Occurrence("match"),
              Equilibrium.SCAN,
              Proof.Known.FIRST_MATCH,
              Invariance.NONE,
              PointerReach.EDGES,
              PredecessorChain.CONSTANT,
              Task.FIRST_MATCH));

  @Override
  public void execute(Execution run) {
    Automaton automaton = new Automaton(run);
    automaton.learn();
    run.output("match", automaton.match());
  }

  /** The needle's prefix function; all positions are nodes. */
  private static final class Automaton {
    private final Execution run;
    private final StringPair strings;
    private final int head;
    private final int end;
    private final int[] pi;
    private final int[] isReset;
    private final int[] k;
    private final int[] kReset = {1};
    private final int[] q;
    private final int[] qReset = {1};
    private final int[] s = {0};
    private final int[] i = {0};
    private final int[] phase = {0};

    Automaton(Execution run) {
      this.run = run;
      strings = StringPair.of(run);
      head = strings.firstLength();
      end = run.nodes();
      pi = Chains.selves(end);
      isReset = new int[end];
      isReset[head] = 1;
      k = new int[] {head};
      q = new int[] {Math.min(head + 1, end - 1)};
      if (run.recording()) {
        run.hint("pred_h", strings.chains());
      }
      run.hint("pi", pi);
      run.hint("is_reset", isReset);
      run.hint("k", k);
      run.hint("k_reset", kReset);
      run.hint("q", q);
      run.hint("q_reset", qReset);
      run.hint("s", s);
      run.hint("i", i);
      run.hint("phase", phase);
      run.push();
    }

    /** Phase 0: how far a match of the needle reaches back into the needle itself. */
    void learn() {
      for (int at = head + 1; at < end; at++) {
        q[0] = at;
        if (!advance(k, kReset, letter(at))) {
          isReset[at] = 1;
        }
        pi[at] = k[0];
        run.push();
      }
    }

    /** Phase 1: the shift of the first match, or the needle's head. */
    int match() {
      phase[0] = 1;
      q[0] = head;
      qReset[0] = 1;
      int needle = end - head;
      for (int at = 0; at < head; at++) {
        i[0] = at;
        if (at >= needle) {
          s[0]++;
        }
        run.push();
        if (advance(q, qReset, strings.first(at)) && q[0] == end - 1) {
          return s[0];
        }
      }
      return head;
    }

    /**
     * Extends a match by a letter, falling back as far as necessary; returns false if it is empty.
     */
    private boolean advance(int[] place, int[] reset, int letter) {
      while (reset[0] == 0 && letter(place[0] + 1) != letter) {
        reset[0] = isReset[place[0]];
        place[0] = reset[0] == 1 ? head : pi[place[0]];
        run.push();
      }
      int candidate = reset[0] == 1 ? head : place[0] + 1;
      boolean matches = letter(candidate) == letter;
      place[0] = matches ? candidate : head;
      reset[0] = matches ? 0 : 1;
      return matches;
    }

    private int letter(int place) {
      return strings.second(place - head);
    }
  }
}
