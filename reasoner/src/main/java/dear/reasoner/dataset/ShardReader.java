// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.dataset;

import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetSource;
import dear.io.RegularFile;
import dear.tensor.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads a dataset of shards, a folder or one of its files, from an untrusted source.
 *
 * <p>Every value is checked against the features of its algorithm; errors name file, instance and
 * feature. Memory holds one shard, which is refused if it has more numbers than {@link
 * ShardLayout#MOST_NUMBERS}.
 */
public final class ShardReader implements DatasetSource {
  private final Path path;
  private final boolean isFolder;
  private final boolean questions;
  private Optional<DatasetShard> shard = Optional.empty();
  private int opened;
  private int next;
  private long read;

  /**
   * Opens a dataset.
   *
   * @param path the folder, or a single shard
   * @param questions whether instances without outputs will do
   */
  public ShardReader(Path path, boolean questions) throws IOException {
    this.path = path;
    this.isFolder = Files.isDirectory(path);
    this.questions = questions;
    shard = Optional.of(open());
  }

  @Override
  public Optional<DatasetEntry> next() throws IOException {
    while (shard.isPresent() && next == shard.get().count()) {
      next = 0;
      shard = isFolder && !shard.get().isLast() ? Optional.of(open()) : Optional.empty();
    }
    if (shard.isEmpty()) {
      return Optional.empty();
    }
    read++;
    return Optional.of(shard.get().entry(next++));
  }

  @Override
  public void close() {
    shard = Optional.empty(); // a shard is read at once, so that no file is open
  }

  private DatasetShard open() throws IOException {
    Path file = isFolder ? path.resolve(ShardLayout.file(opened)) : path;
    if (isFolder && !Files.exists(file)) {
      throw new IOException(
          opened == 0
              ? path + " is a folder without a dataset: there is no " + file.getFileName()
              : "%s is incomplete: %s is missing".formatted(path, file.getFileName()));
    }
    RegularFile.require(file, "store the dataset in one first");
    try (SafetensorsFile tensors = SafetensorsFile.open(file)) {
      DatasetShard found = DatasetShard.read(tensors, questions);
      if (isFolder && (found.number() != opened || found.first() != read)) {
        throw new IOException(
            "%s: this is shard %d, from instance %d on, where shard %d, from instance %d on, belongs"
                .formatted(file, found.number(), found.first(), opened, read));
      }
      opened++;
      return found;
    }
  }
}
