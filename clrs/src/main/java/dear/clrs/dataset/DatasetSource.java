// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** A dataset that is being read, instance by instance, in whatever form it is stored. */
public interface DatasetSource extends Closeable {
  /** The next entry, or nothing after the last. */
  Optional<DatasetEntry> next() throws IOException;

  /**
   * The entry with a number.
   *
   * @param name the name of the dataset in messages
   * @param number from 1; entries before it are read and dropped
   */
  default DatasetEntry entry(String name, long number) throws IOException {
    Optional<DatasetEntry> entry = next();
    for (long k = 1; k < number && entry.isPresent(); k++) {
      entry = next();
    }
    return entry.orElseThrow(
        () -> new IllegalArgumentException(name + " has fewer than " + number + " lines"));
  }
}
