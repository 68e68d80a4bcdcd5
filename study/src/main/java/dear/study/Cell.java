// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.settings.Settings;

/**
 * One model of a table: a row, an algorithm and a seed.
 *
 * @param row which row
 * @param settings how it is to be trained; algorithm and seed are among them
 */
public record Cell(Row row, Settings settings) {
  /** What it is called, and its run folder. */
  public String name() {
    return "%s-%s-%d".formatted(row.name(), settings.algorithm(), settings.seed());
  }
}
