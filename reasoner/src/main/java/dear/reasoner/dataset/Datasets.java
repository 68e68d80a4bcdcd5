// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.dataset;

import dear.clrs.dataset.DatasetReader;
import dear.clrs.dataset.DatasetSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Datasets in either form: JSON Lines, or shards. */
public final class Datasets {
  private Datasets() {}

  /** Opens a file of JSON Lines, a folder of shards, or a single shard ({@code .safetensors}). */
  public static DatasetSource open(Path path) throws IOException {
    return isSharded(path) ? new ShardReader(path, false) : new DatasetReader(path);
  }

  /** The same for instances whose answers are not needed and may be missing. */
  public static DatasetSource openQuestions(Path path) throws IOException {
    return isSharded(path) ? new ShardReader(path, true) : DatasetReader.questions(path);
  }

  private static boolean isSharded(Path path) {
    return Files.isDirectory(path) || path.toString().endsWith(".safetensors");
  }
}
