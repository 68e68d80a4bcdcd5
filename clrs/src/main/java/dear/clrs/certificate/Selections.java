// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;

/** Answers that are one of the given keys; each check is one pass over them. */
final class Selections {
  private Selections() {}

  /** No key is smaller. */
  static final class Minimum implements Conditions {
    @Override
    public String basis() {
      return "no key is smaller";
    }

    @Override
    public void verify(Inputs inputs, Answer answer, Findings findings) {
      double[] keys = inputs.reals("key");
      int chosen = answer.one("min");
      for (int i = 0; i < keys.length; i++) {
        int node = i;
        if (keys[i] < keys[chosen]) {
          findings.node(
              i,
              () ->
                  "%s has key %s, which is smaller than %s of %s"
                      .formatted(
                          findings.name(node),
                          Findings.number(keys[node]),
                          Findings.number(keys[chosen]),
                          findings.name(chosen)));
        }
      }
    }
  }

  /** Of n keys, at most n/2 are smaller, and more than n/2 are not larger. */
  static final class Median implements Conditions {
    @Override
    public String basis() {
      return "counting smaller and equal keys gives it the rank of the median";
    }

    @Override
    public void verify(Inputs inputs, Answer answer, Findings findings) {
      double[] keys = inputs.reals("key");
      int chosen = answer.one("median");
      int rank = keys.length / 2;
      int smaller = 0;
      int notLarger = 0;
      for (double key : keys) {
        smaller += key < keys[chosen] ? 1 : 0;
        notLarger += key <= keys[chosen] ? 1 : 0;
      }
      if (smaller > rank || notLarger <= rank) {
        int count = smaller;
        findings.node(
            chosen,
            () ->
                "%s has %d smaller keys, the median has %d"
                    .formatted(findings.name(chosen), count, rank));
      }
    }
  }

  /**
   * The position of a target among sorted keys: the target itself, else the first larger key, else
   * the last position. The preceding key shows whether it is the first.
   */
  static final class Search implements Conditions {
    @Override
    public String basis() {
      return "the key there is the target, or the first that is larger, or the last of all";
    }

    @Override
    public void verify(Inputs inputs, Answer answer, Findings findings) {
      double[] keys = inputs.reals("key");
      double target = inputs.reals("target")[0];
      int place = answer.one("return");
      for (int i = 1; i < keys.length; i++) {
        if (keys[i - 1] > keys[i]) {
          findings.doubt("not checked: the keys are not sorted");
          return;
        }
      }
      boolean late = place > 0 && keys[place - 1] >= target && keys[place] != target;
      boolean early = keys[place] < target && place < keys.length - 1;
      if (late || early) {
        int seen = late ? place - 1 : place;
        findings.node(
            place,
            () ->
                "the target %s does not belong at %s: the key at %s is %s"
                    .formatted(
                        Findings.number(target),
                        findings.name(place),
                        findings.name(seen),
                        Findings.number(keys[seen])));
      }
    }
  }
}
