// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/** Which weights edges may have. */
public enum Weights {
  /** None: every edge counts the same. */
  NONE,
  /** Any that are not negative. */
  NON_NEGATIVE,
  /** Any at all. */
  ANY
}
