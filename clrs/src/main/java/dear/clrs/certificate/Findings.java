// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Collects the findings of a check; only the first faults are described. */
final class Findings {
  /** What a double holds of any decimal number; further digits are noise. */
  private static final MathContext DIGITS = new MathContext(15);

  /** Longer numbers are written with an exponent. */
  private static final int LONGEST_NUMBER = 20;

  private final IntFunction<String> names;
  private final List<Fault> faults = new ArrayList<>();
  private long count;
  private String doubt = "";
  private String verified = "";

  Findings(IntFunction<String> names) {
    this.names = names;
  }

  /** A fault at a node. */
  void node(int node, Supplier<String> reason) {
    add(new Place.Node(node), reason);
  }

  /** A fault at an edge or a pair of nodes. */
  void edge(int from, int to, Supplier<String> reason) {
    add(new Place.Edge(from, to), reason);
  }

  /** A fault in the answer as a whole. */
  void whole(Supplier<String> reason) {
    add(new Place.Whole(), reason);
  }

  /** A reason why the answer cannot be proved right; faults take precedence. */
  void doubt(String reason) {
    doubt = doubt.isEmpty() ? reason : doubt;
  }

  /** What was verified, where the usual sentence does not suit the answer. */
  void verified(String what) {
    verified = what;
  }

  /** Whether no fault has been found so far. */
  boolean none() {
    return count == 0;
  }

  /** The name of a node. */
  String name(int node) {
    return names.apply(node);
  }

  /** A number as people write it: 3 and 0.3, not 3.0 and 0.30000000000000004. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value); // a sum that is too large
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros();
    String plain = rounded.toPlainString();
    return plain.length() <= LONGEST_NUMBER ? plain : rounded.toString();
  }

  Certificate certificate(String basis) {
    if (count > 0) {
      return new Certificate(Verdict.WRONG, faults, count, basis);
    }
    return doubt.isEmpty()
        ? new Certificate(Verdict.RIGHT, List.of(), 0, verified.isEmpty() ? basis : verified)
        : new Certificate(Verdict.NOT_CHECKABLE, List.of(), 0, doubt);
  }

  private void add(Place place, Supplier<String> reason) {
    count++;
    if (faults.size() < Certificate.MOST_FAULTS) {
      faults.add(new Fault(place, reason.get()));
    }
  }
}
