// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.settings.Settings;
import java.util.Optional;

/**
 * One model of a table: a row, an algorithm and a seed.
 *
 * @param row the row
 * @param settings the training settings, including algorithm and seed
 */
public record Cell(Row row, Settings settings) {
  /** Returns the name of the pretrained model that makes training unnecessary, if there is one. */
  Optional<String> pretrained() {
    return settings.seed() == 1
        ? Optional.ofNullable(row.pretrained().get(settings.algorithm().name()))
        : Optional.empty();
  }

  /** Returns the name, which is also that of its run folder. */
  public String name() {
    return "%s-%s-%d".formatted(row.name(), settings.algorithm(), settings.seed());
  }
}
