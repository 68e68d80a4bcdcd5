// SPDX-License-Identifier: Apache-2.0
package dear.clrs;

import dear.clrs.algorithm.Definitions;
import java.util.List;

/** The catalogue: thirty algorithms of CLRS-30 and the local variant of SCC. */
public final class Clrs {
  private static final List<Algorithm> ALGORITHMS =
      Definitions.ALL.stream().map(Algorithm::new).toList();

  private Clrs() {}

  /** All algorithms, in the order of the book. */
  public static List<Algorithm> algorithms() {
    return ALGORITHMS;
  }

  /** The algorithm with this name. */
  public static Algorithm algorithm(String name) {
    for (Algorithm algorithm : ALGORITHMS) {
      if (algorithm.name().equals(name)) {
        return algorithm;
      }
    }
    throw new IllegalArgumentException("no algorithm \"" + name + "\" in CLRS-30");
  }
}
