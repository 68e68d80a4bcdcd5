// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.linear;

/** The distribution of a random probe vector with independent entries of variance 1. */
public enum ProbeLaw {
  /** Standard normal entries, torchdeq's choice. */
  GAUSSIAN,
  /** Entries +1 or -1: the variance of a trace estimate is never larger than with normal ones. */
  RADEMACHER
}
