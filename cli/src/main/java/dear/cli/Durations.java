// SPDX-License-Identifier: Apache-2.0
package dear.cli;

/** Times as people say them. */
final class Durations {
  private Durations() {}

  /** Returns a time in its two largest units, such as 1 h 5 min. */
  static String words(double seconds) {
    long s = Math.round(seconds);
    return s >= 3600
        ? "%d h %d min".formatted(s / 3600, s % 3600 / 60)
        : s >= 60 ? "%d min %d s".formatted(s / 60, s % 60) : s + " s";
  }
}
