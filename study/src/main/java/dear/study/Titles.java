// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Clrs;

/** The titles of algorithms in tables. */
final class Titles {
  private Titles() {}

  static String of(String algorithm) {
    return Clrs.algorithm(algorithm).title();
  }
}
