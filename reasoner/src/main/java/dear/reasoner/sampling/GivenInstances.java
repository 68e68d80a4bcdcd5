// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.sampling;

import dear.clrs.Algorithm;
import dear.clrs.data.Instance;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetSource;
import dear.clrs.dataset.Preprocessing;
import dear.clrs.sampling.SplitStream;
import dear.reasoner.dataset.Datasets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The instances of a dataset, to train or test a model on. Their positions stay as they are. */
public final class GivenInstances {
  private static final Preprocessing PREPROCESSING = new Preprocessing(true, true, false);

  private GivenInstances() {}

  /**
   * Reads instances; an error names the line.
   *
   * @param algorithm the algorithm they are prepared for
   * @param accepted whether instances of some algorithm will do
   * @param wanted the instances to keep
   * @param prepared what becomes of a preprocessed instance
   */
  public static <T> List<T> read(
      Path data,
      Algorithm algorithm,
      Predicate<Algorithm> accepted,
      Predicate<Instance> wanted,
      Function<Instance, T> prepared)
      throws IOException {
    List<T> found = new ArrayList<>();
    try (DatasetSource reader = Datasets.open(data)) {
      int line = 1;
      for (Optional<DatasetEntry> next = reader.next();
          next.isPresent();
          next = reader.next(), line++) {
        DatasetEntry entry = next.get();
        if (!accepted.test(entry.algorithm())) {
          throw new IllegalArgumentException(
              "%s line %d is an instance of %s, but the model is one of %s"
                  .formatted(data, line, entry.algorithm(), algorithm));
        }
        if (!wanted.test(entry.instance())) {
          continue;
        }
        try {
          found.add(
              prepared.apply(PREPROCESSING.apply(algorithm, entry.instance(), SplitStream.of(0))));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "%s line %d: %s".formatted(data, line, e.getMessage()), e);
        }
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(data + " contains no suitable instance");
    }
    return found;
  }
}
