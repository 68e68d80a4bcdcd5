// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

/** The result of checking an answer. */
public enum Verdict {
  /** The answer is proved to solve the problem. */
  RIGHT,
  /** The answer is proved not to solve the problem. */
  WRONG,
  /** Neither: there is no simple proof, or the inputs do not satisfy the problem's conditions. */
  NOT_CHECKABLE
}
