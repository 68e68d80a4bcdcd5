// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

/** What a check of an answer came to. */
public enum Verdict {
  /** It is proved that the answer solves the problem. */
  RIGHT,
  /** It is proved that it does not. */
  WRONG,
  /** Neither: there is no simple proof, or the inputs are not those of the problem. */
  NOT_CHECKABLE
}
